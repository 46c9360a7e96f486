package sandbox_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/sandbox"
)

// "The currently active ones" (interface 4.4) is played by either reading, chosen by
// Plays or on the control page; a reset goes back to Plays. The whole
// list is kept and replaced either way.
func TestListings(t *testing.T) {
	t.Parallel()
	clock := sandbox.NewVirtualClock(time.Date(2026, 11, 20, 4, 0, 0, 0, time.UTC))
	for _, profile := range []platform.Listing{platform.ListAhead, platform.ListActive} {
		t.Run(fmt.Sprint(profile), func(t *testing.T) {
			t.Parallel()
			var plays []sandbox.Variant
			if profile == platform.ListActive {
				plays = append(plays, sandbox.ActiveDates)
			}
			s := &sandbox.Sandbox{Clock: clock, Plays: plays}
			base := serve(t, s, "/p")
			token := exchange(t, base)
			day := func(days int) string {
				start := time.Date(2026, 11, 20+days, 0, 0, 0, 0, time.UTC).UnixMilli()
				return fmt.Sprintf(`{"startDate":%d,"endDate":%d,"businessHour":[{"startTime":0,"endTime":0}]}`, start,
					start+86_399_999)
			}
			body := fmt.Sprintf(`{"shopId":%d,"specialBusinessHour":[%s,%s]}`, central, day(0), day(1))
			if _, env := post(t, base, token, platform.PathSpecialUpdate, body); env.Code != 0 {
				t.Fatalf("%+v", env)
			}
			listed := func(want int) {
				t.Helper()
				_, env := post(t, base, token, platform.PathSpecialGet, fmt.Sprintf(`{"shopId":%d}`, central))
				if got := strings.Count(string(env.Data), "startDate"); got != want {
					t.Errorf("%d listed, want %d", got, want)
				}
				if sh, _ := s.Shop(central); len(sh.Special) != 2 {
					t.Errorf("%d kept", len(sh.Special))
				}
			}
			choose := func(sets string, want int) {
				t.Helper()
				response, err := http.PostForm(base+"/sandbox/do/play", url.Values{"set": {sets}})
				if err != nil {
					t.Fatal(err)
				}
				_ = response.Body.Close()
				if response.StatusCode != want {
					t.Errorf("chose %q: status %d", sets, response.StatusCode)
				}
			}
			first, other, name := 2, 1, "active-dates"
			if profile == platform.ListActive {
				first, other, name = 1, 2, "as-imagined"
			}
			listed(first)
			choose("both", http.StatusBadRequest)
			listed(first)
			choose(name, http.StatusOK)
			listed(other)
			if err := s.Reset(); err != nil {
				t.Fatal(err)
			}
			if s.Does(sandbox.ActiveDates) != (profile == platform.ListActive) {
				t.Error("the reset keeps what was chosen")
			}
		})
	}
}
