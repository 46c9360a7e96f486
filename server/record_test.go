package server_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server"
	"github.com/shopdesk/shopdesk/server/store"
)

func (b *bench) record(c *http.Client, shop int64) (int, api.ShopRecord) {
	b.t.Helper()
	status, body := b.do(c, http.MethodGet, fmt.Sprintf("%s?shop=%d", api.PathRecord, shop), nil, nil)
	var record api.ShopRecord
	if err := json.Unmarshal([]byte(body), &record); err != nil {
		b.t.Fatalf("%d %s: %v", status, body, err)
	}
	return status, record
}

// A single answer holds the exact answers of three platform calls and what we keep beside them; each platform call is
// made once.
func TestRecordHoldsAllPartsOfAShop(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	asked := map[string]int{}
	b := open(t, nil, func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			mu.Lock()
			asked[r.URL.Path]++
			mu.Unlock()
			next.ServeHTTP(w, r)
		})
	})
	staff := b.as(api.RoleStaff)
	status, record := b.record(staff, ownShop)
	if status != http.StatusOK || record.Pause != nil || record.Names == nil {
		t.Fatalf("%d %+v", status, record)
	}
	for path, part := range map[string]api.PlatformAnswer{platform.PathShopGet: record.Shop,
		platform.PathWeekGet: record.Week, platform.PathSpecialGet: record.Special} {
		if asked[path] != 1 {
			t.Errorf("%s was asked %d times", path, asked[path])
		}
		_, single := b.post(staff, api.PlatformPrefix+path, fmt.Sprintf(`{"shopId":%d}`, ownShop))
		var got, want any
		if json.Unmarshal(part.Body, &got) != nil || json.Unmarshal([]byte(single), &want) != nil || !cmp.Equal(got, want) {
			t.Errorf("%s: %s\nby itself: %s", path, part.Body, single)
		}
	}

	owner := b.as(api.RoleOwner)
	if status, body := b.post(owner, api.PathPauses, fmt.Sprintf(
		`{"shopId":"%d","version":0,"end":"notice","reason":"busy"}`, ownShop)); status != http.StatusOK {
		t.Fatalf("%d %s", status, body)
	}
	if status, body := b.post(owner, api.PathDateNames,
		fmt.Sprintf(`{"shopId":"%d","put":[{"first":"2030-01-01","last":"2030-01-01","name":"New Year"}],"drop":[]}`,
			ownShop)); status != http.StatusOK {
		t.Fatalf("%d %s", status, body)
	}
	if status, body := b.post(owner, api.PathTemplates, fmt.Sprintf(
		`{"id":%q,"name":"Phones","version":0,"groups":[],"shops":["%d"],"parts":{"phones":["852-25460199"]}}`,
		strings.Repeat("a", api.TemplateIDLength), ownShop)); status != http.StatusOK {
		t.Fatalf("%d %s", status, body)
	}
	if _, seen := b.record(owner, ownShop); len(seen.Drifts) != 1 || len(seen.Drifts[0].Shops) != 1 ||
		seen.Drifts[0].Template.Name != "Phones" {
		t.Errorf("drifts %+v", seen.Drifts)
	}
	_, record = b.record(staff, ownShop)
	if len(record.Drifts) != 0 {
		t.Errorf("staff see drift: %+v", record.Drifts)
	}
	if record.Pause == nil || record.Pause.State != api.PausePaused || record.Pause.Reason != api.ReasonBusy ||
		len(record.Names) != 1 {
		t.Errorf("pause %+v, names %+v", record.Pause, record.Names)
	}
}

// A foreign shop answers 404, like a shop that doesn't exist.
func TestRecordOfAForeignShopIsNotFound(t *testing.T) {
	t.Parallel()
	b := open(t, nil)
	manager := b.as(api.RoleManager)
	for _, query := range []string{"", "?shop=x", "?shop=-1", fmt.Sprintf("?shop=%d", foreignShop),
		fmt.Sprintf("?shop=%d", noShop)} {
		if status, body := b.do(manager, http.MethodGet, api.PathRecord+query, nil, nil); status != http.StatusNotFound ||
			code(t, body) != api.CodeNotFound {
			t.Errorf("%s: %d %s", query, status, body)
		}
	}
	if status, _ := b.record(b.as(api.RoleOwner), foreignShop); status != http.StatusOK {
		t.Errorf("the owner got %d", status)
	}
}

