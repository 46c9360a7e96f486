package directory

import (
	"testing"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
)

// A shop of which the platform doesn't say whether it is open is neither open nor suspended. Its hours close it all
// the same.
func TestUnsaidStateIsNoStanding(t *testing.T) {
	t.Parallel()
	for record, want := range map[string]map[bool]api.Standing{
		`{"status":"OPEN"}`:                        {true: api.StandingUnknown, false: api.StandingClosed},
		`{"status":9,"availableForOrder":false}`:   {true: api.StandingSuspended, false: api.StandingSuspended},
		`{"status":3,"availableForOrder":true}`:    {true: api.StandingOpen, false: api.StandingClosed},
		`{"status":"OPEN","availableForOrder":[]}`: {true: api.StandingUnknown, false: api.StandingClosed},
	} {
		k := &knownShop{week: part[platform.Week]{at: 1, value: new(platform.Week)},
			dates:  part[[]platform.SpecialDate]{at: 1, value: new([]platform.SpecialDate)},
			record: part[platform.Shop]{at: 1, value: new(platform.Shop)}}
		if err := platform.Read([]byte(record), k.record.value); err != nil {
			t.Fatal(err)
		}
		for open, word := range want {
			if got := standing(new(api.RosterShop), k, open, 0); got != word {
				t.Errorf("%s, open by its hours %v: %s, want %s", record, open, got, word)
			}
		}
	}
}
