package live

import (
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/backend"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/internal/api"
)

// Line follows the server's events of one shop or of all. It does what its
// [Link] wants done: has lists read, opens and closes the stream, asks instead.
// Its fields are set before Start.
type Line struct {
	Backend *backend.Backend

	// Load reads the lists anew, and then calls [Line.Loaded] or [Line.Failed].
	// Calls made with ctx are aborted when the line rests or ends.
	Load func(ctx app.Context)
	// Take takes events, the oldest first. Events that come thick and fast come
	// together.
	Take func(ctx app.Context, events []api.LiveEvent)

	watch *Watch // the frame's, which hears more; nil for a page's line

	ctx   app.Context // of the component
	calls pages.Calls // until the line rests
	link  Link
	shop  int64 // 0 for all
	on    bool
	rests bool  // nothing is asked until Hurry
	ticks int64 // when it was looked last whether something is due

	stream   *Stream
	opened   int // counts streams: messages of a closed one aren't taken
	polls    pages.Generation
	heard    []message // and not taken yet
	taken    int       // counts events
	draining bool
	drained  time.Time
	stops    []func() // end what it hears of the window
}

// Start listens to the window and begins to look once a second whether
// something is due. The line follows nothing before Follow.
func (l *Line) Start(ctx app.Context) {
	l.ctx = ctx
	ctx.Handle(state.ActionSigningOut, l.signingOut)
	ctx.Handle(state.ActionSignedIn, l.signedIn)
	l.listen()
	l.ticks = deviceNow()
	l.again()
}

// Stop ends the line for good, with its component.
func (l *Line) Stop() {
	l.End("")
	for _, stop := range l.stops {
		stop()
	}
	l.ctx = app.Context{}
}

// Follow begins with a shop, or with 0 all shops, from scratch.
func (l *Line) Follow(shopID int64) {
	l.cut()
	l.on, l.rests, l.shop = true, false, shopID
	l.link.Begin(deviceNow())
	l.step()
}

// End ends following; why is "" when the server hasn't ended it.
func (l *Line) End(why api.Code) {
	l.cut()
	l.on = false
	l.link.End(deviceNow(), why)
}

// Cut closes the stream and asks: the device has lost its network, or a call had no answer, but a stream may seem open
// for long after that.
func (l *Line) Cut() {
	if l.watch != nil {
		l.watch.keep()
	}
	l.close()
	l.link.Doubt(deviceNow())
	l.step()
}

// Rest closes the stream and aborts all calls, until [Line.Hurry].
func (l *Line) Rest() {
	if l.watch != nil {
		l.watch.rests()
	}
	l.cut()
	l.rests = true
	l.link.Cut()
}

// Hurry goes on at once: the network is back, or the tablet has woken.
func (l *Line) Hurry() {
	l.rests = false
	l.link.Hurry()
	l.step()
}

// Loaded goes on from the lists' end.
func (l *Line) Loaded(seq int64) {
	l.link.Loaded(deviceNow(), seq)
	l.step()
}

// Failed has the lists read again soon.
func (l *Line) Failed() { l.link.LoadFailed(deviceNow()) }

// Reload reads the lists anew.
func (l *Line) Reload() {
	l.link.Reload()
	l.step()
}

// Lost reports whether nothing is heard of the server any more.
func (l *Line) Lost() bool { return l.link.State == Lost }

// signingOut rests: calls under way would be answered that nobody is signed in.
// It goes on if signing out has failed.
func (l *Line) signingOut(_ app.Context, a app.Action) {
	switch begins, _ := a.Value.(bool); {
	case begins:
		l.Rest()
	case l.rests:
		l.Hurry()
	}
}

// signedIn begins anew with the new session: the server ends the stream of the one before, and answers its calls that
// nobody is signed in.
func (l *Line) signedIn(app.Context, app.Action) {
	if l.on {
		l.Rest()
		l.Hurry()
	}
}

// again has tick called in a second.
func (l *Line) again() {
	if !app.IsServer {
		l.ctx.After(time.Second, l.tick)
	}
}

// tick looks whether something is due.
func (l *Line) tick(ctx app.Context) {
	if l.ctx.Context == nil { // stopped
		ctx.PreventUpdate()
		return
	}
	l.again()
	l.drawn(ctx, func() {
		l.heedClock()
		l.step()
		if l.watch != nil {
			l.watch.tick()
		}
	})
}

// heedClock begins anew once the device's clock was set back. What is due was reckoned
// by the clock before, and would come hours late.
func (l *Line) heedClock() {
	before := l.ticks
	l.ticks = deviceNow()
	by := before - l.ticks
	if by <= 0 {
		return
	}
	l.link.Heard = max(l.link.Heard-by, 0)
	if l.watch != nil {
		l.watch.setBack(by)
	}
	if l.on && !l.rests {
		l.Follow(l.shop)
	}
}

// drawn does something, and draws the component only if that has changed what is
// shown of the line.
func (l *Line) drawn(ctx app.Context, do func()) {
	before, orders := l.shown(), l.orders()
	do()
	if l.watch != nil {
		l.watch.reached()
	}
	if before != l.shown() {
		return
	}
	ctx.PreventUpdate()
	if orders != l.orders() && l.watch.Changed != nil {
		l.watch.Changed()
	}
}

// orders is the revision of the orders that are watched.
func (l *Line) orders() int {
	if l.watch == nil {
		return 0
	}
	return l.watch.Book.Revision()
}

// shown is what the component shows of the line. A page that shows nothing of an
// event says so itself.
func (l *Line) shown() any {
	if l.watch != nil {
		return l.watch.shown()
	}
	return [...]int{int(l.link.State), l.taken}
}

// step does what the link wants done.
func (l *Line) step() {
	for l.on && !l.rests {
		switch l.link.Next(deviceNow()) {
		case Wait:
			return
		case Load:
			l.polls.Drop()
			l.Load(l.calling())
		case Open:
			l.open()
		case Close:
			l.close()
		case Poll:
			l.poll(l.calling())
		}
	}
}

// calling is a context for calls, which ends when the line rests.
func (l *Line) calling() app.Context { return l.calls.In(l.ctx) }

// cut closes the stream and aborts all calls.
func (l *Line) cut() {
	l.close()
	l.calls.Abort()
}

// deviceNow is the device's clock in milliseconds.
func deviceNow() int64 { return time.Now().UnixMilli() }
