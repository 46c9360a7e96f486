package components

import "testing"

// A control is drawn the same for ever, and written when its owner says something
// new: also when that is what it held before a press.
func TestHeld(t *testing.T) {
	t.Parallel()
	var h held[string]
	for i, step := range []struct {
		press, wants string
		written      bool
	}{
		{"", "a", false},
		{"b", "b", false},
		{"", "b", false},
		{"c", "b", true}, // refused
		{"", "b", false},
		{"", "d", true},
	} {
		if step.press != "" {
			h.heard(step.press)
		}
		if got := h.draw(step.wants); got != "a" {
			t.Errorf("%d: drawn with %q", i, got)
		}
		if got := h.differs(step.wants); got != step.written {
			t.Errorf("%d: written %v", i, got)
		}
	}
}
