package live

import (
	"cmp"
	"encoding/json"
	"errors"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/backend"
	"github.com/shopdesk/shopdesk/app/device"
	"github.com/shopdesk/shopdesk/app/live/book"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
)

// Watch follows the orders. Its fields are set before Start.
type Watch struct {
	Backend *backend.Backend
	State   *state.State
	Book    *book.Book
	Counted func() // is called when another number of orders waits
	Changed func() // is called when orders have changed, and nothing that the frame shows of them

	ctx   app.Context
	line  Line
	whose int64 // the operator it is for
	route routes.Route

	rights  string // stands for the operator's roles, "" if the server hasn't told
	rolesAt int64  // when the roles are read once more, 0 for never

	lists      pages.Generation
	settings   pages.Generation
	reading    bool  // settings
	settingsAt int64 // when settings that couldn't be read are read again, 0 for never
	bell       bell
	kept       kept
	counted    int              // the orders that the icon and the title tell of, -1 for what an earlier visit left
	sleep      func()           // lets the screen go off, nil while it may
	actedAt    map[int64]int64  // by shop, when the console last paused it, resumed it or changed it with others
	saidAt     map[string]int64 // when words of pushes were last said
}

// Start begins to follow; ctx is that of a component that lasts.
func (w *Watch) Start(ctx app.Context) {
	w.ctx, w.counted = ctx, -1
	w.line = Line{Backend: w.Backend, Load: w.load, Take: w.take, watch: w}
	ctx.Handle(state.ActionOrder, w.act)
	ctx.Handle(state.ActionOrderMany, w.many)
	ctx.Handle(state.ActionOrders, func(app.Context, app.Action) { w.line.Reload() })
	w.line.Start(ctx)
	if app.IsServer {
		return
	}
	tap := device.Func(func([]app.Value) {
		if w.State.Sound() && w.line.on {
			device.Unmute()
		}
	})
	// A mouse may have sound at its press, a finger when it is lifted.
	for _, event := range [...]string{"pointerdown", "pointerup", "keydown"} {
		app.Window().Call("addEventListener", event, tap, true)
	}
}

// stop ends the watch. What is known of the orders stays when the session has ended: once the same person has signed in
// again, they are told what has happened since. The acts of a person who may not see one board go on.
func (w *Watch) stop(why api.Code) {
	if !w.line.on && why == w.line.link.Why {
		return
	}
	w.lists.Drop()
	w.settings.Drop()
	w.reading, w.settingsAt = false, 0
	w.bell.notices, w.bell.acted = nil, nil
	w.line.End(why)
	switch why { //nolint:exhaustive // the others refuse the board
	case api.CodeSignedOut:
	case "":
		w.Book.Forget()
	default:
		w.Book.Follow(0)
	}
}

// ends ends the watch if the server says that one may not look any more.
func (w *Watch) ends(why api.Code) bool {
	switch why { //nolint:exhaustive // the others are passing
	case api.CodeSignedOut, api.CodeForbidden, api.CodeNotFound:
		w.stop(why)
		if why == api.CodeSignedOut && w.Backend.SignedOut != nil {
			w.Backend.SignedOut()
		}
		return true
	}
	return false
}

// tick does once a second what is due beside the line. Countdowns are put into
// the page directly.
func (w *Watch) tick() {
	if w.line.on && w.line.link.State == Connecting && deviceNow()-w.line.link.Since >= patience {
		w.recall()
	}
	asks := w.line.on && !w.line.rests
	if asks && w.settingsAt != 0 && deviceNow() >= w.settingsAt {
		w.readSettings(w.line.calling())
	}
	if w.rolesAt != 0 && deviceNow() >= w.rolesAt {
		w.rolesAt = 0
		w.ctx.NewAction(state.ActionRoles)
	}
	if link := &w.line.link; link.lost && (link.State == Live || link.State == Polling) {
		link.lost = false
		w.ctx.NewAction(state.ActionHeard)
	}
	w.Book.Expire()
	w.ring()
	w.speak()
	w.Book.SetHush(w.hush())
	if asks {
		w.tellRing()
	}
	w.reach()
	w.stayAwake()
	w.badge()
	w.count()
	w.keepNow()
}

// setBack forgets what happened when by the device's clock, which was set back by so many milliseconds.
func (w *Watch) setBack(by int64) {
	w.Book.SetBack(by)
	w.bell.rang, w.bell.lostRang, w.bell.toldAt, w.bell.saidAt, w.kept.at, w.saidAt = 0, 0, 0, 0, 0, nil
}

// shown is all that the frame shows of the watch.
type shown struct {
	Seen
	lost            bool
	sound           bool
	revision        int // of the State
	unseen, stopped int
}

func (w *Watch) shown() shown {
	s := shown{w.Seen(), w.Lost(), w.bell.ready, w.State.Revision(), 0, len(w.Book.Stopped)}
	if w.route.Page != routes.Orders { // there the cards say it
		s.unseen = w.Book.Unseen(w.may)
	}
	return s
}

