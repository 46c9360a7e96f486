package shell

import (
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/backend"
	"github.com/shopdesk/shopdesk/app/live"
	"github.com/shopdesk/shopdesk/app/live/book"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
)

// phase is how far the start has come.
type phase int

const (
	starting phase = iota // who is here isn't known yet
	stuck                 // and can't be found out
	ready
)

// Root is the frame. It stays mounted as long as the program runs.
type Root struct {
	app.Compo

	Backend *backend.Backend
	State   *state.State
	Mount   routes.Mount
	Pages   Pages
	Book    *book.Book
	Early   *Early // taken by the first drawing

	early    Early
	ctx      app.Context
	inside   app.Context // of the page's slot
	route    routes.Route
	arrived  bool // at the first place
	phase    phase
	startErr error
	offline  bool
	update   bool // a newer version waits for a reload

	installable bool // the browser offers to install the console

	sharing sharing

	enteredAt time.Time // when a session began here
	ended     bool      // the session ended: the page waits, unseen, for the same person, with the sign-in over it
	unkept    bool      // it ended as soon as it had begun
	outErr    error
	leaving   bool // the person is signing out
	popped    bool // the navigation under way is the browser's Back or Forward
	toasts    toasts

	listedAt time.Time // when the list of shops was last asked for
	outdated bool      // the list has other roles than the session
	sessions pages.Generation
	checks   checks
	shops    pages.Generation
	outs     pages.Generation
	heights  heights
	choices  choosing
	wishes   int // counts the languages that were wanted
	reads    reads
	pausing  pausing
	stars    map[int64]star
	theirs   pages.Calls // for the person who is signed in
	watch    live.Watch
}

// OnInit has the first drawing be that of the address, with what this device
// remembers: drawing the frame twice takes a moment.
func (r *Root) OnInit() {
	if app.IsServer {
		return
	}
	r.route = r.Mount.Parse(app.Window().URL().Path)
	r.early, *r.Early = *r.Early, Early{}
	if r.early.session != nil {
		r.putEarly()
	}
	if r.State.Operator() != nil {
		r.phase = ready
	}
}

// OnMount begins with who is here.
func (r *Root) OnMount(ctx app.Context) {
	r.ctx = ctx
	r.Backend.SignedOut = func() {
		r.ctx.Dispatch(func(app.Context) { r.checkSession() })
	}
	ctx.Handle(state.ActionChanged, func(app.Context, app.Action) { // being called renders
		if r.State.Record(r.route.ShopID).Heard {
			r.refresh()
		}
	})
	ctx.Handle(state.ActionHeard, func(app.Context, app.Action) {
		if r.State.Record(r.route.ShopID).Reading { // it may fail, as begun without the server
			r.read()
		} else {
			r.refresh()
		}
	})
	ctx.Handle(state.ActionRead, func(app.Context, app.Action) { r.read() })
	ctx.Handle(state.ActionRoles, func(app.Context, app.Action) {
		r.outdated, r.listedAt = true, time.Time{}
		r.relist()
	})
	ctx.Handle(state.ActionEnter, r.entered)
	ctx.Handle(state.ActionToast, r.showToast)
	ctx.Handle(state.ActionOutlive, func(_ app.Context, a app.Action) {
		if do, ok := a.Value.(func(app.Context)); ok {
			do(r.ctx)
		}
	})
	ctx.Handle(state.ActionPause, func(ctx app.Context, _ app.Action) { r.askPause(ctx) })
	ctx.Handle(state.ActionPauseMany, func(_ app.Context, a app.Action) { r.askMany(a.Value.([]int64)) })
	ctx.Handle(state.ActionMark, func(ctx app.Context, _ app.Action) { r.markCurrent(ctx) })
	ctx.Handle(state.ActionResume, func(ctx app.Context, _ app.Action) { r.resumeCurrent(ctx) })
	ctx.Handle(state.ActionPrefer, func(_ app.Context, a app.Action) { r.prefer(a.Value.(pages.Choice)) })
	r.watch = live.Watch{Backend: r.Backend, State: r.State, Book: r.Book, Changed: r.drawPage, Counted: func() {
		r.ctx.Page().SetTitle("%s", r.title())
	}}
	r.watch.Start(ctx)
	r.listen()
	r.wear()
	r.start(ctx)
}

// OnAppUpdate offers the newer version.
func (r *Root) OnAppUpdate(app.Context) { r.update = true }

// OnAppInstallChange follows whether the browser offers to install the console.
func (r *Root) OnAppInstallChange(ctx app.Context) { r.installable = ctx.IsAppInstallable() }

// deps is what the page in the frame is given.
func (r *Root) deps() pages.Deps {
	session := r.State.Session()
	text.SetLegend(session.Legend, session.Words)
	deps := pages.Deps{
		Backend: r.Backend, State: r.State, Book: r.Book, Mount: r.Mount, Route: r.route, Revision: r.State.Revision(),
		Minute: r.minute(),
	}
	if r.route.AboutOrders() {
		deps.Orders = r.Book.Revision() // the other pages aren't drawn anew for an order
	}
	return deps
}

func (r *Root) minute() int64 { return r.State.ServerNow().Unix() / 60 }

// wear puts the theme and the density on the whole document.
func (r *Root) wear() {
	if app.IsServer {
		return
	}
	theme, density := "", ""
	if chosen := r.State.Theme(); chosen != state.ThemeAuto {
		theme = string(chosen)
	}
	if r.State.Compact() {
		density = "compact"
	}
	page := app.Window().Get("document").Get("documentElement").Get("dataset")
	page.Set("theme", theme)
	page.Set("density", density)
}

// focusMain moves the keyboard past the frame.
func (r *Root) focusMain(ctx app.Context, e app.Event) {
	e.PreventDefault()
	components.FocusID(ctx, mainID)
}
