package components

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestMatchItems(t *testing.T) {
	t.Parallel()
	items := []PickerItem{
		{ID: "HK", Name: "Hong Kong", Detail: "+852"},
		{ID: "KP", Name: "North Korea", Detail: "+850"},
		{ID: "GB", Name: "United Kingdom", Detail: "+44"},
	}
	for _, tt := range []struct {
		query string
		want  []int
	}{
		{"", []int{0, 1, 2}},
		{"kong hong", []int{0}},
		{"+85", []int{0, 1}},
		{"852", []int{0}},
		{"gb", []int{2}},
		{"zz", []int{}},
	} {
		if diff := cmp.Diff(tt.want, matchItems(items, tt.query)); diff != "" {
			t.Errorf("%q:\n%s", tt.query, diff)
		}
	}
}

func TestPickerDrawsOnlyWhatIsInSight(t *testing.T) {
	t.Parallel()
	items := make([]PickerItem, 300)
	for i := range items {
		items[i] = PickerItem{ID: fmt.Sprint(i), Name: fmt.Sprint("Entry ", i)}
	}
	root := render(t, &Picker{ID: "p", Label: "Country", SearchLabel: "Find", Value: "150", open: true, items: items, active: 150, first: 150})
	rows := root.all(func(n *node) bool { return n.attrs["role"] == "option" })
	if len(rows) != shopListRows {
		t.Errorf("%d rows are drawn, want %d", len(rows), shopListRows)
	}
	current := root.all(func(n *node) bool { return n.attrs["aria-selected"] == "true" })
	if len(current) != 1 {
		t.Fatalf("%d rows are selected, want 1", len(current))
	}
	current[0].attributes(t, map[string]string{"id": "p-item-150", "aria-posinset": "151", "aria-setsize": "300", "data-active": "true"})
	root.first(t, "combobox").attributes(t, map[string]string{"aria-activedescendant": "p-item-150", "aria-controls": "p-list"})
}

func TestPickerNamesTheChoice(t *testing.T) {
	t.Parallel()
	button := render(t, &Picker{ID: "p", Label: "Country", Name: "Hong Kong", Text: "+852", Invalid: "p-error"}).first(t, "button")
	button.attributes(t, map[string]string{"aria-expanded": "false", "aria-describedby": "p-error", "data-invalid": "true"})
	if got := button.words(); got != "Country: Hong Kong +852" {
		t.Errorf("button reads %q", got)
	}
}
