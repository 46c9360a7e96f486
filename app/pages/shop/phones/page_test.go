package phones

import (
	"testing"

	"github.com/shopdesk/shopdesk/app/pages/pagetest"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// The page judged numbers by no profile: where the platform refuses a number that stands twice, it let people save,
// and where the platform takes such a number, it warned of it.
func TestPageJudgesByTheProfile(t *testing.T) {
	t.Parallel()
	for leave, want := range map[platform.Leave]int{platform.LeaveRefused: 1, platform.LeaveWarned: 0} {
		deps := pagetest.Deps(t, routes.Route{Page: routes.Phones, ShopID: 7}, api.RoleOwner)
		session := deps.State.Session()
		session.Profile.Leaves = map[string]string{rules.CodePhoneTwice: string(leave)}
		deps.State.SetSession(session)
		deps.State.SetShop(7, &platform.Shop{ShopID: 7, Phones: platform.Phones([]string{"852-21234567"})})
		p := &Page{Deps: deps}
		p.OnInit()
		p.Add("HK")
		p.Enter(1, "2123 4567")
		if found := p.Problems(); len(found) != want {
			t.Errorf("%v: %v, want %d", leave, found, want)
		}
	}
}