// A failed part has its error in its place, and the other parts are complete.
func TestRecordNamesTheErrorOfAPart(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		answer string
		want   api.Code
	}{
		"an error in words": {`{"code":20007,"message":"Not now."}`, api.CodeRefused},
		"no JSON":           {`{"code":0,"data":{]}`, api.CodePlatformDown},
		"a page":            {`<html>`, api.CodePlatformDown},
	} {
		b := open(t, nil, func(next http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.URL.Path == platform.PathWeekGet {
					_, _ = w.Write([]byte(tt.answer))
					return
				}
				next.ServeHTTP(w, r)
			})
		})
		status, record := b.record(b.as(api.RoleOwner), ownShop)
		if status != http.StatusOK || record.Week.Error == nil || record.Week.Error.Code != tt.want ||
			record.Week.Body != nil {
			t.Errorf("%s: %d %+v", name, status, record.Week)
			continue
		}
		if record.Shop.Body == nil || record.Special.Body == nil {
			t.Errorf("%s: the others are missing: %+v", name, record)
		}
	}
}

// A special date that is over, and that the platform no longer lists, is in the record for 400 days, unless it was
// removed or changed before its end.
func TestRecordHasDatesThatAreOver(t *testing.T) {
	t.Parallel()
	var offset atomic.Int64
	now := func() time.Time { return time.Now().Add(time.Duration(offset.Load())) }
	b := open(t, func(o *server.Options) { o.Now = now })
	today := now().UTC().Truncate(24 * time.Hour)
	entry := func(first, last int) string {
		return fmt.Sprintf(`{"startDate":%d,"endDate":%d,"businessHour":[{"startTime":64800,"endTime":7200}]}`,
			today.AddDate(0, 0, first).UnixMilli(), today.AddDate(0, 0, last+1).UnixMilli()-1)
	}
	pass := func(d time.Duration) {
		offset.Add(int64(d))
		if err := b.box.Advance(d); err != nil {
			t.Fatal(err)
		}
	}
	heard := func(want int) { // waits until the store has the list
		t.Helper()
		b.eventually("heard the list", func() bool {
			seen, err := b.store.Seen(t.Context(), []int64{ownShop})
			var dates []platform.SpecialDate
			for _, s := range seen {
				for _, p := range s.Parts {
					if p.Part == store.SeenDates && json.Unmarshal(p.Body, &dates) == nil {
						return err == nil && len(dates) == want
					}
				}
			}
			return false
		})
	}
	save := func(entries ...string) {
		t.Helper()
		owner := b.as(api.RoleOwner)
		body := fmt.Sprintf(`{"shopId":%d,"specialBusinessHour":[%s]}`, ownShop, strings.Join(entries, ","))
		if status, answer := b.post(owner, api.PlatformPrefix+platform.PathSpecialUpdate, body); status != http.StatusOK {
			t.Fatalf("%d %s", status, answer)
		}
		heard(len(entries))
	}
	save(entry(1, 1), entry(2, 2), entry(3, 6))
	save(entry(1, 1), entry(3, 4))
	_, record := b.record(b.as(api.RoleStaff), ownShop)
	if len(record.Past) != 0 {
		t.Errorf("before anything was over: %+v", record.Past)
	}
	pass(9 * 24 * time.Hour)
	past := func() []string {
		t.Helper()
		status, record := b.record(b.as(api.RoleStaff), ownShop)
		if status != http.StatusOK || strings.Contains(string(record.Special.Body), "startDate") {
			t.Fatalf("%d %s", status, record.Special.Body)
		}
		heard(0)
		var list []json.RawMessage
		if len(record.Past) > 0 {
			if err := json.Unmarshal(record.Past, &list); err != nil {
				t.Fatal(err)
			}
		}
		var said []string
		for _, d := range list {
			said = append(said, string(d))
		}
		return said
	}
	want := []string{entry(3, 4), entry(1, 1)}
	for range 2 { // the second time after the empty list was heard
		if diff := cmp.Diff(want, past()); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
	pass(394 * 24 * time.Hour)
	if diff := cmp.Diff(want[:1], past()); diff != "" {
		t.Errorf("after a year (-want +got):\n%s", diff)
	}
	pass(5 * 24 * time.Hour)
	if got := past(); len(got) != 0 {
		t.Errorf("for ever: %+v", got)
	}
}
