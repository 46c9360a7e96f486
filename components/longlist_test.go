package components

import (
	"strconv"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// Outside a browser nothing is far: all rows are there, counted.
func TestLongList(t *testing.T) {
	t.Parallel()
	root := render(t, &LongList{ID: "l", Label: "Shops", Count: 95, Row: func(i int) app.UI {
		return app.Span().Text("row " + strconv.Itoa(i))
	}})
	for want, n := range map[string]int{`[role=listitem]`: 95, `[role=presentation]`: 3, `[aria-setsize="95"]`: 95,
		`[aria-posinset="95"]`: 1, `span:contains("row 94")`: 1} {
		if got := len(root.All(want)); got != n {
			t.Errorf("%q stands %d times, want %d", want, got, n)
		}
	}
	if render(t, &LongList{ID: "l", Label: "Shops"}).Has("[role=listitem]") {
		t.Error("an empty list has rows")
	}
}
