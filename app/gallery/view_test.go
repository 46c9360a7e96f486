package gallery

import (
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/routes"
)

// TestPageLinksStayUnderTheMount: go-app adds no prefix to links by itself.
func TestPageLinksStayUnderTheMount(t *testing.T) {
	t.Parallel()
	page := &Page{Deps: pages.Deps{
		Mount: routes.At("/admin/console"),
		Route: routes.Route{Page: routes.Gallery, Rest: "Button/dark"},
	}}
	markup := app.HTMLString(page)
	for _, want := range []string{
		`href="/admin/console/gallery/Button/dark-rtl"`,
		`href="/admin/console/gallery/Switch/dark"`,
		`href="/admin/console/gallery/all/dark"`,
		`data-theme="dark"`,
		`id="` + pages.HeadingID + `"`,
	} {
		if !strings.Contains(markup, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	if strings.Contains(markup, `href="/gallery`) {
		t.Error("a link leaves the mount")
	}
}
