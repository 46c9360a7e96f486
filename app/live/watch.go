package live

import (
	"context"
	"errors"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/app/backend"
	"github.com/shopdesk/shopdesk/app/device"
	"github.com/shopdesk/shopdesk/app/live/book"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/platform"
)

// Watch follows the orders. Its fields are set before Start.
type Watch struct {
	Backend *backend.Backend
	State   *state.State
	Book    *book.Book

	ctx    app.Context
	line   Link
	stream *Stream
	scope  int64 // the shop that is watched, 0 for all
	on     bool
	whose  int64 // the operator it is for
	route  routes.Route

	lists      pages.Generation
	polls      pages.Generation
	settingsAt int64 // when settings that couldn't be read are read again, 0 for never
	opened     int   // counts streams: what a closed one still says isn't heard

	heard    []message // and not taken yet
	draining bool
	drained  time.Time
	bell     bell
	kept     kept
	tap      app.Func
	gone     app.Func
	left     bool // the page: nothing is asked until it is come back to
}

// Start begins to follow; ctx is that of a component that lasts.
func (w *Watch) Start(ctx app.Context) {
	w.ctx = ctx
	ctx.Handle(state.ActionOrder, w.act)
	ctx.Handle(state.ActionOrders, func(app.Context, app.Action) { w.line.Reload(); w.step() })
	if app.IsServer {
		return
	}
	w.tap = app.FuncOf(func(app.Value, []app.Value) any {
		if w.State.Sound() && w.on {
			device.Unmute()
		}
		return nil
	})
	w.gone = app.FuncOf(func(app.Value, []app.Value) any {
		w.leave()
		return nil
	})
	app.Window().Call("addEventListener", "pagehide", w.gone)
	app.Window().Call("addEventListener", "pointerdown", w.tap, true)
	app.Window().Call("addEventListener", "keydown", w.tap, true)
	ticker := time.NewTicker(time.Second)
	ctx.Async(func() {
		for range ticker.C {
			ctx.Dispatch(w.tick)
		}
	})
}

// Follow looks at who is here and where: whoever may see orders has them watched
// from the moment of signing in, and opening a board decides which.
func (w *Watch) Follow(route routes.Route) {
	w.route = route
	if w.State.Operator() == nil {
		w.stop("")
		return
	}
	if w.whose != w.State.OperatorID() {
		w.stop("")
		w.whose = w.State.OperatorID()
	}
	scope, ok := w.wanted()
	if !ok || w.on && scope == w.scope {
		return
	}
	w.keep()
	w.closeStream()
	w.Book.Forget()
	w.kept.seen = w.State.SeenOrders()
	w.Book.SeenBefore(w.kept.seen)
	w.on, w.scope = true, scope
	w.line.Begin(deviceNow())
	w.step()
}

// wanted is what should be watched at the present place: the board that is
// opened, else the one that was opened last on this device, else the orders of
// all shops. Other pages don't turn a device away from what it rings for.
func (w *Watch) wanted() (scope int64, ok bool) {
	shop := w.route.ShopID
	if w.route.Page == routes.Orders && (shop == 0 || w.State.May(shop, platform.PermissionOrderView)) {
		w.State.SetWatched(shop)
		return shop, true
	}
	kept, watched := w.State.Watched()
	switch {
	case w.on:
		return w.scope, true
	case watched && (kept == 0 || w.State.May(kept, platform.PermissionOrderView)):
		return kept, true
	}
	return 0, w.State.MayAnywhere(platform.PermissionOrderView)
}

// Board is the board of what this device listens to, or would.
func (w *Watch) Board() routes.Route {
	shop := w.scope
	if kept, watched := w.State.Watched(); !w.on && watched && w.State.May(kept, platform.PermissionOrderView) {
		shop = kept
	}
	if shops, _ := w.State.Shops(); shop == 0 && len(shops) == 1 {
		shop = shops[0].ShopID
	}
	return routes.Route{Page: routes.Orders, ShopID: shop}
}

// stop ends the watch.
func (w *Watch) stop(why api.Code) {
	if !w.on && why == w.line.Why {
		return
	}
	w.closeStream()
	w.lists.Drop()
	w.polls.Drop()
	w.on = false
	w.line.End(deviceNow(), why)
	w.Book.Forget()
}

