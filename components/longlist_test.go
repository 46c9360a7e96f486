package components

import (
	"strconv"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// Outside a browser nothing is far: all rows are there, counted.
func TestLongList(t *testing.T) {
	t.Parallel()
	html := app.HTMLString(&LongList{ID: "l", Label: "Shops", Count: 95, Row: func(i int) app.UI {
		return app.Span().Text("row " + strconv.Itoa(i))
	}})
	for want, n := range map[string]int{`role="listitem"`: 95, `role="presentation"`: 3, `aria-setsize="95"`: 95,
		`aria-posinset="95"`: 1, "row 94": 1} {
		if got := strings.Count(html, want); got != n {
			t.Errorf("%q stands %d times, want %d", want, got, n)
		}
	}
	if html := app.HTMLString(&LongList{ID: "l", Label: "Shops"}); strings.Contains(html, "listitem") {
		t.Errorf("rows in %s", html)
	}
}
