package text

import (
	"fmt"
	"slices"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// Problems words some broken rules, one sentence after the other; "" for none.
func Problems(all []rules.Problem) string {
	said := make([]string, len(all))
	for i, p := range all {
		said[i] = Problem(p)
	}
	return Together(said...)
}

// Problem words a broken rule for the place it stands at: "This shift overlaps
// the one from 17:00 to 23:00." Which day or field that is, the page says from
// the path. A problem that came over the wire may hold its numbers as floats.
func Problem(p rules.Problem) string {
	key := "problem." + p.Code
	arg := func(i int) any {
		if i < len(p.Args) {
			return p.Args[i]
		}
		return ""
	}
	switch p.Code {
	case rules.CodeEqualTimes:
		return T(key, clock(arg(0)))
	case rules.CodeOverlap:
		return T(key, clock(arg(1)), clock(arg(2)))
	case rules.CodeSpillOverlap:
		day := fmt.Sprint(arg(0))
		if day == "" {
			return T(key+".same", clock(arg(2)), clock(arg(3)))
		}
		return T(key, dayWithin(day), clock(arg(2)), clock(arg(3)))
	case rules.CodeDatesOverlap:
		return T(key, date(arg(1)), date(arg(2)))
	case api.ProblemUnlisted:
		return T(key, date(arg(0)), date(arg(1)))
	case rules.CodeOtherAnchor:
		return T(key + "." + fmt.Sprint(arg(0)))
	}
	if !Has(key) {
		return T("problem.unknown", p.Code)
	}
	args := slices.Clone(p.Args)
	for i := range args {
		if typed, ok := args[i].(string); ok {
			args[i] = LTR(typed)
		}
	}
	return T(key, args...)
}

// Doubt adds to the words of a problem that nothing is refused for it here.
func Doubt(words string) string { return Together(words, T("problem.warned")) }

// clock writes an argument that is a time in seconds.
func clock(arg any) string {
	switch v := arg.(type) {
	case int:
		return rules.FormatClock(v)
	case int64:
		return rules.FormatClock(int(v))
	case float64:
		return rules.FormatClock(int(v))
	}
	return fmt.Sprint(arg)
}

// date writes an argument that is a date such as "2026-12-24".
func date(arg any) string {
	text := fmt.Sprint(arg)
	if d, ok := rules.ParseDate(text); ok {
		return Date(d, DateShort)
	}
	return text
}
