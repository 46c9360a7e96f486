package pages

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/backend"
	"github.com/shopdesk/shopdesk/app/live/book"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/app/state"
)

// HeadingID is the id of every page's h1. The heading has tabindex -1.
const HeadingID = "page-title"

// Deps is what the shell hands a page.
type Deps struct {
	Backend *backend.Backend
	State   *state.State
	Book    *book.Book // the orders
	Mount   routes.Mount
	Route   routes.Route

	// Revision is State's when the shell rendered last: a change of it renders
	// the page again.
	Revision int

	// Minute is the clock's when the shell rendered last, counted from 1970: what
	// depends on the time is rendered again.
	Minute int64

	// Orders is the Book's revision, for the pages that show orders.
	Orders int
}

// Href is the address of a place, for links.
func (d Deps) Href(r routes.Route) string { return d.Mount.Href(r) }

// Go opens a place.
func (d Deps) Go(ctx app.Context, r routes.Route) { ctx.Navigate(d.Mount.Href(r)) }

// Changed tells the shell and the page that State has changed.
func (d Deps) Changed(ctx app.Context) { ctx.NewAction(state.ActionChanged) }

// Toast tells in a few words that something went well.
func (d Deps) Toast(ctx app.Context, text string) {
	ctx.NewActionWithValue(state.ActionToast, state.Toast{Text: text})
}

// Read asks the shell to read the current shop anew.
func (d Deps) Read(ctx app.Context) { ctx.NewAction(state.ActionRead) }

// Record is what was last read of the current shop.
func (d Deps) Record() state.Record { return d.State.Record(d.Route.ShopID) }

// Offer is a toast with a button, for example to undo. The page that made it
// may be gone when it is pressed: Do gets the frame's context.
type Offer struct {
	Text   string
	Action string
	Do     func(app.Context)
}

// Offer tells that something went well, and what can be done about it.
func (d Deps) Offer(ctx app.Context, o Offer) { ctx.NewActionWithValue(state.ActionToast, o) }
