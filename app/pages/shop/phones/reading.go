package phones

import (
	"strconv"
	"strings"

	"github.com/shopdesk/shopdesk/platform/rules"
)

// reading is what a text means as a phone. Country is nil as long as nothing
// tells it. Foreign marks a text that is no phone: it holds something else.
type reading struct {
	Country *country
	Digits  string // of the national number, without trunk
	Foreign bool
}

// read understands the usual forms: "+852 1234 5678", "00852…", "(852)
// 1234-5678", "852-12345678", and a number as it is dialled in current, the
// country chosen so far (nil for none).
func read(text string, current *country) reading {
	text = plain(text)
	digits := digitsOf(text)
	if rest, ok := international(text); ok {
		code := digitsOf(rest)
		if c := byPrefix(code); c != nil {
			if current != nil && current.Code == c.Code {
				c = current
			}
			return reading{Country: c, Digits: c.national(code[len(c.Code):]), Foreign: foreign(rest)}
		}
		return reading{Digits: code, Foreign: foreign(rest) || len(code) >= longestCode}
	}
	if c, rest := leading(text, current); c != nil {
		return reading{Country: c, Digits: c.national(rest), Foreign: foreign(text)}
	}
	if current != nil {
		return reading{Country: current, Digits: current.national(digits), Foreign: foreign(text)}
	}
	return reading{Digits: digits, Foreign: foreign(text)}
}

// international cuts the mark of an international number off.
func international(text string) (rest string, ok bool) {
	text = strings.TrimLeft(text, "( ")
	for _, mark := range []string{"+", "00"} {
		if rest, ok := strings.CutPrefix(text, mark); ok {
			return rest, true
		}
	}
	return "", false
}

// leading finds a calling code that is set apart at the start, or current's own
// in a number that is too long with it. In America "(212)" is a district and
// not Morocco: what is as long as a number at home is one, unless numbers there
// begin with a "0" when their first part is set apart.
func leading(text string, current *country) (c *country, rest string) {
	digits := digitsOf(text)
	c, rest = apart(text)
	if current == nil {
		return c, rest
	}
	home := current.usual(len(current.national(digits)))
	switch {
	case c != nil && c.Code == current.Code:
		if !home && len(digits) > current.Most {
			return current, rest
		}
	case c != nil:
		if !home && len(digits) > current.Most || home && current.Trunk == "0" && c.usual(len(c.national(rest))) {
			return c, rest
		}
	default:
		rest, found := strings.CutPrefix(digits, current.Code)
		if found && !home && current.usual(len(current.national(rest))) {
			return current, rest
		}
	}
	return nil, ""
}

// apart cuts a calling code off that has brackets around it or a hyphen after
// it, when enough for a number follows.
func apart(text string) (c *country, rest string) {
	group := strings.TrimLeft(text, "(")
	n := len(group) - len(strings.TrimLeft(group, "0123456789"))
	if n == 0 || n == len(group) || group[n] != ')' && group[n] != '-' {
		return nil, ""
	}
	rest = digitsOf(group[n:])
	if c = byCode(group[:n]); c == nil || len(rest) < shortest {
		return nil, ""
	}
	return c, rest
}

// shortest is the number of digits that a number has at least.
const shortest = 4

// plain is [rules.Plain] with one hyphen for all, without what says that a phone
// follows.
func plain(text string) string {
	text = strings.TrimSpace(strings.Map(func(r rune) rune {
		if r >= '\u2010' && r <= '\u2015' || r == '\u2212' {
			return '-'
		}
		return r
	}, rules.Plain(text)))
	if len(text) > 4 && strings.EqualFold(text[:4], "tel:") {
		text = strings.TrimSpace(text[4:])
	}
	return text
}

func digitsOf(text string) string {
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, text)
}

// areaMost is the number of digits that an area code has at most, with a calling code before it.
const areaMost = 6

// foreign reports whether text holds what is no part of a phone, or a second number: "030/901820" is one number,
// "2546 0102/03" is two.
func foreign(text string) bool {
	first, second, _ := strings.Cut(text, "/")
	return len(digitsOf(first)) > areaMost && digitsOf(second) != "" || strings.ContainsFunc(text, func(r rune) bool {
		return !strings.ContainsRune("0123456789 -()./", r)
	})
}

// theirs are the groups in which a country's people write a number of so many
// digits, where those aren't the usual ones.
var theirs = map[string][]int{
	"AE9": {2, 3, 4}, "SA9": {2, 3, 4},
	"BR10": {2, 4, 4}, "BR11": {2, 5, 4},
}

// grouped writes digits as they are easily read in a country: "1234 5678".
func grouped(digits, country string) string {
	sizes, known := theirs[country+strconv.Itoa(len(digits))]
	switch n := len(digits); {
	case known:
	case n <= 4:
		return digits
	case n <= 7:
		sizes = []int{3, 4}
	case n == 8:
		sizes = []int{4, 4}
	case n <= 10:
		sizes = []int{3, 3, 4}
	case n == 11:
		sizes = []int{3, 4, 4}
	default:
		sizes = []int{4, 4, 4, 4}
	}
	var groups []string
	for _, size := range sizes {
		if size = min(size, len(digits)); size > 0 {
			groups = append(groups, digits[:size])
			digits = digits[size:]
		}
	}
	if digits != "" {
		groups = append(groups, digits)
	}
	return strings.Join(groups, " ")
}
