package live

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/backend"
	"github.com/shopdesk/shopdesk/app/device"
	"github.com/shopdesk/shopdesk/app/live/book"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
)

// How often the alarms are repeated, in milliseconds, and how long a broken
// line stays a private matter.
const (
	ringEvery    = 5_000
	urgentEvery  = 2_500
	stoppedEvery = 15_000
	lostEvery    = 30_000
	lostAfter    = 10_000
)

// bell is what was rung and said.
type bell struct {
	rang     int64 // when an order rang last, by the device's clock
	lostRang int64
	ready    bool // a sound would be heard
	doubt    bool // it isn't known yet
	test     bool // as soon as it would, the bell is to be heard once
	told     api.Ring
	toldAt   int64         // when the server was told, by the device's clock
	notices  []*api.Order  // that rang and weren't said yet
	acted    []state.Acted // the acts from here of which only cards tell, and that weren't said yet
	saidAt   int64         // when words were last said, by the device's clock
}

// rings reports whether this device calls somebody to orders, or should: whoever
// works with orders hears them wherever they are in the console.
func (w *Watch) rings() bool { return (w.line.on || w.ended()) && w.mayAny() }

// may reports whether the person works with a shop's orders, and hears of them.
func (w *Watch) may(shopID int64) bool {
	return (w.line.shop == 0 || w.line.shop == shopID) && w.State.May(shopID, platform.PermissionOrderWork)
}

// ended reports whether the server doesn't let the person look any more.
func (w *Watch) ended() bool { return w.line.link.Why != "" }

// Lost reports whether the line has been broken for long enough to be told;
// then the notes tell it.
func (w *Watch) Lost() bool {
	return w.line.on && w.line.link.State == Lost && deviceNow()-w.line.link.Since >= lostAfter
}

// ring sounds what is due.
func (w *Watch) ring() {
	if !w.rings() {
		return
	}
	w.bell.ready, w.bell.doubt = device.SoundReady()
	now, server := deviceNow(), w.Book.Now()
	if !w.State.Sound() {
		return
	}
	if w.bell.test && w.bell.ready {
		w.bell.test, w.bell.rang = false, now
		w.State.SetHeard()
		w.play(device.TuneNew)
	}
	if (w.Lost() || w.ended()) && now-w.bell.lostRang >= lostEvery {
		w.bell.lostRang = now
		w.play(device.TuneLost)
		return
	}
	switch w.Book.Alarm(server, w.may) {
	case book.Urgent:
		w.repeat(now, urgentEvery, device.TuneUrgent)
	case book.Ring:
		w.repeat(now, ringEvery, device.TuneNew)
	case book.Stopped:
		w.repeat(now, stoppedEvery, device.TuneNotice)
	case book.Quiet:
		w.bell.rang = 0
	}
}

// repeat plays a tune unless the bell has rung a short time ago.
func (w *Watch) repeat(now, every int64, tune device.Tune) {
	if now-w.bell.rang >= every {
		w.bell.rang = now
		w.play(tune)
	}
}

// play plays a tune at this device's volume.
func (w *Watch) play(tune device.Tune) { device.Play(tune.At(w.State.Loudness())) }

// hush is why this device wouldn't ring for an order now.
func (w *Watch) hush() api.Hush {
	switch {
	case w.ended():
		return api.HushEnded
	case !w.line.on || !w.mayAny():
		return api.HushNobody
	case !w.State.Sound():
		return api.HushOff
	case !w.bell.ready:
		return api.HushBrowser
	case w.line.link.State == Lost:
		return api.HushLost
	case w.line.link.State == Connecting, w.bell.doubt:
		return api.HushUnknown
	}
	return api.HushNone
}

// tellRing tells the server whether this device would ring.
func (w *Watch) tellRing() {
	now := api.Ring{ShopID: w.line.shop, Hush: w.Book.Hush}
	switch now.Hush { //nolint:exhaustive // the others can't be told
	case api.HushNone, api.HushOff, api.HushBrowser:
	default:
		return
	}
	_, now.Board = w.State.Watched()
	if at := deviceNow(); now != w.bell.told || at-w.bell.toldAt >= api.RingEvery {
		w.bell.told, w.bell.toldAt = now, at
		post(w.line.calling(), backend.RingTell.To(w.Backend, now)) // it is told again
	}
}

// post tells the server what isn't missed if it is lost.
func post(ctx app.Context, call backend.Call[backend.None]) { ctx.Async(func() { _, _ = call(ctx) }) }

// stayAwake keeps the screen on while a board is looked at, and on every page while the device rings for the one that
// was opened last: a device that sleeps doesn't ring.
func (w *Watch) stayAwake() {
	_, board := w.State.Watched()
	board = board && (w.line.on || w.ended())
	switch awake := board && (w.route.Page == routes.Orders || w.rings() && w.State.Sound()); {
	case awake && w.sleep == nil:
		w.sleep = device.StayAwake()
	case !awake && w.sleep != nil:
		w.sleep()
		w.sleep = nil
	}
}

// badge has the icon of the installed console and the title say how many orders wait, once that is known.
func (w *Watch) badge() {
	n := w.NewCount()
	if n == w.counted || w.line.on && !w.Book.Loaded {
		return
	}
	w.counted = n
	device.Badge(n)
	if w.Counted != nil {
		w.Counted()
	}
}

// notice plays a tune for each order that was stopped or whose customer asks for a refund. [Watch.news] says them soon.
func (w *Watch) notice() {
	for _, o := range w.Book.Notices() {
		w.bell.notices = append(w.bell.notices, o)
		if w.rings() && w.State.Sound() && w.may(o.ShopID) {
			w.bell.rang = deviceNow() // the bell waits its turn
			w.play(device.TuneNotice)
		}
	}
}

// arrived has an order that came ring at once, and be printed.
func (w *Watch) arrived(ctx app.Context, o api.Order) {
	ctx.NewActionWithValue(state.ActionArrived, o.OrderID)
	w.bell.rang = 0
	w.ring()
}

// count puts the time into every countdown in sight.
func (w *Watch) count() {
	if !app.IsServer {
		components.Count(w.Book.Now(), text.Since)
	}
}
