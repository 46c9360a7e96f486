package pages

import (
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

func TestUnbroken(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		words string
		want  []string // the pieces that stay on a line
	}{
		{"Closed all day", nil},
		{"\u206611:00–15:00\u2069 and \u206618:00–02:00\u00a0⁺¹\u2069.",
			[]string{"\u206611:00–15:00\u2069", "\u206618:00–02:00\u00a0⁺¹\u2069"}},
		{"25–26 Dec: 11:00–02:00\u00a0⁺¹, 6 shops", []string{"25–26", "11:00–02:00\u00a0⁺¹"}},
		{"Phones: \u2066852-25460101\u2069, \u206655-11-3000\u2069 → none, 2 shops",
			[]string{"\u2066852-25460101\u2069", "\u206655-11-3000\u2069"}},
		{"Noodle 7 - 11:00", nil},
		{"from \u2066img.example/…/front.jpg\u2069", nil},
	} {
		html := app.HTMLString(app.P().Body(Unbroken(tt.words)...))
		for _, piece := range tt.want {
			if want := "<span class=\"whole num\">" + piece + "</span>"; !strings.Contains(html, want) {
				t.Errorf("%q lacks %q: %s", tt.words, want, html)
			}
		}
		if got := strings.Count(html, "<span"); got != len(tt.want) {
			t.Errorf("%q has %d pieces, want %d: %s", tt.words, got, len(tt.want), html)
		}
	}
}
