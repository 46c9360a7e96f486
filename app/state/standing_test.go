package state_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/shopdesk/shopdesk/app/backend"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
)

const hour = 3600

func TestStanding(t *testing.T) {
	t.Parallel()
	open := platform.Shop{AvailableForOrder: true, Status: platform.ShopOperating}
	shifts := func(p ...platform.Period) []platform.Period { return p }
	lunch := platform.Week{Fri: shifts(platform.Period{StartTime: 11 * hour, EndTime: 22 * hour})}
	late := platform.Week{Sat: shifts(platform.Period{StartTime: 10 * hour, EndTime: 11 * hour})}
	whole := platform.Period{EndTime: 24 * hour}
	always := platform.Week{
		Mon: shifts(whole), Tue: shifts(whole), Wed: shifts(whole), Thu: shifts(whole),
		Fri: shifts(whole), Sat: shifts(whole), Sun: shifts(whole),
	}
	friday, saturday := rules.Date{Year: 2026, Month: 11, Day: 20}, rules.Date{Year: 2026, Month: 11, Day: 21}
	at := func(d rules.Date, seconds int) int64 { return rules.Instant(d, seconds, rules.Fixed(8*hour)) }
	var unsaid platform.Shop
	if err := platform.Read([]byte(`{"shopId":1,"status":"OPEN"}`), &unsaid); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name string
		shop platform.Shop
		week platform.Week
		zone string
		want state.Standing
	}{
		{"open", open, lunch, "Asia/Hong_Kong", state.Standing{Kind: state.StandingOpen, At: at(friday, 22*hour),
			Date: friday, Seconds: 22 * hour}},
		{"opens tomorrow", open, late, "Asia/Hong_Kong",
			state.Standing{Kind: state.StandingClosed, At: at(saturday, 10*hour), Date: saturday, Seconds: 10 * hour, Days: 1}},
		{"always", open, always, "Asia/Hong_Kong", state.Standing{Kind: state.StandingAlways}},
		{"never", open, platform.Week{}, "Asia/Hong_Kong", state.Standing{Kind: state.StandingNever}},
		{"suspended", platform.Shop{Status: platform.ShopSuspended}, lunch, "Asia/Hong_Kong",
			state.Standing{Kind: state.StandingRest}},
		{"refuses", platform.Shop{Status: platform.ShopOperating}, lunch, "Asia/Hong_Kong",
			state.Standing{Kind: state.StandingRefused}},
		{"unknown status", platform.Shop{AvailableForOrder: true, Status: 77}, lunch, "Asia/Hong_Kong",
			state.Standing{Kind: state.StandingOpen, At: at(friday, 22*hour), Date: friday, Seconds: 22 * hour}},
		{"not said", unsaid, lunch, "Asia/Hong_Kong", state.Standing{}},
		{"not said, closed by its hours", unsaid, late, "Asia/Hong_Kong",
			state.Standing{Kind: state.StandingClosed, At: at(saturday, 10*hour), Date: saturday, Seconds: 10 * hour, Days: 1}},
		{"unknown zone", open, lunch, "Mars/Olympus", state.Standing{}},
		{"no zone", open, lunch, "", state.Standing{}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := newState(t, new(state.Memory), "")
			s.SetShops([]api.Shop{{ShopID: 1, Zone: tt.zone}})
			if got := s.Standing(1); got.Kind != state.StandingUnknown {
				t.Errorf("before anything was read: %+v", got)
			}
			s.SetShop(1, &tt.shop)
			s.SetWeek(1, backend.Record[platform.Week]{Value: tt.week})
			s.SetSpecial(1, backend.Record[[]platform.SpecialDate]{})
			if diff := cmp.Diff(tt.want, s.Standing(1)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestZone(t *testing.T) {
	t.Parallel()
	zone, ok := state.ZoneOf("America/Sao_Paulo")
	if !ok {
		t.Fatal("no zone")
	}
	// Around the end of daylight saving time on 2019-02-17 02:00Z, and before 1970.
	for _, tt := range []struct {
		unixMS int64
		want   int
	}{
		{1550368799999, -2 * hour}, {1550368800000, -3 * hour}, {1550368799000, -2 * hour}, {-1, -3 * hour},
	} {
		for range 2 { // the second answer is remembered
			if got := zone.OffsetAt(tt.unixMS); got != tt.want {
				t.Errorf("offset at %d: %d, want %d", tt.unixMS, got, tt.want)
			}
		}
	}
}
