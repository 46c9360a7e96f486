package diff

import (
	"strconv"
	"strings"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// Problem words a rule that a change would break, with the place it stands at, as
// the shop's own pages do: "Friday: This shift overlaps the one from 17:00 to
// 23:00." Dates are those that the change's paths count; without a change, nil.
func Problem(p api.Problem, dates []api.ChangeDate) string {
	words := text.Problem(rules.Problem{Path: p.Path, Code: p.Code, Args: numbers(p.Args)})
	if where := place(p.Path, dates); where != "" {
		return text.T("difference.of", where, words)
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

// numbers makes whole numbers of what came over the wire as floats.
func numbers(args []any) []any {
	whole := make([]any, len(args))
	for i, arg := range args {
		whole[i] = arg
		if f, ok := arg.(float64); ok && f == float64(int64(f)) {
			whole[i] = int(f)
		}
	}
	return whole
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
	switch {
	case strings.HasPrefix(path, "dates["):
		if i, ok := index(path, "dates"); ok && i < len(dates) {
			return Span(dates[i].From, dates[i].To)
		}
		return text.T("dates.title")
	case strings.HasPrefix(path, "specialBusinessHour"), strings.HasPrefix(path, "dates"), strings.HasPrefix(path, "clear"):
		return text.T("dates.title")
	case strings.HasPrefix(path, "phones["):
		if i, ok := index(path, "phones"); ok {
			return text.T("phones.row", i+1)
		}
		return text.T("phones.title")
	case strings.HasPrefix(path, "phones"):
		return text.T("phones.title")
	case strings.HasPrefix(path, "picture"):
		return text.T("difference.picture")
	}
	return ""
}

// index reads the number behind a member's name: 1 of "dates[1].from".
func index(path, member string) (int, bool) {
	inside, _, _ := strings.Cut(strings.TrimPrefix(path, member+"["), "]")
	i, err := strconv.Atoi(inside)
	return i, err == nil && i >= 0
}
