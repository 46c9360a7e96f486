package components

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestMatchShops(t *testing.T) {
	t.Parallel()
	shops := []ShopItem{
		{ID: 100001, Name: "Harbour Noodle · Central", Detail: "海港麵家 中環"},
		{ID: 100002, Name: "Harbour Noodle · Sha Tin", Detail: "海港麵家 沙田"},
		{ID: 200017, Name: "Marina Grill", Detail: "Dubai"},
	}
	for _, tt := range []struct {
		name  string
		query string
		want  []int
	}{
		{"everything", "  ", []int{0, 1, 2}},
		{"any case", "HARBOUR", []int{0, 1}},
		{"every word, in any order", "tin harb", []int{1}},
		{"the second name", "中環", []int{0}},
		{"the id", "20001", []int{2}},
		{"nothing", "zz", []int{}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tt.want, matchShops(shops, tt.query)); diff != "" {
				t.Errorf("shops (-want +got):\n%s", diff)
			}
		})
	}
}

func TestShopWindow(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		count := rapid.IntRange(0, 3000).Draw(t, "count")
		first := rapid.IntRange(0, max(0, count-1)).Draw(t, "first")
		from, to := shopWindow(count, first)
		if from < 0 || to > count || to-from != min(count, shopListRows) {
			t.Fatalf("rows %d to %d of %d", from, to, count)
		}
		if count > 0 && (first < from || first >= to) {
			t.Fatalf("row %d isn't among %d to %d", first, from, to)
		}
	})
}

func TestStep(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		key           string
		active, count int
		want          int
		ok            bool
	}{
		{"ArrowDown", 0, 3, 1, true},
		{"ArrowDown", 2, 3, 0, true},
		{"ArrowUp", 0, 3, 2, true},
		{"Home", 2, 3, 0, true},
		{"End", 0, 3, 2, true},
		{"PageDown", 0, 3, 2, true},
		{"PageUp", 7, 9, 1, true},
		{"a", 1, 3, 1, false},
		{"ArrowDown", 0, 0, 0, false},
	} {
		got, ok := step(tt.key, tt.active, tt.count)
		if got != tt.want || ok != tt.ok {
			t.Errorf("%s at %d of %d: %d %v, want %d %v", tt.key, tt.active, tt.count, got, ok, tt.want, tt.ok)
		}
	}
}
