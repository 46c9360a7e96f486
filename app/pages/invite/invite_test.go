package invite

import (
	"strings"
	"testing"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/app/pages/pagetest"
	"github.com/shopdesk/shopdesk/app/routes"
)

func TestModel(t *testing.T) {
	t.Parallel()
	m := model{token: "x"}
	m.looked(&api.InviteInfo{Name: "Mei", Inviter: "Ada", Grants: []api.Grant{{Role: api.RoleStaff}, {ShopID: 2, Role: api.RoleOwner}}, Shops: []string{"", "Central"}}, nil)
	if got := strings.Join(roles(m.info), "; "); m.name != "Mei" || got != "Staff in all shops; Owner in Central" {
		t.Errorf("%q, %s", m.name, got)
	}
	if _, ok := m.submit(); ok || len(m.faults) != 2 {
		t.Errorf("half a form: %v", m.faults)
	}
	m.login, m.password = " mei ", "a long enough secret"
	request, ok := m.submit()
	if !ok || request.Login != "mei" || request.Token != "x" {
		t.Errorf("%+v", request)
	}
	m.failed(&api.Error{Code: api.CodeLoginTaken})
	if m.busy || m.faults.At(fieldLogin) == "" || m.password == "" {
		t.Errorf("a taken name: %+v", m)
	}
	m.failed(&api.Error{Code: api.CodeInvalid, Problems: []api.Problem{{Path: "password", Code: "names_you"}}})
	if !strings.Contains(m.faults.At(fieldPassword), "must not hold your name") {
		t.Errorf("%v", m.faults)
	}
	m.failed(&api.Error{Code: api.CodeLinkUsed})
	if !m.used {
		t.Error("a used link isn't told")
	}
}

func TestMarkup(t *testing.T) {
	t.Parallel()
	page := &Page{Deps: pagetest.Deps(t, routes.Route{Page: routes.Invite}, "")}
	if html := pagetest.Markup(page); !strings.Contains(html, "This link is incomplete") {
		t.Error(html)
	}
	page.model.token = "x"
	page.model.looked(&api.InviteInfo{Reset: true, Name: "Ada", Login: "ada"}, nil)
	html := pagetest.Markup(page)
	if !strings.Contains(html, "Choose a new password") || strings.Contains(html, fieldLogin) {
		t.Error("a reset:", html)
	}
	page.model.used = true
	if html = pagetest.Markup(page); strings.Contains(html, "<form") {
		t.Error("a used link:", html)
	}
}
