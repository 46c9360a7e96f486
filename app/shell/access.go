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
	note := &components.Note{ID: "access", Tone: components.ToneWarn, Title: text.T("connections.banner.late")}
	if shop.Access.State == api.ConnectionSignIn {
		note.Tone, note.Title = components.ToneBad, text.T("connections.banner")
	}
	note.Text = text.T("connections.banner.others")
	if operator := r.State.Operator(); operator != nil && operator.Role == api.RoleOwner {
		note.Text = ""
		note.Actions = func() []app.UI {
			return []app.UI{&components.Link{
				Href: r.Mount.Href(routes.Route{Page: routes.Connections}), Label: text.T("connections.banner.owner"),
				Kind: components.LinkButton,
			}}
		}
	}
	return note
}

// accessTrouble reports whether the current shop's access needs somebody.
func (r *Root) accessTrouble() bool {
	shop, ok := r.State.Shop(r.route.ShopID)
	return ok && r.signedInside() && shop.Access.State != ""
}
