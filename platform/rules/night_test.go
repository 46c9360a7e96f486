package rules_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
)

func TestNights(t *testing.T) {
	t.Parallel()
	const hour = 3600
	week := &platform.Week{Fri: []platform.Period{{StartTime: 3 * hour, EndTime: 5 * hour}}}
	on := func(first, last string, end int) platform.SpecialDate {
		from, _ := rules.ParseDate(first)
		to, _ := rules.ParseDate(last)
		d := platform.SpecialDate{BusinessHour: []platform.Period{{StartTime: 18 * hour, EndTime: end}}}
		d.StartDate, d.EndDate = rules.SpecialRange(from, to, platform.AnchorUTC, nil)
		return d
	}
	early := on("2026-12-25", "2026-12-25", 0)
	early.BusinessHour = week.Fri
	into := []rules.Problem{{Path: "[0].businessHour[0].endTime", Code: rules.CodeSpillOverlap, Warning: true,
		Args: []any{"fri", 0, 3 * hour, 5 * hour}}}
	for _, tt := range []struct {
		name  string
		week  *platform.Week
		dates []platform.SpecialDate
		want  []rules.Problem
	}{
		{"into the week", week, []platform.SpecialDate{on("2026-12-24", "2026-12-24", 4*hour)}, into},
		{"the last of several days", week, []platform.SpecialDate{on("2026-12-22", "2026-12-24", 4*hour)}, into},
		{"until the week begins", week, []platform.SpecialDate{on("2026-12-24", "2026-12-24", 3*hour)}, nil},
		{"not on the last day", week, []platform.SpecialDate{on("2026-12-23", "2026-12-26", 4*hour)}, nil},
		{"cut by the next special date", week, []platform.SpecialDate{on("2026-12-24", "2026-12-24", 4*hour),
			on("2026-12-25", "2026-12-25", 20*hour)}, nil},
		{"cut by a special date that begins as early", week, []platform.SpecialDate{
			on("2026-12-24", "2026-12-24", 4*hour), early}, nil},
		{"no week", nil, []platform.SpecialDate{on("2026-12-24", "2026-12-24", 4*hour)}, nil},
	} {
		if diff := cmp.Diff(tt.want, rules.Nights(tt.dates, tt.week, platform.AnchorUTC, nil)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}
