package pages

import (
	"strings"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/backend"
	"github.com/shopdesk/shopdesk/app/live/book"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform/rules"
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

	// Beside is what else there is to say of the shop on each of its pages, nil for nothing.
	Beside func() app.UI
}

// Headed is the head of a shop's page with what stands beside.
func (d Deps) Headed(head app.UI) app.UI {
	if d.Beside == nil {
		return head
	}
	return Stack(head, d.Beside())
}

// Href is the address of a place, for links.
func (d Deps) Href(r routes.Route) string { return d.Mount.Href(r) }

// LinkTo is a link to a place that looks like a button.
func (d Deps) LinkTo(r routes.Route, label string) *components.Link {
	return &components.Link{Href: d.Href(r), Label: label, Kind: components.LinkButton}
}

// Go opens a place.
func (d Deps) Go(ctx app.Context, r routes.Route) { ctx.Navigate(d.Mount.Href(r)) }

// Ask has the page's address say what the page asks for, a query, so that a reload and Back find it again.
func (d Deps) Ask(ctx app.Context, query string) {
	address := ctx.Page().URL()
	if query = strings.TrimPrefix(query, "?"); address != nil && address.RawQuery != query {
		address.RawQuery = query
		ctx.Page().ReplaceURL(address)
	}
}

// ShopName is what [ShopName] says of a shop.
func (d Deps) ShopName(id int64) string { return ShopName(d.State, id) }

// ShopNames is what [ShopNames] says of a shop: its number alone if the operator doesn't have it any more.
func (d Deps) ShopNames(id int64) string {
	shop, _ := d.State.Shop(id)
	shop.ShopID = id
	return ShopNames(shop)
}

// ServerNow is [state.State.ServerNow].
func (d Deps) ServerNow() time.Time { return d.State.ServerNow() }

// Today is the date at the shop, and how many seconds of it are over.
func (d Deps) Today() (date rules.Date, seconds int) {
	zone, _ := d.State.Zone(d.Route.ShopID)
	return rules.Local(d.ServerNow().UnixMilli(), zone)
}

// Changed tells the shell and the page that State has changed.
func (d Deps) Changed(ctx app.Context) { ctx.NewAction(state.ActionChanged) }

// Toast tells in a few words that something went well.
func (d Deps) Toast(ctx app.Context, words string) { Say(ctx, words) }

// Say is [Deps.Toast] where there is no page.
func Say(ctx app.Context, words string) {
	ctx.NewActionWithValue(state.ActionToast, Offer{Text: words})
}

// Read asks the shell to read the current shop anew.
func (d Deps) Read(ctx app.Context) { ctx.NewAction(state.ActionRead) }

// Outlive does something with the frame's context: its answer comes even when the
// page has gone.
func Outlive(ctx app.Context, do func(app.Context)) {
	ctx.NewActionWithValue(state.ActionOutlive, do)
}

// Record is what was last read of the current shop.
func (d Deps) Record() state.Record { return d.State.Record(d.Route.ShopID) }

// Offer is a toast, with a button unless Action is "", for example to undo. Text is
// final. The page that made it may be gone when it is pressed: Do gets the frame's
// context.
type Offer struct {
	Tone   components.Tone // "": ToneOK
	Text   string
	Action string
	Do     func(app.Context)
}

// Choice is what the operator chooses for any device. Done, which may be nil, hears
// of the server's answer before the choice is worn.
type Choice struct {
	Change func(*api.Preferences)
	Done   func(app.Context, error)
}

// Offer tells that something went well, and what can be done about it.
func (d Deps) Offer(ctx app.Context, o Offer) { ctx.NewActionWithValue(state.ActionToast, o) }

// Dropped tells that what was typed has gone, and offers to bring it back.
func (d Deps) Dropped(ctx app.Context, undo func(app.Context)) {
	d.Offer(ctx, Offer{Text: text.T("edit.dropped"), Action: text.T("action.undo"), Do: undo})
}
