package components

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestMatching(t *testing.T) {
	t.Parallel()
	items := []PickerItem{
		{ID: "HK", Name: "Hong Kong", Detail: "+852"},
		{ID: "KP", Name: "North Korea", Detail: "+850"},
		{ID: "GB", Name: "United Kingdom", Detail: "+44"},
		{ID: "100001", Name: "Harbour Noodle · Central", Detail: "海港麵家 中環"},
		{ID: "100002", Name: "Harbour Noodle · Sha Tin", Detail: "海港麵家 沙田"},
		{ID: "1000", Name: "Café São João", Detail: "مطعم أبو أحمد"},
	}
	for _, tt := range []struct {
		query string
		want  []int
	}{
		{"  ", []int{0, 1, 2, 3, 4, 5}},
		{"kong hong", []int{0}},
		{"+85", []int{0, 1}},
		{"852", []int{0}},
		{"gb", []int{2}},
		{"HARBOUR", []int{3, 4}},
		{"tin harb", []int{4}},
		{"中環", []int{3}},
		{"ko", []int{0, 1}},
		{"or", []int{1}},
		{"1000", []int{5, 3, 4}}, // the one with that number first
		{"ir al ong", nil},       // not all of them
		{"in", []int{2, 4}},      // within words
		{"o", []int{0, 1, 2, 3, 4, 5}},
		{"n", []int{1, 3, 4, 0, 2}}, // these three have a word that begins so
		{"cafe joao", []int{5}},     // without the accents
		{"ابو احمد", []int{5}},      // without the hamzas
		{"ｈａｒｂｏｕｒ ｓｈａ", []int{4}},   // full width
		{"zz", nil},
	} {
		var got []int
		for _, at := range matching(items, folded(items), tt.query).lines {
			got = append(got, at.item)
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%q:\n%s", tt.query, diff)
		}
	}
}

// Sections have headings while nothing is searched for; keys pass over them.
func TestSections(t *testing.T) {
	t.Parallel()
	items := []PickerItem{{ID: "1", Section: "A"}, {ID: "2", Section: "A"}, {ID: "3", Section: "B"}}
	f := everything(items)
	if diff := cmp.Diff([]int{1, 2, 4}, f.options); diff != "" || len(f.lines) != 5 || f.item(2) != 2 {
		t.Errorf("%+v\n%s", f, diff)
	}
}

func manyItems(n int, section string) []PickerItem {
	items := make([]PickerItem, n)
	for i := range items {
		items[i] = PickerItem{ID: fmt.Sprint(i), Name: fmt.Sprint("Café ", i), Detail: "海港麵家", Section: section}
	}
	return items
}

// BenchmarkMatching searches 2,000 shops for what a key press asks.
func BenchmarkMatching(b *testing.B) {
	items := manyItems(2000, "")
	texts := folded(items)
	for b.Loop() {
		matching(items, texts, "cafe 17")
	}
}
