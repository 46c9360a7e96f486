package proxy_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// A special shift that runs past midnight into the weekly hours of the day after is
// refused where the profile says that the platform refuses such a shift. The proxy reads the weekly hours from the
// platform.
func TestSpecialShiftIntoTheNextDaysHoursIsRefused(t *testing.T) {
	t.Parallel()
	f := newFixture(t, setup{leaves: rules.Leaves{rules.CodeSpillOverlap: platform.LeaveRefused}})
	f.change(t, platform.PathWeekUpdate, fmt.Sprintf(
		`{"shopId":%d,"businessHourOfTheWeek":{"fri":[{"startTime":0,"endTime":86400}]}}`, shop))
	body := func(end int) string { // Thursday 24 December 2026
		return fmt.Sprintf(`{"shopId":%d,"specialBusinessHour":[{"startDate":1798070400000,"endDate":1798156799999,"businessHour":[{"startTime":64800,"endTime":%d}]}]}`, shop, end)
	}
	a := f.post(t, api.RoleManager, platform.PathSpecialUpdate, body(4*3600))
	if p := a.Error.Problems; a.Status != http.StatusUnprocessableEntity || len(p) != 1 ||
		p[0].Path != "specialBusinessHour[0].businessHour[0].endTime" || p[0].Args[0] != "fri" {
		t.Errorf("into Friday: %d %s", a.Status, a.Body)
	}
	before := strings.Count(f.asked.String(), platform.PathWeekGet+"\n")
	f.change(t, platform.PathSpecialUpdate, body(86400))
	if n := strings.Count(f.asked.String(), platform.PathWeekGet+"\n") - before; n != 0 {
		t.Errorf("the week was read %d times for a shift until midnight", n)
	}
}

// What the interface doesn't forbid goes to the platform, which decides. A platform that is known to refuse it isn't
// asked.
func TestDoubtfulInputReachesThePlatform(t *testing.T) {
	t.Parallel()
	requests := map[string]struct{ path, body string }{
		rules.CodeEqualTimes: {platform.PathWeekUpdate,
			`{"shopId":%d,"businessHourOfTheWeek":{"mon":[{"startTime":3600,"endTime":3600}]}}`},
		rules.CodeSpillOverlap: {platform.PathWeekUpdate,
			`{"shopId":%d,"businessHourOfTheWeek":{"mon":[{"startTime":64800,"endTime":7200}],"tue":[{"startTime":3600,"endTime":9000}]}}`},
		rules.CodePhoneShort:      {platform.PathContactUpdate, `{"shopId":%d,"phones":["852-999"]}`},
		rules.CodePhoneTwice:      {platform.PathContactUpdate, `{"shopId":%d,"phones":["852-25460101","852-25460101"]}`},
		rules.CodePictureCapitals: {platform.PathPictureUpdate, `{"shopId":%d,"pictureUrl":"https://a.example/b.JPG"}`},
	}
	strict := rules.Leaves{}
	for code := range requests {
		strict[code] = platform.LeaveRefused
	}
	const good = `{"code":0,"message":"ok","data":null}`
	open := newFixture(t, setup{platform: scripted(good)})
	closed := newFixture(t, setup{platform: scripted(good), leaves: strict})
	for code, r := range requests {
		body := fmt.Sprintf(r.body, shop)
		if a := open.post(t, api.RoleOwner, r.path, body); a.Status != http.StatusOK {
			t.Errorf("%s: %d %s", code, a.Status, a.Body)
		}
		a := closed.post(t, api.RoleOwner, r.path, body)
		if a.Status != http.StatusUnprocessableEntity || len(a.Error.Problems) != 1 || a.Error.Problems[0].Code != code {
			t.Errorf("%s, refused: %d %s", code, a.Status, a.Body)
		}
	}
}

// change makes a change that must succeed.
func (f *fixture) change(t *testing.T, path, body string) {
	t.Helper()
	if a := f.post(t, api.RoleManager, path, body); a.Status != http.StatusOK {
		t.Fatalf("%s: %d %s", path, a.Status, a.Body)
	}
}
