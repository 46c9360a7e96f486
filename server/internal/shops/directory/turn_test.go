package directory_test

import (
	"testing"
	"time"

	"github.com/shopdesk/shopdesk/sandbox"
)

// The sweep got no turn because a run went first for too long: this says nothing about the shops, which are read soon
// afterwards.
func TestMissedTurnIsNoFailureOfTheShop(t *testing.T) {
	t.Parallel()
	f := newFixture(t, 3)
	f.crowded.Store(true)
	f.work(0)
	if r := f.row(sandbox.FirstShopID); r.ReadAt != 0 || r.Failure != "" || len(f.box.Calls()) != 0 {
		t.Errorf("%+v after %d calls", r, len(f.box.Calls()))
	}
	f.crowded.Store(false)
	f.work(30 * time.Second)
	if r := f.row(sandbox.FirstShopID); r.ReadAt == 0 || r.Failure != "" {
		t.Errorf("%+v", r)
	}
}
