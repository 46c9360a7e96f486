package components

import (
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

func TestRoundUp(t *testing.T) {
	t.Parallel()
	for n, want := range map[int64]int64{0: 1, 1: 1, 3: 4, 5: 5, 6: 8, 9: 10, 42: 50, 81: 100, 1001: 2000} {
		if got := RoundUp(n); got != want {
			t.Errorf("%d: %d, want %d", n, got, want)
		}
	}
}

// Bars are as high as their values say, and stand on the ground.
func TestPlotBars(t *testing.T) {
	t.Parallel()
	root := render(
		t,
		&PlotBars{
			Bars: []PlotBar{{Value: 0}, {Value: 25, Tick: "6", Words: "6:00: 25"}, {Value: 50}, {Value: 70}}, Top: 50,
			Mark: "50",
		},
	)
	bars := root.All(".plot-bar")
	for i, want := range []map[string]string{
		{"x": "2", "y": "1000", "height": "0", "data-most": ""}, {"x": "12", "y": "500", "height": "500"},
		// what is above the top is cut
		{"y": "0", "height": "1000", "data-most": ""}, {"y": "0", "height": "1000", "data-most": "true"},
	} {
		bars[i].Attributes(t, want)
	}
	root.First(t, ".plot-axes").Attributes(t, map[string]string{"dir": ""}) // the page's
	if words := root.Words(); !strings.Contains(words, "6:00: 25") || !strings.Contains(words, "50") {
		t.Errorf("says %q", words)
	}
}

// An earlier value is a line across the place, and a closed place has its ground shaded; the words below tell both.
func TestPlotBarsBeside(t *testing.T) {
	t.Parallel()
	root := render(t, &PlotBars{
		Bars: []PlotBar{{Value: 25, Before: 50}, {Closed: true}}, Top: 50, Now: "today", Then: "a week before",
	})
	before, closed := root.All(".plot-before"), root.All(".plot-closed")
	before[0].Attributes(t, map[string]string{"d": "M0 0h9"})
	before[1].Attributes(t, map[string]string{"d": ""})
	closed[0].Attributes(t, map[string]string{"height": "0"})
	closed[1].Attributes(t, map[string]string{"x": "10", "width": "10", "height": "1000"})
	if words := root.First(t, ".plot-keys").Words(); words != "today a week before" {
		t.Errorf("the keys say %q", words)
	}
}

// A gap breaks the line.
func TestPlotSpread(t *testing.T) {
	t.Parallel()
	root := render(
		t,
		&PlotSpread{Spans: []PlotSpan{{Low: 10, High: 20}, {Low: 30, High: 40}, {None: true}, {Low: 20, High: 20}}, Top: 40},
	)
	root.First(t, ".plot-joint").Attributes(t, map[string]string{"d": "M5 750L15 250M35 500"})
	reach := root.All(".plot-reach")
	if len(reach) != 3 {
		t.Fatalf("%d spans", len(reach))
	}
	reach[1].Attributes(t, map[string]string{"d": "M15 250V0"})
}

// A dot is the half and a line reaches to nine of ten; the words below didn't say so.
func TestPlotSpreadSaysWhatItsMarksAre(t *testing.T) {
	t.Parallel()
	root := render(t, &PlotSpread{
		Spans: []PlotSpan{{Low: 10, High: 20}}, Top: 40, Now: "today", Half: "half within", Most: "nine of ten within",
		Then: "a week before",
	})
	if words := root.First(t, ".plot-keys").Words(); words != "today half within nine of ten within a week before" {
		t.Errorf("the keys say %q", words)
	}
	for _, key := range []string{"half", "most"} {
		root.First(t, `.plot-keys [data-key="`+key+`"]`)
	}
}

// The table is there for those who don't see the drawing, open or not.
func TestPlotHasItsTable(t *testing.T) {
	t.Parallel()
	plot := &Plot{
		ID: "p", Title: "Orders", Says: "Most at 19:00.", Toggle: "Show as table", Heads: []string{"Hour", "Orders"},
		Rows:  [][]string{{"19:00", "42"}},
		Links: [][]string{{"", "/behind"}}, Draw: func() []app.UI { return []app.UI{&PlotBars{}} },
	}
	for _, open := range []bool{false, true} {
		plot.open = open
		root := render(t, plot)
		root.First(t, ".plot-draw").Attributes(t, map[string]string{"aria-hidden": "true"})
		root.First(t, "table").Attributes(t, map[string]string{"aria-labelledby": "p-title"})
		if shown := len(root.All(".plot-table")) == 1; shown != open {
			t.Errorf("open %v, shown %v", open, shown)
		}
		if links := root.All("td a"); len(links) == 1 != open || len(root.All("th a")) != 0 {
			t.Errorf("open %v, %d links", open, len(links))
		}
		if words := root.First(t, "table").Words(); !strings.Contains(words, "19:00") || !strings.Contains(words, "42") {
			t.Errorf("the table says %q", words)
		}
	}
}

// The longest row fills the line; none is longer.
func TestPlotRows(t *testing.T) {
	t.Parallel()
	root := render(t, &PlotRows{Rows: []PlotRow{{Name: "a", Value: 12}, {Name: "b", Value: 3}, {Name: "c"}}})
	bars := root.All(".plot-bar")
	for i, want := range []string{"1000", "250", "0"} {
		bars[i].Attributes(t, map[string]string{"width": want})
	}
}

// An earlier value is a mark across its row, also where it is the greatest; the words below tell both.
func TestPlotRowsBeside(t *testing.T) {
	t.Parallel()
	root := render(t, &PlotRows{
		Rows: []PlotRow{{Name: "a", Value: 10, Before: 20}, {Name: "b", Value: 5}}, Now: "today", Then: "a week before",
	})
	bars, before := root.All(".plot-bar"), root.All(".plot-before")
	bars[0].Attributes(t, map[string]string{"width": "500"})
	before[0].Attributes(t, map[string]string{"d": "M996 0v10"})
	before[1].Attributes(t, map[string]string{"d": ""})
	if words := root.First(t, ".plot-keys").Words(); words != "today a week before" {
		t.Errorf("the keys say %q", words)
	}
}
