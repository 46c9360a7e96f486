package httpio_test

import (
	"testing"

	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
)

func TestLongTextsAreCutBetweenCharacters(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ in, want string }{
		{"", ""}, {"four", "four"}, {"fiver", "fiv…"}, {"我我我我我", "我我我…"}, {"我我我我", "我我我我"}, {"a\xffb", "a\uFFFDb"},
	} {
		if got := httpio.Shorten(tt.in, 4); got != tt.want {
			t.Errorf("%q: %q, want %q", tt.in, got, tt.want)
		}
	}
}
