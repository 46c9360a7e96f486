package directory_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/shopdesk/shopdesk/sandbox"
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
