package shell

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
)

// accessNote is the line on a shop's pages that says that its connection to the
// platform needs somebody.
func (r *Root) accessNote() app.UI {
	shop, _ := r.State.Shop(r.route.ShopID)
	note := &components.Note{ID: "access", Tone: components.ToneBad, Title: text.T("connections.banner.late")}
	switch shop.Access.State { //nolint:exhaustive // the application's own access has the words of one that is late
	case api.ConnectionSignIn:
		note.Title = text.T("connections.banner")
	case api.ConnectionLate:
		note.Tone = components.ToneWarn
	}
	note.Text = text.T("connections.banner.others")
	if r.State.Operator().May(api.MayEditConnections) {
		note.Text = ""
		note.Actions = func() []app.UI {
			return []app.UI{r.deps().LinkTo(routes.Route{Page: routes.Connections}, text.T("connections.banner.owner"))}
		}
	}
	return note
}

// accessTrouble reports whether the current shop has no access, or one that ends.
func (r *Root) accessTrouble() (ended, late bool) {
	shop, _ := r.State.Shop(r.route.ShopID)
	late = shop.Access.State == api.ConnectionLate
	return shop.Access.State != "" && !late, late
}
