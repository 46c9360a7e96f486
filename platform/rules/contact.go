package rules

import (
	"slices"
	"strings"

	"github.com/shopdesk/shopdesk/platform"
)

// Phones lists the problems of a shop's contact phones (interface 4.4, rule
// 4). Paths are relative to the list: "" or "[1]". An element that is no text is
// the platform's own and has no format.
func Phones(phones []platform.Phone) []Problem {
	l := &list{}
	checkPhones(l, "", phones)
	return l.problems
}

func checkPhones(l *list, path string, phones []platform.Phone) {
	if n := len(phones); n < platform.MinPhones || n > platform.MaxPhones {
		l.add(path, CodePhoneCount, n, platform.MinPhones, platform.MaxPhones)
	}
	for i, phone := range phones {
		if phone.Raw != "" {
			continue
		}
		if !phoneFormat(phone.Number) {
			l.add(path+index(i), CodePhoneFormat, phone.Number)
			continue
		}
		if ShortPhone(phone.Number) {
			l.add(path+index(i), CodePhoneShort, phone.Number)
		}
		if first := slices.Index(phones[:i], phone); first >= 0 {
			l.add(path+index(i), CodePhoneTwice, first)
		}
	}
}

// ShortPhone reports whether a phone's number has fewer than four digits, as an
// emergency service's has.
func ShortPhone(phone string) bool {
	_, number, _ := strings.Cut(phone, "-")
	return len(number) < 4
}

// phoneFormat is "<international area code>-<number>", digits both: one to
// four, as "1" and "1868" are, and E.164's fifteen in all.
func phoneFormat(phone string) bool {
	area, number, found := strings.Cut(phone, "-")
	return found && digits(area) && digits(number) && area[0] != '0' &&
		len(area) <= 4 && len(area)+len(number) <= 15
}

func digits(text string) bool {
	for i := range len(text) {
		if text[i] < '0' || text[i] > '9' {
			return false
		}
	}
	return text != ""
}
