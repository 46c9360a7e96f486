package api

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Nameable reports whether text names something: plain text that isn't blank and has
// at most so many characters.
func Nameable(text string, most int) bool {
	return strings.TrimSpace(text) != "" && utf8.RuneCountInString(text) <= most && PlainText(text)
}

// PlainText reports whether text may be a name or a note that others read: it
// has no control characters and no line ends, and nothing in it turns the
// direction of words behind it (Unicode's bidi embeddings and overrides, and
// isolates that aren't closed). Isolates in pairs may stand in what was copied
// from a screen.
func PlainText(text string) bool {
	open := 0
	for _, r := range text {
		switch {
		case unicode.IsControl(r), //nolint:forbidigo // the one place
			r == '\u2028', r == '\u2029', r >= '\u202a' && r <= '\u202e':
			return false
		case r >= '\u2066' && r <= '\u2068':
			open++
		case r == '\u2069':
			if open--; open < 0 {
				return false
			}
		}
	}
	return open == 0
}
