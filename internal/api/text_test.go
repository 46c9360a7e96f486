package api

import (
	"strings"
	"testing"
	"unicode"
)

// A name of one zero-width space was taken, and stood blank in the header.
func TestVisible(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"": false, " \u00a0\u3000": false, "\u200b": false, "\u2060 \ufeff\u00ad": false, "\u3164": false,
		"\u2800": false, "\ufe0f\u200d": false, "\u2066\u2069": false,
		"a": true, "\u200bMei": true, "。": true, "👩\u200d🍳": true, "می\u200cخواهم": true,
	} {
		got, nameable, optional := Visible(text), Nameable(text, 60), Optional(text, 60)
		if got != want || nameable != want || optional != (want || strings.TrimSpace(text) == "") {
			t.Errorf("%q: %t, nameable %t, optional %t", text, got, nameable, optional)
		}
	}
}

func TestPlainText(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"":                            true,
		"Mei Wong":                    true,
		"محمد\u200f (المدير)":         true, // a mark of direction turns nothing behind it
		"海港麵家・中環店":                    true,
		"👩\u200d🍳":                    true,
		"\u2068Harbour\u2069 (day)":   true, // copied from the screen
		"\u2068a \u2066b\u2069\u2069": true,
		"two\nlines":                  false,
		"tab\t":                       false,
		"nul\x00":                     false,
		"\u0085":                      false,
		"a\u2028b":                    false,
		"a\u2029b":                    false,
		"\u202egnp.exe":               false,
		"\u202aa\u202c":               false,
		"\u2067open":                  false,
		"\u2068a\u2069\u2069":         false,
		"\u2069a\u2068":               false,
	} {
		if got := PlainText(text); got != want {
			t.Errorf("%q: %t, want %t", text, got, want)
		}
	}
	for r := rune(0); r <= unicode.MaxRune; r++ {
		turns := unicode.Is(unicode.Bidi_Control, r) && r != '\u061c' && r != '\u200e' && r != '\u200f'
		if (turns || unicode.IsControl(r)) && PlainText(string(r)) {
			t.Errorf("%U alone is taken", r)
		}
	}
}
