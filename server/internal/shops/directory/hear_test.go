package directory_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/sandbox"
	"github.com/shopdesk/shopdesk/server/internal/servertest"
	"github.com/shopdesk/shopdesk/server/internal/shops/change"
)

// reshaped has the platform's successful answers to path in another shape, and gives the fixture a new replica.
func (f *fixture) reshaped(path string, shape func(data string) string) {
	f.tb.Helper()
	web := httptest.NewServer(http.StripPrefix("/open", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		answer := httptest.NewRecorder()
		f.box.ServeHTTP(answer, r)
		var said platform.Envelope
		if err := json.Unmarshal(answer.Body.Bytes(), &said); r.URL.Path == path && err == nil && said.Code == 0 {
			answer.Body = bytes.NewBufferString(shape(string(said.Data)))
		}
		_, _ = answer.Body.WriteTo(w)
	})))
	f.tb.Cleanup(web.Close)
	f.base = web.URL + "/open"
	f.service, f.platform = f.replica()
}

// shapes are those in which platform.Open reads a list.
var shapes = map[string]func(list string) string{
	"as shown":                       enveloped,
	"null in place of an empty list": func(list string) string { return strings.Replace(enveloped(list), `:[]}`, ":null}", 1) },
	"an envelope in a list of one":   func(list string) string { return "[" + enveloped(list) + "]" },
	"no data in place of an empty list": func(list string) string {
		return strings.Replace(enveloped(list), `,"data":[]}`, "}", 1)
	},
	"a list without an envelope": func(list string) string {
		if list == "[]" {
			return enveloped(list)
		}
		return list
	},
}

func enveloped(data string) string { return `{"code":0,"message":"","data":` + data + `}` }

// The data of a week is optional (interface 4.4). The regression: a shop whose week was answered without data never
// counted as read, its standing stayed unknown, and runs left it out.
func TestWeekWithoutDataIsRead(t *testing.T) {
	t.Parallel()
	for _, answer := range []string{`{"code":0,"message":""}`, `{"code":0,"message":"","data":null}`} {
		t.Run(answer, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t, 0)
			f.reshaped(platform.PathWeekGet, func(string) string { return answer })
			f.work(0)
			facts := servertest.Must(f.service.Facts(t.Context(), []int64{shop}))(t)[0]
			if facts.Week == nil || facts.ReadAt == 0 {
				t.Errorf("the week %+v was read at %d", facts.Week, facts.ReadAt)
			}
			days := api.Change{Days: []api.ChangeDay{{Shifts: []api.Shift{{36000, 72000}}}}}
			plan := change.Planner{}.Plan(facts, days, f.clock.Now().UnixMilli())
			if plan.Verdict != api.VerdictChanges {
				t.Errorf("a run says %q", plan.Verdict)
			}
		})
	}
}

// The regression: special dates that were removed elsewhere stayed known for good where the platform answers without
// data once there are none.
func TestSpecialDatesWithoutDataAreNone(t *testing.T) {
	t.Parallel()
	for name, shape := range shapes {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t, 0)
			f.listing = platform.ListActive
			f.reshaped(platform.PathSpecialGet, shape)
			f.work(0)
			write(t, f.platform, shop, closing(t, "2026-11-20", "2026-11-20"))
			write(t, f.stranger(), shop)
			f.work(time.Hour)
			if facts := servertest.Must(f.service.Facts(t.Context(), []int64{shop}))(t); len(*facts[0].Dates) > 0 {
				t.Errorf("known: %v", firstDays(*facts[0].Dates))
			}
		})
	}
}

// The regression: where the platform lists today's special dates alone and answers without data when there are none,
// the next save erased a date ahead, by a profile with ListAhead without a question.
func TestDatesAheadOutliveAnAnswerOfAnyShape(t *testing.T) {
	t.Parallel()
	today, added, eve := closing(t, "2026-11-20", "2026-11-20"), closing(t, "2026-12-01", "2026-12-01"),
		closing(t, "2026-12-24", "2026-12-24")
	for name, shape := range shapes {
		for listing, words := range map[platform.Listing]string{platform.ListAhead: "ahead", platform.ListActive: "active"} {
			for _, first := range [][]platform.SpecialDate{{eve}, {today, eve}} {
				t.Run(words+", "+name, func(t *testing.T) {
					t.Parallel()
					f := newFixture(t, 0)
					f.listing, f.box.Plays = listing, []sandbox.Variant{sandbox.ActiveDates}
					f.reshaped(platform.PathSpecialGet, shape)
					f.work(0)
					write(t, f.platform, shop, first...)
					f.work(time.Hour)
					got := servertest.Must(f.platform.SpecialHours(t.Context(), platform.ShopRef{ShopID: shop}))(t)
					if whole := len(*got) == len(first); whole != (listing == platform.ListActive) {
						t.Errorf("read %v", firstDays(*got))
					}
					write(t, f.platform, shop, append(*got, added)...)
					f.work(time.Hour)
					got = servertest.Must(f.platform.SpecialHours(t.Context(), platform.ShopRef{ShopID: shop}))(t)
					kept := append(firstDays(*got), unlisted(t, f.service, shop)...)
					want := append(firstDays(first), "2026-12-01")
					sort := cmpopts.SortSlices(func(a, b string) bool { return a < b })
					if diff := cmp.Diff(want, kept, sort); diff != "" {
						t.Errorf("after a save (-want +got):\n%s", diff)
					}
				})
			}
		}
	}
}

