package diff

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/shopdesk/shopdesk/app/pages/pagetest"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/internal/api"
)

// plain drops the marks that keep figures left to right.
func plain(s string) string { return strings.NewReplacer("\u2066", "", "\u2069", "").Replace(s) }

func TestWords(t *testing.T) {
	t.Parallel()
	noon := []api.Shift{{11 * 3600, 22 * 3600}}
	tests := []struct {
		name string
		in   api.Difference
		want string
	}{
		{
			"a day closes", api.Difference{Part: api.PartWeek, Day: 4, BeforeShifts: noon, AfterShifts: []api.Shift{{0, 0}}},
			"Friday: 11:00–22:00 → Closed all day",
		},
		{
			"a day opens late",
			api.Difference{Part: api.PartWeek, Day: 6, AfterShifts: []api.Shift{{18 * 3600, 2 * 3600}, {11 * 3600, 15 * 3600}}},
			"Sunday: Closed all day → 11:00–15:00 and 18:00–02:00\u00a0⁺¹",
		},
		{
			"a date comes",
			api.Difference{Part: api.PartDates, From: "2026-12-25", To: "2026-12-26", AfterShifts: []api.Shift{{0, 0}}},
			"Fri 25 Dec to Sat 26 Dec 2026: weekly hours → Closed all day",
		},
		{
			"a date goes", api.Difference{Part: api.PartDates, From: "2026-12-25", To: "2026-12-25", BeforeShifts: noon},
			"Fri 25 Dec 2026: 11:00–22:00 → weekly hours",
		},
		{
			"a date we can't read", api.Difference{Part: api.PartDates, From: "soon", To: "later", BeforeShifts: noon},
			"soon–later: 11:00–22:00 → weekly hours",
		},
		{
			"paused", api.Difference{Part: api.PartStatus, Before: []string{"open"}, After: []string{"paused"}},
			"Orders: Open → Paused",
		},
		{
			"paused until",
			api.Difference{Part: api.PartStatus, Before: []string{"open"}, After: []string{"paused", "1795161600000"}},
			"Orders: Open → Paused until \u206820 Nov, 08:00",
		},
		{
			"a standing with what we don't know",
			api.Difference{Part: api.PartStatus, Before: []string{"paused", "soon"}, After: []string{"open"}},
			"Orders: Paused soon → Open",
		},
		{
			"a standing we don't know", api.Difference{Part: api.PartStatus, Before: []string{"asleep"}, After: nil},
			"Orders: asleep → none",
		},
		{
			"phones", api.Difference{Part: api.PartPhones, Before: []string{"852-1", "852-2"}, After: []string{"852-3"}},
			"Phones: 852-1, 852-2 → 852-3",
		},
		{
			"a photo", api.Difference{Part: api.PartPicture, After: []string{"https://a.example/x.jpg"}},
			"Photo: none → a.example/x.jpg",
		},
		{
			"a photo far down", api.Difference{Part: api.PartPicture, Before: []string{"https://a.example/shops/7/x.jpg"},
				After: []string{"no address"}},
			"Photo: a.example/…/x.jpg → no address",
		},
		{"a part we don't know", api.Difference{Part: "menu", Before: []string{"a"}, After: []string{"b"}}, "menu: a → b"},
		{"a day we don't know", api.Difference{Part: api.PartWeek, Day: 9}, "week: Closed all day → Closed all day"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := plain(Words([]api.Difference{tt.in}, text.When)); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestProblems(t *testing.T) {
	t.Parallel()
	got := Problems([]api.Problem{
		{Path: "businessHourOfTheWeek.fri[1].endTime", Code: "overlap", Args: []any{0.0, 61200.0, 82800.0}},
		{Path: "businessHourOfTheWeek.fri[1].startTime", Code: "overlap", Args: []any{0.0, 61200.0, 82800.0}},
		{Path: "specialBusinessHour[0]", Code: "dates_overlap", Args: []any{1.0, "2026-12-24", "2026-12-26"}},
		{Path: "unlisted", Code: "unlisted", Args: []any{"2026-12-24", "2026-12-26"}},
		{Path: "phones[1]", Code: "phone_format", Args: []any{"12"}},
		{Path: "pictureUrl", Code: "picture_scheme"},
		{Path: "menu", Code: "too_spicy"},
		{Path: "dates[1].to", Code: "range_reversed"},
		{Path: "dates[7]", Code: "range_reversed"},
		{Path: "week.sun[0].endTime", Code: "equal_times", Args: []any{0.0}},
	}, []api.ChangeDate{{}, {ChangeRange: api.ChangeRange{From: "2026-12-25", To: "2026-12-25"}}})
	want := []string{
		"Friday: This shift overlaps the one from 17:00 to 23:00.",
		"Special dates: These dates overlap those from Thu 24 Dec to Sat 26 Dec.",
		"The platform doesn't list Thu 24 Dec to Sat 26 Dec, which this console knows. Choose to keep such dates, or say " +
			"on the shop's page of special dates what happened to them.",
		"Phone 2: “12” must be written as area code, hyphen, number: 852-12345678.",
		"Photo: The address must start with https:// or http://.",
		"This breaks the rule “too_spicy”.",
		"Fri 25 Dec 2026: The last day is before the first.",
		"Special dates: The last day is before the first.",
		"Sunday: This shift starts and ends at the same time, 00:00.",
	}
	for i := range got {
		got[i] = text.Plain(got[i])
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestView(t *testing.T) {
	t.Parallel()
	html := pagetest.Markup(View([]Line{{What: "Friday", Before: "11:00–22:00", After: "<b>"}}))
	for _, want := range []string{"<b>Friday</b>", ">11:00–22:00</span>", "Before:", "After:", "&lt;b&gt;"} {
		if !strings.Contains(html, want) {
			t.Errorf("no %q in %s", want, html)
		}
	}
}