// Hurry tries the line at once: the network is back, or the tablet has woken.
func (w *Watch) Hurry() {
	w.left = false
	w.line.Hurry()
	w.step()
}

// leave closes the stream at once when the page is left. The browser keeps pages
// for its Back button with their connections, of which it opens six to a server:
// the seventh page would wait. [Watch.Hurry] opens the stream anew on return.
func (w *Watch) leave() {
	w.keep()
	w.left = true
	w.closeStream()
	w.line.Dropped(deviceNow())
}

// Cut notes that the device has lost its network: a stream may seem open for
// long after that.
func (w *Watch) Cut() {
	w.keep()
	w.closeStream()
	w.line.Dropped(deviceNow())
	w.step()
}

// tick looks once a second whether something is due. The page is drawn again
// only if what it shows has changed; countdowns are put into it directly.
func (w *Watch) tick(ctx app.Context) {
	before := w.shown()
	w.step()
	if w.on && w.line.State == Connecting && deviceNow()-w.line.Since >= patience {
		w.recall()
	}
	if w.on && w.settingsAt != 0 && deviceNow() >= w.settingsAt {
		w.readSettings()
	}
	w.tell()
	w.ring()
	w.count()
	w.keepNow()
	if before == w.shown() {
		ctx.PreventUpdate()
	}
}

// shown is all that the frame shows of the watch.
type shown struct {
	state    State
	lost     bool
	said     string
	sound    bool
	revision int
}

func (w *Watch) shown() shown {
	return shown{w.line.State, w.Lost(), w.Book.Said, w.bell.ready, w.Book.Revision()}
}

// step does what the line wants done.
func (w *Watch) step() {
	for w.on && !w.left {
		switch w.line.Next(deviceNow()) {
		case Wait:
			w.reached()
			return
		case Load:
			w.load()
		case Open:
			w.open()
		case Close:
			w.closeStream()
		case Poll:
			w.poll()
		}
	}
}

func (w *Watch) load() {
	sent := deviceNow()
	scope := w.scope
	w.polls.Drop()
	pages.Load(w.ctx, &w.lists, func(c context.Context) (api.Orders, error) {
		return w.Backend.Orders(c, scope)
	}, func(ctx app.Context, list api.Orders, err error) {
		if err != nil {
			w.line.LoadFailed(deviceNow())
			w.Book.Err = err
			if errors.Is(err, platform.ErrUnreachable) {
				w.recall()
			}
			w.reached()
			return
		}
		w.Book.Clock.Sample(sent, deviceNow(), list.Now)
		for _, o := range w.Book.Load(list) {
			w.arrived(ctx, *o)
		}
		w.tell()
		w.line.Loaded(deviceNow(), list.Seq)
		w.readSettings()
		w.step()
	})
}

// settingsAgain is how long after a failure settings are read again, in
// milliseconds.
const settingsAgain = 5_000

func (w *Watch) readSettings() {
	w.settingsAt = 0
	scope := w.scope
	var calls pages.Generation
	pages.Load(w.ctx, &calls, func(c context.Context) ([]api.OrderSettings, error) {
		return w.Backend.OrderSettings(c, scope)
	}, func(_ app.Context, list []api.OrderSettings, err error) {
		if err != nil {
			w.settingsAt = deviceNow() + settingsAgain
		}
		for _, s := range list {
			w.Book.SetSettings(s)
		}
	})
}

func (w *Watch) poll() {
	sent := deviceNow()
	scope, after := w.scope, w.line.Seq
	pages.Load(w.ctx, &w.polls, func(c context.Context) (api.LiveBatch, error) {
		return w.Backend.Poll(c, scope, after)
	}, func(ctx app.Context, batch api.LiveBatch, err error) {
		if err != nil {
			w.line.PollFailed(deviceNow())
			w.reached()
			return
		}
		w.Book.Clock.Sample(sent, deviceNow(), batch.Now)
		w.Book.Hear(batch.Hooks)
		for _, e := range batch.Events {
			if w.line.Take(e.Seq) {
				w.take(ctx, e)
			}
		}
		w.line.Polled(deviceNow(), batch)
		w.step()
	})
}

// deviceNow is the device's clock in milliseconds.
func deviceNow() int64 { return time.Now().UnixMilli() }
