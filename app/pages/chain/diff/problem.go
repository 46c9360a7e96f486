package diff

import (
	"strconv"
	"strings"

	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
)

// Problem words a rule that a change would break, with the place it stands at, as
// the shop's own pages do: "Friday: This shift overlaps the one from 17:00 to
// 23:00." Dates are those that the change's paths count; without a change, nil.
func Problem(p api.Problem, dates []api.ChangeDate) string {
	words := text.Problem(p)
	if where := place(p.Path, dates); where != "" {
		return text.T("edit.of", where, words)
	}
	return words
}

// Problems words several, each once.
func Problems(list []api.Problem, dates []api.ChangeDate) []string {
	var words []string
	said := map[string]bool{}
	for _, p := range list {
		if w := Problem(p, dates); !said[w] {
			said[w] = true
			words = append(words, w)
		}
	}
	return words
}

// place is what a path is about, of package rules or of a change: a day of the
// week, the second phone. "" is for what needs no place.
func place(path string, dates []api.ChangeDate) string {
	for _, part := range strings.FieldsFunc(path, func(r rune) bool { return r == '.' || r == '[' }) {
		for _, d := range platform.Days() {
			if part == d.Key() {
				return text.Day(d)
			}
		}
	}
	name, rest, _ := strings.Cut(path, "[")
	count, _, _ := strings.Cut(rest, "]")
	i, err := strconv.Atoi(count)
	counted := err == nil && i >= 0
	switch member, _, _ := strings.Cut(name, "."); {
	case member == "dates" && counted && i < len(dates):
		return Span(dates[i].From, dates[i].To)
	case member == "dates", member == "clear", member == "specialBusinessHour":
		return text.T("nav.dates")
	case member == "phones" && counted:
		return text.T("phones.row", i+1)
	case member == "phones":
		return text.T("nav.phones")
	case strings.HasPrefix(member, "picture"):
		return text.T("nav.photo")
	}
	return ""
}
