package api

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Nameable reports whether text names something: plain text of which something is seen and that has at most so many
// characters.
func Nameable(text string, most int) bool { return Visible(text) && Optional(text, most) }

// Optional reports whether text is blank or [Nameable], for a name or a note that may be left out.
func Optional(text string, most int) bool {
	seen := Visible(text) || strings.TrimSpace(text) == ""
	return seen && utf8.RuneCountInString(text) <= most && PlainText(text)
}

// Visible reports whether something of text is seen on a screen.
func Visible(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsSpace(r) && !invisible(r) })
}

// invisible reports whether a character takes no ink: Unicode's default-ignorable characters, and the blank of Braille.
func invisible(r rune) bool {
	switch {
	case r == 0xad, r == 0x34f, r == 0x61c, r == 0x115f, r == 0x1160, r == 0x17b4, r == 0x17b5, r == 0x2800, r == 0x3164,
		r == 0xfeff, r == 0xffa0, r >= 0x180b && r <= 0x180f, r >= 0x200b && r <= 0x200f, r >= 0x202a && r <= 0x202e,
		r >= 0x2060 && r <= 0x206f, r >= 0xfe00 && r <= 0xfe0f, r >= 0xe0000 && r <= 0xe0fff:
		return true
	}
	return false
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
