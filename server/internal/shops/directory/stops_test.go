package directory_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/internal/servertest"
	"github.com/shopdesk/shopdesk/server/store"
)

// A stop begins and ends as the shop is read, is one of ours while our pause is open, and ends with the hours at the
// latest.
func TestStopsWithinHoursAreKept(t *testing.T) {
	t.Parallel()
	const shop = 100001
	f := newFixture(t, 28)
	read := func(after time.Duration) {
		t.Helper()
		f.clock.Advance(after)
		f.service.RequestRefresh(t.Context(), shop)
		f.flush()
		f.work(0)
	}
	kept := func() (all []store.Stop) {
		t.Helper()
		return servertest.Must(f.store.Stops(t.Context(), []int64{shop}, 0, f.clock.Now().UnixMilli()))(t)
	}
	week := &platform.Week{}
	for day := range platform.Day(7) {
		week.SetDay(day, []platform.Period{{StartTime: 11 * 3600, EndTime: 15 * 3600}})
	}
	if err := f.platform.UpdateWeeklyHours(t.Context(), platform.WeekUpdate{ShopID: shop, Week: week}); err != nil {
		t.Fatal(err)
	}
	f.work(0)
	if err := f.box.SuspendShop(shop); err != nil {
		t.Fatal(err)
	}
	at := func(h, m int) int64 {
		return noon.Add(time.Duration(h-12)*time.Hour + time.Duration(m)*time.Minute).UnixMilli()
	}
	read(10 * time.Minute)
	f.pauses = []api.Pause{{ShopID: shop, State: api.PausePaused}}
	read(20 * time.Minute)
	read(20 * time.Minute)
	f.pauses = nil
	if err := f.box.ReopenShop(shop); err != nil {
		t.Fatal(err)
	}
	read(10 * time.Minute)
	want := []store.Stop{
		{ShopID: shop, Since: at(12, 10), Until: at(12, 30), Kind: store.StopClosed},
		{ShopID: shop, Since: at(12, 30), Until: at(13, 0), Kind: store.StopPaused},
	}
	if diff := cmp.Diff(want, kept()); diff != "" {
		t.Error(diff)
	}
	if err := f.box.SuspendShop(shop); err != nil {
		t.Fatal(err)
	}
	read(time.Hour)
	read(2 * time.Hour) // after the hours
	want = append(want, store.Stop{ShopID: shop, Since: at(14, 0), Until: at(15, 0), Kind: store.StopClosed})
	if diff := cmp.Diff(want, kept()); diff != "" {
		t.Error(diff)
	}
}
