package proxy_test

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
)

// What the platform has already breaks no rule when it goes back as it came: a Saturday whose shifts overlap and have
// no end keeps nobody from saving Monday. The same Saturday, changed, is refused.
func TestWhatTheRequestLeavesAloneIsSpared(t *testing.T) {
	t.Parallel()
	const saturday = `{"startTime":3600,"endTime":7200},{"startTime":5400,"endTime":90000},{"startTime":6000}`
	const date = `{"startDate":1798070400001,"endDate":1798156799999,"businessHour":[{"startTime":0,"endTime":0}]}`
	for name, tt := range map[string]struct{ path, data, good, bad string }{
		"week": {platform.PathWeekUpdate, `{"sat":[` + saturday + `]}`,
			`"businessHourOfTheWeek":{"mon":[{"startTime":1,"endTime":2}],"sat":[` + saturday + `]}`,
			`"businessHourOfTheWeek":{"sat":[` + saturday + `,{"startTime":80000,"endTime":80001}]}`},
		"dates": {platform.PathSpecialUpdate, `[` + date + `]`,
			`"specialBusinessHour":[` + date + `,{"startDate":1800057600000,"endDate":1800143999999,` +
				`"businessHour":[{"startTime":0,"endTime":0}]}]`,
			`"specialBusinessHour":[{"startDate":1798070400002,"endDate":1798156799999,` +
				`"businessHour":[{"startTime":0,"endTime":0}]}]`},
		"phones": {platform.PathContactUpdate, `{"phones":["12","852-25460101"]}`, `"phones":["12","852-25460102"]`,
			`"phones":["13","852-25460101"]`},
		"impossible phones": {platform.PathContactUpdate, `{"phones":["852-25460100"]}`,
			`"phones":["852-25460100","852-25460102"]`, `"phones":["852-25460110"]`},
	} {
		f := newFixture(t, setup{platform: scripted(`{"code":0,"message":"ok","data":` + tt.data + `}`),
			phones: notEndingIn0})
		body := func(rest string) string { return fmt.Sprintf(`{"shopId":%d,%s}`, shop, rest) }
		if a := f.post(t, api.RoleOwner, tt.path, body(tt.good)); a.Status != http.StatusOK {
			t.Errorf("%s: %d %s", name, a.Status, a.Body)
		}
		if a := f.post(t, api.RoleOwner, tt.path, body(tt.bad)); a.Status != http.StatusUnprocessableEntity {
			t.Errorf("%s, changed: %d %s", name, a.Status, a.Body)
		}
	}
}

// Days and dates of another shape, which the platform has already, go back as they came. Anything else of another shape
// is refused, and so is a request that names its shop in two ways.
func TestOtherShapesGoBack(t *testing.T) {
	t.Parallel()
	const monday = `{"startTime":"3600","endTime":"7200","id":"<a>"}`
	const date = `{"startDate":"1798070400000","endDate":"1798156799999","businessHour":{"startTime":0,"endTime":0}}`
	const friday = `"fri":[{"startTime":1,"endTime":2}]`
	const other = `{"startDate":1800057600000,"endDate":1800143999999,"businessHour":[{"startTime":0,"endTime":0}]}`
	week := newFixture(t, setup{platform: scripted(`{"code":0,"message":"ok","data":{"mon":` + monday + `}}`)})
	dates := newFixture(t, setup{platform: scripted(`{"code":0,"message":"ok","data":[` + date + `]}`)})
	for _, tt := range []struct {
		f      *fixture
		path   string
		body   string
		status int
	}{
		{week, platform.PathWeekUpdate, `{"shopId":%d,"businessHourOfTheWeek":{"mon":` + monday + `,` + friday + `}}`, 200},
		{week, platform.PathWeekUpdate, `{"shopId":%d,"businessHourOfTheWeek":{"mon": {"id":"\u003ca>","startTime":"3600",` +
			`"endTime":"7200"},` + friday + `}}`, 200},
		{week, platform.PathWeekUpdate, `{"shopId":%d,"businessHourOfTheWeek":{"tue":` + monday + `}}`, 400},
		{week, platform.PathWeekUpdate,
			`{"shopId":%d,"businessHourOfTheWeek":{"mon":{"startTime":"3601","endTime":7200}}}`, 400},
		{week, platform.PathWeekUpdate, `{"shopId":%d,"shopID":999999,"businessHourOfTheWeek":{"mon":` + monday + `}}`, 400},
		{week, platform.PathWeekUpdate, `{"shopId":%d,"businessHourOfTheWeek":{"mon":` + monday + `,"mon":[]}}`, 400},
		{week, platform.PathWeekUpdate, `{"shopId":"%d","businessHourOfTheWeek":{"mon":` + monday + `}}`, 400},
		{dates, platform.PathSpecialUpdate, `{"shopId":%d,"specialBusinessHour":[` + date + `,` + other + `]}`, 200},
		{dates, platform.PathSpecialUpdate, `{"shopId":%d,"specialBusinessHour":[{"startDate":"5"}]}`, 400},
	} {
		if a := tt.f.post(t, api.RoleOwner, tt.path, fmt.Sprintf(tt.body, shop)); a.Status != tt.status {
			t.Errorf("%s: %d %s", tt.body, a.Status, a.Body)
		}
	}
	if a := week.post(t, api.RoleStaff, platform.PathWeekUpdate,
		fmt.Sprintf(`{"shopId":%d,"businessHourOfTheWeek":{"mon":`+monday+`}}`, ownerShop)); a.Status != http.StatusNotFound {
		t.Errorf("a shop of another: %d", a.Status)
	}
}
