package gallery

import (
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/internal/markup"
)

// TestPageLinksStayUnderTheMount: go-app adds no prefix to links by itself.
func TestPageLinksStayUnderTheMount(t *testing.T) {
	t.Parallel()
	page := &Page{Deps: pages.Deps{
		Mount: routes.At("/admin/console"),
		Route: routes.Route{Page: routes.Gallery, Rest: "Button/dark"},
	}}
	root := markup.Parse(t, app.HTMLString(page))
	for _, want := range []string{
		`a[href="/admin/console/gallery/Button/dark-rtl"]`,
		`a[href="/admin/console/gallery/Switch/dark"]`,
		`a[href="/admin/console/gallery/all/dark"]`,
		`[data-theme=dark]`,
		`[id=` + pages.HeadingID + `]`,
	} {
		if !root.Has(want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	for _, link := range root.All("[href]") {
		if !strings.HasPrefix(link.Get("href"), "/admin/console/") {
			t.Errorf("the link to %s leaves the mount", link.Get("href"))
		}
	}
}
