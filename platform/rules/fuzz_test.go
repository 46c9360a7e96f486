package rules_test

import (
	"testing"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
)

func FuzzParseClock(f *testing.F) {
	for _, seed := range []string{"9", "930", "9:30pm", "21.30", "24:00", "noon", "９：３０", "٩:٣٠", "9 a.m.", "25",
		"::", "\xff", ""} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		seconds, ok := rules.ParseClock(text)
		if !ok {
			return
		}
		if seconds < 0 || seconds > platform.DaySeconds {
			t.Fatalf("%q is %d", text, seconds)
		}
		if again, ok := rules.ParseClock(rules.FormatClock(seconds)); !ok || again != seconds {
			t.Fatalf("%q is %d, which is written %q", text, seconds, rules.FormatClock(seconds))
		}
	})
}

// FuzzCheck feeds the rules whatever decodes, for each path: they must not
// panic, and list a bounded number of problems.
func FuzzCheck(f *testing.F) {
	for _, e := range platform.Endpoints() {
		f.Add(e.Path, []byte(`{"shopId":1}`))
	}
	f.Add(platform.PathWeekUpdate,
		[]byte(`{"shopId":1,"businessHourOfTheWeek":{"mon":[{"startTime":1,"endTime":0},{}],"tue":[null]}}`))
	f.Add(platform.PathSpecialUpdate,
		[]byte(`{"shopId":1,"specialBusinessHour":[{"startDate":-9223372036854775808,"endDate":9223372036854775807,"businessHour":[{}]}]}`))
	f.Add(platform.PathContactUpdate, []byte(`{"shopId":1,"phones":["","-","852-12345678"]}`))
	f.Fuzz(func(t *testing.T, path string, body []byte) {
		endpoint, ok := platform.EndpointAt(path)
		if !ok {
			return
		}
		request := endpoint.NewRequest()
		if platform.DecodeStrict(body, request) != nil {
			return
		}
		env := rules.Env{Zone: rules.Fixed(8 * 3600)}
		problems := rules.Check(request, env)
		if len(problems) > 4*rules.MaxProblems {
			t.Fatalf("%d problems", len(problems))
		}
		if special, ok := request.(*platform.SpecialUpdate); ok {
			rules.Effective(rules.Date{Year: 2026, Month: 12, Day: 25}, nil, special.Dates, env.Anchor, env.Zone)
			rules.OpenAt(1766620800000, nil, special.Dates, env.Anchor, env.Zone)
		}
		if week, ok := request.(*platform.WeekUpdate); ok {
			rules.OpenAt(1766620800000, week.Week, nil, env.Anchor, env.Zone)
			rules.Diff(week.Week, rules.Normalize(week.Week))
		}
	})
}