// The regression: a shop whose record was answered without data counted as read, and lists went on showing the record
// of an earlier read without a failure.
func TestRecordWithoutDataIsAFailedRead(t *testing.T) {
	t.Parallel()
	for _, answer := range []string{`{"code":0,"message":""}`, `{"code":0,"message":"","data":null}`} {
		t.Run(answer, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t, 0)
			f.work(0)
			f.reshaped(platform.PathShopGet, func(string) string { return answer })
			f.work(31 * time.Minute)
			if row := f.row(shop); row.Failure != api.ReadNoData || row.ReadAt != noon.UnixMilli() {
				t.Errorf("failure %q, read at %d", row.Failure, row.ReadAt)
			}
		})
	}
}

// The regression: three shops in a row whose records were answered without data rested the reading of all other shops,
// as an outage does.
func TestShopsWithoutDataLeaveTheSweepGoing(t *testing.T) {
	t.Parallel()
	f := newFixture(t, 12)
	f.work(0)
	all := f.box.Directory()
	last := all[len(all)-1].ShopID
	f.reshaped(platform.PathShopGet, func(data string) string {
		var told struct{ ShopID int64 }
		if err := json.Unmarshal([]byte(data), &told); err != nil {
			t.Error(err)
		}
		if told.ShopID == last {
			return enveloped(data)
		}
		return enveloped("null")
	})
	f.work(31 * time.Minute)
	if row := f.row(last); row.Failure != "" || row.ReadAt != f.clock.Now().UnixMilli() {
		t.Errorf("failure %q, read at %d", row.Failure, row.ReadAt)
	}
}

// A shop whose merchant had withdrawn the authorisation stayed open in lists until the sweep came by, while its own
// page was refused.
func TestRefusedReadIsShownInLists(t *testing.T) {
	t.Parallel()
	f := newFixture(t, 0)
	f.work(0)
	f.reshaped(platform.PathShopGet, func(string) string { return `{"code":30002,"message":"not authorised"}` })
	f.work(time.Second)
	if _, err := f.platform.Shop(t.Context(), platform.ShopRef{ShopID: shop}); err == nil {
		t.Fatal("the read isn't refused")
	}
	f.flush()
	f.work(time.Second)
	if row := f.row(shop); row.Failure != api.ReadNoShop {
		t.Errorf("failure %q", row.Failure)
	}
	f.work(time.Second)
	before := f.calls(shop)
	if _, err := f.platform.Shop(t.Context(), platform.ShopRef{ShopID: shop}); err == nil {
		t.Fatal("the read isn't refused")
	}
	f.flush()
	f.work(time.Second)
	if reads := f.calls(shop) - before; reads != 1 {
		t.Errorf("a known refusal is followed by %d more calls", reads-1)
	}
}

// The regression: a shop that could be read again stayed without access in lists until the sweep's next try, up to half
// an hour, while its own page showed its data.
func TestReadOfAShopWithoutAccessIsShownInLists(t *testing.T) {
	t.Parallel()
	f := newFixture(t, 0)
	if err := f.box.SetAuthorised(shop, false); err != nil {
		t.Fatal(err)
	}
	f.work(0)
	if row := f.row(shop); row.Standing != api.StandingNoAccess {
		t.Fatalf("withdrawn: %+v", row)
	}
	if err := f.box.SetAuthorised(shop, true); err != nil {
		t.Fatal(err)
	}
	servertest.Must(f.platform.SpecialHours(t.Context(), platform.ShopRef{ShopID: shop}))(t)
	f.flush()
	f.work(time.Second)
	if row := f.row(shop); row.Failure != "" || row.Standing == api.StandingNoAccess {
		t.Errorf("after a read: %+v", row)
	}
	before := f.calls(shop)
	f.work(time.Minute)
	if n := f.calls(shop) - before; n != 0 {
		t.Errorf("%d more calls for a shop that was read", n)
	}
}
