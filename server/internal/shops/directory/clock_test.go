package directory_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/sandbox"
	"github.com/shopdesk/shopdesk/server/internal/servertest"
	"github.com/shopdesk/shopdesk/server/internal/shops/directory"
)

// A server read all shops while its clock was eight hours ahead, as with a hardware clock in local time. Once the clock
// was right, no shop was read for eight hours, and what the platform said meanwhile was dropped as older.
func TestShopsReadByAClockThatWasAheadAreReadAgain(t *testing.T) {
	t.Parallel()
	for name, restarted := range map[string]bool{"running on": false, "restarted": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			const shop = sandbox.FirstShopID
			f := newFixture(t, 3)
			f.work(8 * time.Hour)
			f.clock.Advance(-8 * time.Hour)
			if restarted {
				f.service, f.platform = f.replica()
			}
			if err := f.box.SuspendShop(shop); err != nil {
				t.Fatal(err)
			}
			f.work(0)
			all, err := f.service.Facts(t.Context(), []int64{shop})
			if err != nil || len(all) != 1 {
				t.Fatal(all, err)
			}
			if diff := cmp.Diff(noon.UnixMilli(), all[0].ReadAt); diff != "" {
				t.Error("the time of the read", diff)
			}
			if all[0].Record.AvailableForOrder && all[0].Record.Operating() {
				t.Error("the shop still takes orders")
			}
		})
	}
}

// late is a replica whose clock is half a minute behind that of the fixture's, which has read all shops.
func (f *fixture) late() (*directory.Service, *platform.Client) {
	f.tb.Helper()
	f.work(30 * time.Second)
	f.clock.Advance(-30 * time.Second)
	return f.replica()
}

// A server whose clock is half a minute behind saves what another one has just read. Bug: that was dropped as older,
// and lists and bulk changes went by what was before until the next read, half an hour later.
func TestSaveByAClockThatIsBehindIsKnown(t *testing.T) {
	t.Parallel()
	const shop = sandbox.FirstShopID
	f := newFixture(t, 3)
	other, client := f.late()
	week := &platform.Week{Fri: []platform.Period{{EndTime: 3600}}}
	if err := client.UpdateWeeklyHours(t.Context(), platform.WeekUpdate{ShopID: shop, Week: week}); err != nil {
		t.Fatal(err)
	}
	phones := platform.Phones([]string{"852-25460102"})
	if err := client.UpdateContact(t.Context(), platform.ContactUpdate{ShopID: shop, Phones: phones}); err != nil {
		t.Fatal(err)
	}
	write(t, client, shop, closing(t, "2026-12-24", "2026-12-24"))
	for name, s := range map[string]*directory.Service{"the writer": other, "another": f.service} {
		all, err := s.Facts(t.Context(), []int64{shop})
		if err != nil || len(all) != 1 || len(all[0].Week.Fri) != 1 || all[0].Week.Fri[0].EndTime != 3600 ||
			all[0].Record.Phones[0].Number != "852-25460102" || len(*all[0].Dates) != 1 {
			t.Errorf("%s: %+v, %v", name, all, err)
		}
	}
}

// A server whose clock is half a minute behind reads a shop that another one has read. Bug: that was dropped as older,
// and lists had what was before until the next read, half an hour later.
func TestReadByAClockThatIsBehindIsKnown(t *testing.T) {
	t.Parallel()
	const shop = sandbox.FirstShopID
	f := newFixture(t, 3)
	other, client := f.late()
	servertest.Must(other.Facts(t.Context(), nil))(t)
	if err := f.box.ChangeHours(shop, func(week *platform.Week) {
		week.Fri = []platform.Period{{EndTime: 3600}}
	}); err != nil {
		t.Fatal(err)
	}
	f.clock.Advance(time.Second)
	servertest.Must(client.WeeklyHours(t.Context(), platform.ShopRef{ShopID: shop}))(t)
	if err := other.Flush(t.Context()); err != nil {
		t.Fatal(err)
	}
	for name, s := range map[string]*directory.Service{"the reader": other, "another": f.service} {
		all, err := s.Facts(t.Context(), []int64{shop})
		if err != nil || len(all) != 1 || len(all[0].Week.Fri) != 1 || all[0].Week.Fri[0].EndTime != 3600 {
			t.Errorf("%s: %+v, %v", name, all, err)
		}
	}
}

// A server whose clock is half a minute behind saves, after it and another one have read the same. Bug: it took its own
// read for the last one, so that the save was dropped as older.
func TestSaveAfterEqualReadsIsKnown(t *testing.T) {
	t.Parallel()
	const shop = sandbox.FirstShopID
	f := newFixture(t, 3)
	other, client := f.replica()
	f.work(0)
	write(t, f.stranger(), shop, closing(t, "2026-11-20", "2026-11-20"))
	servertest.Must(client.SpecialHours(t.Context(), platform.ShopRef{ShopID: shop}))(t)
	f.clock.Advance(30 * time.Second)
	servertest.Must(f.platform.SpecialHours(t.Context(), platform.ShopRef{ShopID: shop}))(t)
	f.flush()
	f.clock.Advance(-29 * time.Second)
	write(t, client, shop, closing(t, "2026-12-24", "2026-12-24"))
	for name, s := range map[string]*directory.Service{"the writer": other, "another": f.service} {
		all, err := s.Facts(t.Context(), []int64{shop})
		if err != nil || len(all) != 1 || firstDays(*all[0].Dates)[0] != "2026-12-24" {
			t.Errorf("%s: %+v, %v", name, all, err)
		}
	}
}

// A platform lists today's dates alone. Bug: a server whose clock is half a minute behind read no date that another one
// had just saved, and told of none that isn't listed, so that the next save deleted the date.
func TestUnlistedDateOfAClockThatIsAheadIsKept(t *testing.T) {
	t.Parallel()
	f := newFixture(t, 0)
	f.listing, f.box.Plays = platform.ListAhead, []sandbox.Variant{sandbox.ActiveDates}
	f.service, f.platform = f.replica()
	f.work(30 * time.Second)
	write(t, f.platform, shop, closing(t, "2026-12-24", "2026-12-24"))
	f.clock.Advance(-29 * time.Second)
	other, client := f.replica()
	servertest.Must(client.SpecialHours(t.Context(), platform.ShopRef{ShopID: shop}))(t)
	if got := unlisted(t, other, shop); len(got) != 1 || got[0] != "2026-12-24" {
		t.Errorf("%v", got)
	}
}
