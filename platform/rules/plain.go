package rules

import "strings"

// Plain is text in which numbers can be read and looked for: full-width forms,
// Arabic digits and the spaces in ASCII, without the marks that keep text
// left-to-right and other signs that aren't seen.
func Plain(text string) string { return strings.Map(plainRune, text) }

func plainRune(r rune) rune {
	switch {
	case r >= 0xff01 && r <= 0xff5e: // full-width ASCII
		return r - 0xff01 + '!'
	case r >= 0x660 && r <= 0x669:
		return r - 0x660 + '0'
	case r >= 0x6f0 && r <= 0x6f9:
		return r - 0x6f0 + '0'
	case r == 0xa0 || r == 0x3000 || r == 0x202f || r == 0x2009 || r == '\t':
		return ' '
	case r >= 0x200b && r <= 0x200f || r >= 0x202a && r <= 0x202e || r >= 0x2060 && r <= 0x2069 || r == 0xfeff:
		return -1
	}
	return r
}
