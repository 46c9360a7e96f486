package setup

import (
	"strings"
	"testing"

	"github.com/shopdesk/shopdesk/app/pages/pagetest"
	"github.com/shopdesk/shopdesk/app/routes"
)

func TestMarkup(t *testing.T) {
	t.Parallel()
	page := &Page{Deps: pagetest.Deps(t, routes.Route{Page: routes.Setup}, "")}
	if html := pagetest.Markup(page); !strings.Contains(html, "This link is incomplete.") ||
		strings.Contains(html, "<form") {
		t.Errorf("without a token: %s", html)
	}
	page.form.Token = "tok"
	html := pagetest.Markup(page)
	if !strings.Contains(html, `autocomplete="new-password"`) || strings.Contains(html, "tok\"") {
		t.Errorf("with a token: %s", html)
	}
	page.form.Used = true
	if html := pagetest.Markup(page); !strings.Contains(html, `href="/admin/console/signin"`) {
		t.Errorf("used: %s", html)
	}
}
