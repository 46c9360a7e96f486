package server_test

import (
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/server"
	"github.com/shopdesk/shopdesk/server/store"
)

// Every operator's browser may report a crash, a stranger's may not, and only owners read the reports. The reporter
// isn't recorded.
func TestOperatorsReportCrashesAndOwnersRead(t *testing.T) {
	t.Parallel()
	b := open(t, nil)
	told := api.TellCrash{
		Build: "fedcba9876543210", Page: "orders", At: time.Now().UnixMilli() - 9000,
		Text: "stack overflow", Stack: []string{"f00012+0x3"},
	}
	if status, body := b.post(b.browser(), api.PathCrashes, told); status != http.StatusUnauthorized {
		t.Errorf("a stranger: %d %s", status, body)
	}
	for _, role := range roles {
		told.At++
		if status, body := b.post(b.as(role), api.PathCrashes, told); status != http.StatusOK {
			t.Errorf("%s: %d %s", role, status, body)
		}
		status, body := b.do(b.as(role), http.MethodGet, api.PathCrashes, nil, nil)
		if want := map[bool]int{true: http.StatusOK, false: http.StatusForbidden}[role == api.RoleOwner]; status != want {
			t.Errorf("%s reads: %d %s", role, status, body)
		}
	}
	list := read[api.Crashes](b, b.as(api.RoleOwner), api.PathCrashes)
	if len(list.Crashes) != 1 || list.Crashes[0].Times != int64(len(roles)) || list.Crashes[0].Mapped {
		t.Errorf("listed: %+v", list)
	}
	const said = `level=ERROR msg="the program crashed in a browser; this server has no map of its build" build=fedcba9876543210`
	if !strings.Contains(b.log.String(), said) {
		t.Error("the log doesn't tell")
	}
}

// Crash reports of one session are bounded like its other calls.
func TestCrashReportCountsAsACall(t *testing.T) {
	t.Parallel()
	b := open(t, func(o *server.Options) { o.Limits = server.Limits{Calls: 0.001} }) // one call at once
	staff := b.as(api.RoleStaff)
	for range 10 {
		status, body := b.post(staff, api.PathCrashes, api.TellCrash{Build: "fedcba9876543210", At: 1, Stack: []string{}})
		if status == http.StatusTooManyRequests && code(t, body) == api.CodeTooMuch {
			return
		}
	}
	t.Error("ten calls, of one in a quarter of an hour")
}

// Bug: one crash of which the stack can't be read took the list of all.
func TestDamagedCrashHidesNoOther(t *testing.T) {
	t.Parallel()
	b := open(t, nil)
	for id, stack := range []string{`["a"]`, `["b`} {
		crash := store.Crash{ID: strconv.Itoa(id), Text: "crash " + strconv.Itoa(id), Stack: []byte(stack)}
		if _, err := b.store.AddCrash(t.Context(), crash, 9, 0); err != nil {
			t.Fatal(err)
		}
	}
	if all := read[api.Crashes](b, b.as(api.RoleOwner), api.PathCrashes).Crashes; len(all) != 2 {
		t.Errorf("%+v", all)
	}
}
