package proxy_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
)

// A special shift that runs past midnight into the weekly hours of the day after is
// refused. The proxy reads the weekly hours from the platform.
func TestSpecialShiftIntoTheNextDaysHoursIsRefused(t *testing.T) {
	t.Parallel()
	f := newFixture(t, setup{})
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

// change makes a change that must succeed.
func (f *fixture) change(t *testing.T, path, body string) {
	t.Helper()
	if a := f.post(t, api.RoleManager, path, body); a.Status != http.StatusOK {
		t.Fatalf("%s: %d %s", path, a.Status, a.Body)
	}
}