// rests keeps the orders for a start without a network. Settings under way are
// aborted with all calls: they are read again.
func (w *Watch) rests() {
	w.keep()
	if w.reading {
		w.reading, w.settingsAt = false, deviceNow()
	}
}

// told takes the server's clock, from an answer to what was sent then, and what
// it says of webhooks.
func (w *Watch) told(sent, server int64, hooks *api.Hearing) {
	w.Book.Clock.Sample(sent, deviceNow(), server)
	w.Book.Hear(hooks)
}

// believed is how long a replica may go by earlier roles (ADR 0064), with a second more, in milliseconds.
const believed = 3000

// allowed takes what stands for the operator's roles. The frame finds out which ones are others: at once, and once more
// when no replica answers by the earlier ones any more.
func (w *Watch) allowed(rights string) {
	if rights != "" && w.rights != "" && rights != w.rights {
		w.ctx.NewAction(state.ActionRoles)
		w.rolesAt = deviceNow() + believed
	}
	w.rights = cmp.Or(rights, w.rights)
}

// load reads the orders, then the settings: a change of settings in between comes
// as an event. ctx ends with the line's rest.
func (w *Watch) load(ctx app.Context) {
	w.Book.Asking()
	pages.Load(ctx, &w.lists, w.Backend.Orders(w.line.shop), func(ctx app.Context, list backend.OrderList, err error) {
		if w.ends(api.CodeOf(err)) {
			return
		}
		if err != nil {
			w.line.Failed()
			w.Book.Err = err
			if errors.Is(err, platform.ErrUnreachable) {
				w.recall()
			}
			w.reached()
			return
		}
		w.Book.Clock.Sample(list.Asked.UnixMilli(), deviceNow(), list.Now)
		for _, o := range w.Book.Load(list.Orders) {
			w.arrived(w.ctx, *o)
		}
		w.notice()
		w.readSettings(ctx)
		w.line.Loaded(list.Seq)
		w.reached()
	})
}

// settingsAgain is how long after a failure settings are read again, in
// milliseconds.
const settingsAgain = 5_000

func (w *Watch) readSettings(ctx app.Context) {
	w.reading, w.settingsAt = true, 0
	pages.Load(ctx, &w.settings, w.Backend.OrderSettings(w.line.shop),
		func(_ app.Context, list api.OrderSettingsList, err error) {
			if w.reading = false; err != nil {
				w.settingsAt = deviceNow() + settingsAgain
				return
			}
			w.Book.LoadSettings(list.Settings)
		})
}

// take does what events ask for.
func (w *Watch) take(ctx app.Context, events []api.LiveEvent) {
	for _, e := range events {
		w.takeOne(ctx, e)
	}
}

func (w *Watch) takeOne(ctx app.Context, e api.LiveEvent) {
	switch e.Kind { //nolint:exhaustive // the others ask for nothing
	case api.LiveOrder:
		var o api.Order
		if json.Unmarshal(e.Data, &o) != nil {
			return
		}
		if w.Book.Put(o) {
			w.arrived(ctx, o)
		}
		w.notice()
	case api.LiveSettings:
		var s api.OrderSettings
		if json.Unmarshal(e.Data, &s) == nil {
			w.Book.SetSettings(s)
		}
	case api.LivePause:
		w.acted(e)
		var p api.Pause
		if json.Unmarshal(e.Data, &p) != nil {
			return
		}
		w.State.SetPause(p)
		ctx.NewAction(state.ActionChanged)
		// The platform's own news of the shop, which has it read, may come late or never.
		shop := w.State.Record(e.ShopID).Shop
		if e.ShopID == w.route.ShopID && shop != nil && shop.Operating() != (p.State == api.PauseEnded) {
			ctx.NewAction(state.ActionRead)
		}
	case api.LiveRun:
		w.acted(e)
		ctx.NewAction(state.ActionRun)
		var news api.RunNews
		if e.ShopID == w.route.ShopID && json.Unmarshal(e.Data, &news) == nil && news.Shop != nil {
			ctx.NewAction(state.ActionRead)
		}
	case api.LiveRoster:
		var row api.RosterShop
		if e.ShopID == w.route.ShopID && json.Unmarshal(e.Data, &row) == nil && row.Saved {
			w.follow(ctx, e.ShopID)
		}
	case api.LiveMessage:
		w.pushed(ctx, e)
	case api.LiveShop, api.LiveHours, api.LivePicture:
		w.pushed(ctx, e)
		if e.ShopID == w.route.ShopID {
			ctx.NewAction(state.ActionRead)
		}
	}
}

// follow reads the current shop a while after a part of it was saved, of which the platform may push nothing. The page
// that saved it has it by then.
func (w *Watch) follow(ctx app.Context, shop int64) {
	heard := w.State.Now()
	ctx.After(held, func(ctx app.Context) {
		ctx.PreventUpdate()
		if shop == w.route.ShopID && !w.State.Taken(shop, heard) {
			ctx.NewAction(state.ActionRead)
		}
	})
}
