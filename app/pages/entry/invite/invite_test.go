package invite

import (
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages/pagetest"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/internal/api"
)

func TestLooked(t *testing.T) {
	t.Parallel()
	p := &Page{}
	p.looked(
		app.Context{},
		&api.InviteInfo{
			Name: "Mei", Inviter: "Ada", Grants: []api.Grant{{Role: api.RoleStaff}, {ShopID: 2, Role: api.RoleOwner}},
			Shops: []string{"", "Central"},
		},
		nil,
	)
	if got := strings.Join(roles(p.info), "; "); p.form.Name != "Mei" || got != "Staff in all shops; Owner in Central" {
		t.Errorf("%q, %s", p.form.Name, got)
	}
	p.info.Shops[1], p.info.EnShops = "海港麵家・中環店", []string{"", "Central"}
	if got := roles(p.info); got[1] != "Owner in Central" {
		t.Errorf("an English page: %s", got)
	}
	p.looked(app.Context{}, nil, &api.Error{Code: api.CodeLinkUsed})
	if !p.form.Used {
		t.Error("a used link isn't told")
	}
}

func TestMarkup(t *testing.T) {
	t.Parallel()
	page := &Page{Deps: pagetest.Deps(t, routes.Route{Page: routes.Invite}, "")}
	if html := pagetest.Markup(page); !strings.Contains(html, "This link is incomplete") {
		t.Error(html)
	}
	page.form.Token = "x"
	page.looked(app.Context{}, &api.InviteInfo{Reset: true, Name: "Ada", Login: "ada"}, nil)
	html := pagetest.Markup(page)
	if !strings.Contains(html, "Choose a new password") || strings.Contains(html, "invite-login") {
		t.Error("a reset:", html)
	}
	page.form.Used = true
	if html = pagetest.Markup(page); strings.Contains(html, "<form") {
		t.Error("a used link:", html)
	}
}
