package directory_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/internal/servertest"
)

const saoPaulo = 100028 // three hours behind UTC; dates are kept by UTC midnights

// closing is a closure by UTC midnights.
func closing(t *testing.T, first, last string) platform.SpecialDate {
	t.Helper()
	from := servertest.Must(time.Parse(time.DateOnly, first))(t)
	to := servertest.Must(time.Parse(time.DateOnly, last))(t)
	return platform.SpecialDate{StartDate: from.UnixMilli(), EndDate: to.AddDate(0, 0, 1).UnixMilli() - 1,
		BusinessHour: []platform.Period{{}}}
}

// The platform stops listing dates that are over. We keep them, unless they were removed or changed before their end.
func TestDatesThatAreOverAreKept(t *testing.T) {
	t.Parallel()
	f := newFixture(t, 0)
	f.work(0)
	unheard := f.stranger()
	elsewhere := func(id int64, dates ...platform.SpecialDate) {
		t.Helper()
		if err := unheard.UpdateSpecialHours(t.Context(), platform.SpecialUpdate{ShopID: id, Dates: dates}); err != nil {
			t.Fatal(err)
		}
	}
	here := func(id int64, dates ...platform.SpecialDate) {
		t.Helper()
		if err := f.platform.UpdateSpecialHours(t.Context(), platform.SpecialUpdate{ShopID: id, Dates: dates}); err != nil {
			t.Fatal(err)
		}
		f.flush()
	}
	over := func(id int64, want ...string) {
		t.Helper()
		var got []string
		for _, d := range servertest.Must(f.store.SeenDates(t.Context(), []int64{id}, "", "2026-11-24"))(t)[id] {
			got = append(got, fmt.Sprintf("%s/%s %s", d.First, d.Last, d.Hours))
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("shop %d at %v (-want +got):\n%s", id, f.clock.Now(), diff)
		}
	}
	const (
		friday   = `2026-11-20/2026-11-20 [{"startTime":0,"endTime":0}]`
		saturday = `2026-11-21/2026-11-21 [{"startTime":0,"endTime":0}]`
		sunday   = `2026-11-22/2026-11-22 [{"startTime":0,"endTime":0}]`
	)

	// Noon on Friday in Hong Kong.
	here(shop, closing(t, "2026-11-20", "2026-11-20"), closing(t, "2026-11-21", "2026-11-23"))
	here(foreign, closing(t, "2026-11-20", "2026-11-20"))
	elsewhere(100002, closing(t, "2026-11-20", "2026-11-20"), closing(t, "2026-11-22", "2026-11-22"))
	f.work(time.Hour)
	over(100002, sunday, friday)
	elsewhere(100002, closing(t, "2026-11-20", "2026-11-20"), closing(t, "2026-11-21", "2026-11-21"))
	here(shop, closing(t, "2026-11-20", "2026-11-20"), closing(t, "2026-11-21", "2026-11-21"))
	here(foreign)
	f.work(9 * time.Hour) // 22:00
	over(foreign)
	f.work(24 * time.Hour)
	over(shop, saturday, friday)
	over(100002, saturday, friday)
	f.work(24 * time.Hour)
	over(shop, saturday, friday)
	over(100002, saturday, friday)

	// 22:00 on Sunday in São Paulo, Monday in UTC: a read may lack dates that are over in UTC, but a date that we
	// remove isn't over at the shop.
	f.work(11 * time.Hour)
	here(saoPaulo, closing(t, "2026-11-22", "2026-11-22"))
	elsewhere(saoPaulo)
	f.work(time.Hour)
	over(saoPaulo, sunday)
	here(saoPaulo, closing(t, "2026-11-22", "2026-11-22"))
	here(saoPaulo)
	over(saoPaulo)
}
