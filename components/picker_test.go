package components

import (
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

func TestPickerDrawsOnlyWhatIsInSight(t *testing.T) {
	t.Parallel()
	for name, section := range map[string]string{"one list": "", "with a heading": "Others"} {
		items := manyItems(2000, section)
		p := &Picker{
			ID: "p", Label: "Country", SearchLabel: "Find", Value: "1500", Items: func() []PickerItem { return items },
		}
		p.unfold("", 0)
		p.active, p.first = 1500, 1500
		root := render(t, p)
		rows := root.All(`[role="option"]`)
		if len(rows) != rowsMost {
			t.Errorf("%s: %d rows are drawn, want %d", name, len(rows), rowsMost)
		}
		current := root.All(`[aria-selected="true"]`)
		if len(current) != 1 {
			t.Fatalf("%s: %d rows are selected, want 1", name, len(current))
		}
		current[0].Attributes(
			t, map[string]string{"id": "p-item-1500", "aria-posinset": "1501", "aria-setsize": "2000", "data-active": "true"},
		)
		root.First(t, "[role=combobox]").Attributes(
			t, map[string]string{"aria-activedescendant": "p-item-1500", "aria-controls": "p-list"},
		)

		// The spacers keep the place of the rows that aren't drawn.
		total, lines := len(rows)*usualRow, len(p.found.lines)
		for _, svg := range root.All(`svg[width="1"]`) {
			height, err := strconv.Atoi(svg.Get("height"))
			if err != nil {
				t.Fatal(err)
			}
			total += height
		}
		if total != lines*usualRow {
			t.Errorf("%s: the list is %d px tall, want %d", name, total, lines*usualRow)
		}
	}
}

// Each section is a group of its own name, and the numbers run through.
func TestPickerGroups(t *testing.T) {
	t.Parallel()
	items := []PickerItem{
		{ID: "1", Name: "One", Section: "Favourites"}, {ID: "2", Name: "Two", Section: "Others"},
		{ID: "3", Name: "Three", Section: "Others"},
	}
	p := &Picker{
		ID: "p", Wide: true, Items: func() []PickerItem { return items },
		State:  func(id string) PickerState { return PickerState{Status: "Open", Starred: id == "1"} },
		OnStar: func(app.Context, string, bool) {},
	}
	p.unfold("", 0)
	root := render(t, p)
	var names, positions []string
	for _, g := range root.All(`[role="group"]`) {
		names = append(names, g.Get("aria-label"))
		for _, o := range g.All(`[role="option"]`) {
			positions = append(positions, o.Get("aria-posinset")+"/"+o.Get("aria-setsize"))
		}
	}
	if diff := cmp.Diff([]string{"Favourites", "Others"}, names); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"1/3", "2/3", "3/3"}, positions); diff != "" {
		t.Error(diff)
	}
	if on := root.All(`[data-on="true"]`); len(on) != 1 || on[0].Get("aria-hidden") != "true" {
		t.Errorf("%d stars are on", len(on))
	}
}

// A press on a star isn't lost when its row gets a state or becomes the present one
// meanwhile: the elements before it are always the same.
func TestPickerStarKeepsItsElement(t *testing.T) {
	t.Parallel()
	p := &Picker{
		ID: "p", Wide: true, Value: "2",
		Items:  func() []PickerItem { return []PickerItem{{ID: "1", Name: "One"}, {ID: "2", Name: "Two"}} },
		State:  func(id string) PickerState { return PickerState{Status: when(id == "2", "Open")} },
		OnStar: func(app.Context, string, bool) {},
	}
	p.unfold("", 0)
	if stars := render(t, p).All(`.picker-words:first-child + .picker-star`); len(stars) != 2 {
		t.Errorf("%d of 2 stars come after the words", len(stars))
	}
}

func TestPickerNamesTheChoice(t *testing.T) {
	t.Parallel()
	button := render(
		t, &Picker{ID: "p", Label: "Country: Hong Kong", Text: "+852", Invalid: "p-error"},
	).First(t, "button")
	button.Attributes(
		t, map[string]string{"aria-expanded": "false", "aria-describedby": "p-error", "data-invalid": "true"},
	)
	if got := button.Words(); got != "Country: Hong Kong +852" {
		t.Errorf("button reads %q", got)
	}
}
