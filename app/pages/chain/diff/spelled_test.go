package diff

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/shopdesk/shopdesk/internal/api"
)

func TestChangeSaysEachPart(t *testing.T) {
	t.Parallel()
	noon := []api.Shift{{11 * 3600, 22 * 3600}}
	christmas := api.ChangeRange{From: "2026-12-25", To: "2026-12-25"}
	for _, tt := range []struct {
		name string
		in   api.Change
		want string
	}{
		{"nothing", api.Change{}, ""},
		{
			"the week", api.Change{Week: &[7][]api.Shift{noon, noon, noon, noon, noon, noon, noon}},
			"Monday to Sunday: 11:00–22:00",
		},
		{
			"days", api.Change{Days: []api.ChangeDay{{Day: 0, Shifts: noon}, {Day: 1, Shifts: noon}, {Day: 4}}},
			"Monday to Tuesday: 11:00–22:00; Friday: Closed all day",
		},
		{
			"dates", api.Change{
				Clear: []api.ChangeRange{christmas}, Keep: true, Replace: true,
				Dates: []api.ChangeDate{{ChangeRange: christmas, Name: "Christmas", Shifts: []api.Shift{{0, 0}}}},
			},
			"Special dates: remove: Fri 25 Dec 2026; \u2068Christmas, Fri 25 Dec 2026: Closed all day; " +
				"Special dates: Replace what a shop has on these days; Special dates: Keep dates that the platform doesn't list",
		},
		{"phones", api.Change{Phones: []string{"852-3"}}, "Phones: 852-3"},
		{"a photo", api.Change{Picture: "https://a.example/x.jpg"}, "Photo: a.example/x.jpg"},
		{
			"a pause until a moment", api.Change{Pause: &api.ChangePause{Until: 1795161600000, Reason: api.ReasonBusy}},
			"Pause orders: until \u206820 Nov, 08:00 – Too busy",
		},
		{"a pause of a length", api.Change{Pause: &api.ChangePause{Minutes: 60, Until: 1795161600000}}, // whenever it begins
			"Pause orders: 1 hour"},
		{"a pause of another length", api.Change{Pause: &api.ChangePause{Minutes: 45, Until: 1795161600000}},
			"Pause orders: 45 minutes"},
		{"a pause until each opening", api.Change{Pause: &api.ChangePause{Opening: true}},
			"Pause orders: Until each shop's next opening"},
		{
			"a pause with a note", api.Change{Pause: &api.ChangePause{Note: "Staff party"}},
			"Pause orders: Until further notice – Staff party",
		},
		{"resume", api.Change{Resume: true}, "Orders: Resume"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tt.want, plain(Joined(Change(tt.in)))); diff != "" {
				t.Error(diff)
			}
		})
	}
}
