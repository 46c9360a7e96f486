package device

import (
	"regexp"
	"testing"
)

// The server refuses a template whose id has other characters than these.
func TestNewID(t *testing.T) {
	t.Parallel()
	shape := regexp.MustCompile(`^[a-z2-7]{26}$`)
	seen := map[string]bool{}
	for range 1000 {
		id := NewID()
		if !shape.MatchString(id) || seen[id] {
			t.Fatalf("%q: want 26 letters and digits, each time others", id)
		}
		seen[id] = true
	}
}
