package setup

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/app/pages/form"
	"github.com/shopdesk/shopdesk/app/pages/pagetest"
	"github.com/shopdesk/shopdesk/app/routes"
)

func TestSubmit(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name                  string
		person, login, passwd string
		want                  []string // the fields that are wrong
	}{
		{"empty", "", "", "", []string{fieldName, fieldLogin, fieldPassword}},
		{"blank", "  ", " ", "   ", []string{fieldName, fieldLogin, fieldPassword}},
		{"short, in characters", "Ann", "ann", "密碼密碼密碼密碼密碼密", []string{fieldPassword}},
		{"long enough, in characters", "Ann", "ann", "密碼密碼密碼密碼密碼密碼", nil},
		{"too long", "Ann", "ann", strings.Repeat("x", 129), []string{fieldPassword}},
		{"space in the login", "Ann", "ann lee", "correct horse battery", []string{fieldLogin}},
		{"an e-mail address", "Ann", "ann+1@example.com", "correct horse battery", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			m := model{token: "tok", name: tt.person, login: tt.login, password: tt.passwd}
			_, ok := m.submit()
			var got []string
			for _, f := range m.faults {
				got = append(got, f.Field)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" || ok != (tt.want == nil) {
				t.Errorf("ok %v (-want +got):\n%s", ok, diff)
			}
		})
	}
}

func TestFailed(t *testing.T) {
	t.Parallel()
	m := model{busy: true}
	m.failed(&api.Error{Code: api.CodeInvalid, Problems: []api.Problem{
		{Path: "password", Code: "too_common"}, {Path: "login", Code: "taken_by_aliens"}, {Path: "name", Code: "too_long", Args: []any{100.0}},
	}})
	want := form.Faults{
		{Field: fieldPassword, Text: "Many people use this password. Choose another one."},
		{Field: fieldLogin, Text: "The server doesn't accept this."},
		{Field: fieldName, Text: "Make the name at most 100 characters long."},
	}
	if diff := cmp.Diff(want, m.faults); diff != "" || m.busy {
		t.Errorf("busy %v (-want +got):\n%s", m.busy, diff)
	}
	m.failed(&api.Error{Code: api.CodeLinkUsed})
	if !m.used {
		t.Error("a used link isn't said to be used")
	}
}

func TestMarkup(t *testing.T) {
	t.Parallel()
	page := &Page{Deps: pagetest.Deps(t, routes.Route{Page: routes.Setup}, "")}
	if html := pagetest.Markup(page); !strings.Contains(html, "This link is incomplete.") || strings.Contains(html, "<form") {
		t.Errorf("without a token: %s", html)
	}
	page.model.token = "tok"
	html := pagetest.Markup(page)
	if !strings.Contains(html, `autocomplete="new-password"`) || strings.Contains(html, "tok\"") {
		t.Errorf("with a token: %s", html)
	}
	page.model.used = true
	if html := pagetest.Markup(page); !strings.Contains(html, `href="/admin/console/signin"`) {
		t.Errorf("used: %s", html)
	}
}
