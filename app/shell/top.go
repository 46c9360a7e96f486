package shell

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/chain/pauses"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
)

// currentShop is the shop that the console is in, for the bar and the rail alike:
// the page's, else the operator's only one; 0 for none.
func (r *Root) currentShop() int64 {
	if _, theirs := r.State.Shop(r.route.ShopID); theirs && r.route.InShop() {
		return r.route.ShopID
	}
	if shops, _ := r.State.Shops(); len(shops) == 1 {
		return shops[0].ShopID
	}
	return 0
}

// top is the bar above the page.
func (r *Root) top(standing state.Standing) app.UI {
	pill, known := pages.StandingPill(standing)
	shops, _ := r.State.Shops()
	return app.Header().Class("top").Body(
		components.Maybe(len(shops) > 0, r.switcher),
		app.Div().Class("top-status").DataSet("shop", r.route.InShop()).Body(app.If(r.route.InShop() &&
			known, func() app.UI {
			pill.Live = true
			return &pill
		}), r.pausedBy()),
		app.Span().Class("grow"),
		r.watch.Pill(),
		components.Maybe(r.mayPause(), r.pauseButton),
		components.Maybe(!r.route.InShop() && pauses.May(r.State), r.manyButton),
		app.If(r.State.Operator() != nil, r.menu),
	)
}

// Ids in the menu. Those of themes begin with itemTheme.
const (
	itemTheme    = "theme-"
	itemCompact  = "compact"
	itemOut      = "out"
	itemInstall  = "install"
	itemSettings = "settings"
)

// menu is the operator's own.
func (r *Root) menu() app.UI {
	operator := r.State.Operator()
	worn := r.State.Theme()
	var items []components.MenuItem
	for _, theme := range state.Themes() {
		label := text.T("edit.of", text.T("account.theme"), text.T("theme."+string(theme)))
		items = append(items, components.MenuItem{ID: itemTheme + string(theme), Label: label, Current: theme == worn})
	}
	compact := components.MenuItem{ID: itemCompact, Label: text.T("menu.compact"), Current: r.State.Compact()}
	items = append(append(items, compact), languageItems()...)
	if r.installable {
		items = append(items, components.MenuItem{ID: itemInstall, Label: text.T("menu.install")})
	}
	items = append(items, components.MenuItem{ID: itemSettings, Label: text.T("nav.settings")})
	if !r.State.Session().HostSign {
		items = append(items, components.MenuItem{ID: itemOut, Label: text.T("menu.out")})
	}
	role := text.Word("role.", operator.Role)
	name := operator.Name
	if role != "" {
		name = text.T("join.comma", name, role)
	}
	return pages.Div("me",
		app.Span().Class("me-name").Body(
			app.B().Class("cut").Dir("auto").Text(operator.Name),
			pages.Span("soft small", role),
		),
		&components.Menu{
			ID: "me", Label: name, Icon: components.IconPerson, Bare: true, Items: items, OnChoose: r.chooseMine,
		},
	)
}

func (r *Root) chooseMine(ctx app.Context, id string) {
	switch id {
	case itemCompact:
		r.State.SetCompact(!r.State.Compact())
		r.wear()
	case itemInstall:
		ctx.ShowAppInstallPrompt()
	case itemOut:
		r.signOut()
	case itemSettings:
		r.open(ctx, routes.Route{Page: routes.Settings})
	default:
		r.chooseLanguage(ctx, id)
	}
	if theme, ok := strings.CutPrefix(id, itemTheme); ok {
		r.State.SetTheme(state.Theme(theme))
		r.wear()
		r.keepTheme(state.Theme(theme))
	}
}
