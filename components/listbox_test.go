package components

import (
	"testing"

	"pgregory.net/rapid"
)

func TestRowWindow(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		count := rapid.IntRange(0, 3000).Draw(t, "count")
		first := rapid.IntRange(0, max(0, count-1)).Draw(t, "first")
		from, to := rowWindow(count, first)
		if from < 0 || to > count || to-from != min(count, rowsMost) {
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

// Safari tells that a composition is over before it tells of the Enter that ended it. That Enter chose the first shop
// of the list.
func TestKeyOfAnInputMethodIsNone(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		press map[string]any
		want  bool
	}{
		"Enter":                        {map[string]any{"keyCode": 13}, false},
		"Enter in a composition":       {map[string]any{"keyCode": 13, "isComposing": true}, true},
		"the Enter that ends it":       {map[string]any{"keyCode": 229}, true},
		"a press of the browser's own": {nil, false},
	} {
		if got := composing(event(tt.press)); got != tt.want {
			t.Errorf("%s: %t, want %t", name, got, tt.want)
		}
	}
}
