package shell

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/live"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/app/text"
)

// seen is all that the rail and the bar show. The frame is drawn with every key and every order, they only when this
// has changed.
type seen struct {
	Route       routes.Route
	Revision    int   // of the State
	Minute      int64 // counted from 1970: instants are told as a clock's
	Lang        string
	Standing    state.Standing
	Resuming    bool // the shop
	Installable bool
	Orders      live.Seen
}

func (r *Root) seen() seen {
	return seen{
		Route: r.route, Revision: r.State.Revision(), Minute: r.minute(), Lang: text.Lang(),
		Standing: r.State.Standing(r.route.ShopID),
		Resuming: r.resuming(r.route.ShopID), Installable: r.installable, Orders: r.watch.Seen(),
	}
}

// rail is where one can go.
type rail struct {
	app.Compo

	Root *Root
	Seen seen
}

// Render draws the places.
func (s *rail) Render() app.UI { return s.Root.rail() }

// top is the bar above the page.
type top struct {
	app.Compo

	Root *Root
	Seen seen
}

// Render draws the bar.
func (s *top) Render() app.UI { return s.Root.top(s.Seen.Standing) }
