package runs_test

import (
	"testing"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
)

// A run reads at each shop's turn which special dates the platform doesn't list: the shop is left unchanged, or its
// dates are kept.
func TestRunKeepsUnlistedDates(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	eve := time.Date(2026, 12, 24, 0, 0, 0, 0, time.UTC).UnixMilli()
	f.roster.unlisted = []platform.SpecialDate{{StartDate: eve, EndDate: eve + 86_399_999,
		BusinessHour: []platform.Period{{}}}}
	before := len(f.shop(first).Special)
	c := api.Change{Dates: []api.ChangeDate{date("2027-03-01", "2027-03-01", api.Shift{0, 0})}, Replace: true}

	d := f.through(api.RoleOwner, f.start(api.RoleOwner, c, first).ID)
	if s := d.Shops[0]; s.State != api.RunShopFailed || len(s.Problems) != 1 ||
		s.Problems[0].Code != api.ProblemUnlisted || len(f.shop(first).Special) != before {
		t.Errorf("%+v, special dates %+v", s, f.shop(first).Special)
	}
	c.Keep = true
	d = f.through(api.RoleOwner, f.start(api.RoleOwner, c, first).ID)
	if s := d.Shops[0]; s.State != api.RunShopDone || len(f.shop(first).Special) != before+2 {
		t.Errorf("%+v, special dates %+v", s, f.shop(first).Special)
	}
}
