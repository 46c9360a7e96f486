package summary

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/shopdesk/shopdesk/internal/sqlitetest"
	"github.com/shopdesk/shopdesk/server/mail"
	"github.com/shopdesk/shopdesk/server/store"
)

const (
	ann = "ann@shops.example"
	bob = "bob@shops.example"
)

// A summary goes out at its time, once a day, also after a restart.
func TestSummaryIsSentOnceADay(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, d *desk) {
		d.at("2026-11-20 10:00")
		d.person("ann", nil, 1, 2)
		s := d.replica()
		d.wants("2026-11-21 07:59", s)
		d.wants("2026-11-21 08:00", s, ann)
		d.wants("2026-11-21 08:01", d.replica())
		d.wants("2026-11-21 23:59", s)
		d.wants("2026-11-22 08:00", s, ann)
	})
}

// Of several replicas that find the same row due, one sends.
func TestOneReplicaSends(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, d *desk) {
		d.at("2026-11-20 10:00")
		var want []string
		for i := range 8 {
			name := fmt.Sprintf("person%d", i)
			d.person(name, func(row *store.Summary) { row.Push = true }, 1)
			want = append(want, name+"@shops.example")
		}
		d.at("2026-11-21 08:00")
		var all sync.WaitGroup
		for range 4 {
			s := d.replica()
			all.Go(func() { _ = s.Work(t.Context()) })
		}
		all.Wait()
		got := d.work(d.replica())
		slices.Sort(got)
		if !slices.Equal(got, want) || len(d.told) != len(want) {
			t.Errorf("sent to %v, %d notifications", got, len(d.told))
		}
	})
}

// What was missed while no server ran is sent late on the same day, and never on the next one.
func TestMissedSummaryIsSentOnTheSameDayOnly(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, d *desk) {
		d.at("2026-11-20 10:00")
		d.person("ann", nil, 1)
		s := d.replica()
		d.wants("2026-11-21 14:30", s, ann)
		d.wants("2026-11-23 03:00", s) // of the 22nd nothing is said any more
		d.wants("2026-11-23 08:00", s, ann)
	})
}

// An e-mail that nobody got is tried again, later each time; another failure isn't repeated.
func TestOnlyUnsentMailIsTriedAgain(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, d *desk) {
		d.at("2026-11-20 10:00")
		d.person("ann", func(row *store.Summary) { row.Push = true }, 1)
		s := d.replica()
		later := fmt.Errorf("full: %w", mail.ErrLater)
		d.fail = []error{later, later}
		d.wants("2026-11-21 08:00", s)
		d.wants("2026-11-21 08:00", s)
		d.wants("2026-11-21 08:01", s)
		d.wants("2026-11-21 08:02", s)
		d.wants("2026-11-21 08:03", s, ann)
		if len(d.told) != 1 {
			t.Errorf("%d notifications", len(d.told))
		}
		d.fail = []error{errors.New("refused, or taken without an answer")}
		d.wants("2026-11-22 08:00", s)
		d.wants("2026-11-22 09:00", s)
		d.fail = []error{later}
		d.wants("2026-11-23 23:59", s)
		d.wants("2026-11-24 00:00", s) // its day is over
		d.wants("2026-11-24 08:00", s, ann)
	})
}

// A mail server that doesn't answer uses up the time of the work. The bug: that time was the save's as well, so that
// the e-mail counted as sent.
func TestMailThatUsedUpItsTimeIsTriedAgain(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		d := newDesk(t, sqlitetest.Open(t))
		d.at("2026-11-20 10:00")
		d.person("ann", nil, 1)
		s := d.replica()
		d.hangs = true
		d.wants("2026-11-21 08:00", s)
		d.hangs = false
		d.wants("2026-11-21 08:01", s, ann)
	})
}

// Only shops that the person may see when the summary is sent are in it; a disabled person gets nothing.
func TestRightsCountWhenTheSummaryIsSent(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, d *desk) {
		ctx := t.Context()
		d.at("2026-11-20 10:00")
		id := d.person("ann", nil, 1, 2, 3)
		before, err := d.store.Memberships(ctx, id)
		if err != nil {
			t.Fatal(err)
		}
		owner := store.Membership{ShopID: store.AllShops, Role: "owner"}
		if _, err := d.store.CreateOperator(ctx, store.Operator{Login: "eve"}, []store.Membership{owner}); err != nil {
			t.Fatal(err)
		}
		if err := d.store.SetMemberships(ctx, id, before, before[:1]); err != nil {
			t.Fatal(err)
		}
		s := d.replica()
		d.wants("2026-11-21 08:00", s, ann)
		if len(d.asked) != 1 || !slices.Equal(d.asked[0], []int64{1}) {
			t.Errorf("asked about %v", d.asked)
		}
		if err := d.store.SetDisabled(ctx, id, true, d.clock().UnixMilli()); err != nil {
			t.Fatal(err)
		}
		d.wants("2026-11-22 08:00", s)
		if err := d.store.SetDisabled(ctx, id, false, d.clock().UnixMilli()); err != nil {
			t.Fatal(err)
		}
		d.wants("2026-11-23 08:00", s, ann)
		if err := d.store.SetMemberships(ctx, id, before[:1], nil); err != nil {
			t.Fatal(err)
		}
		d.wants("2026-11-24 08:00", s)
	})
}

// A person who switches the summary off while it is prepared gets none.
func TestChoiceDuringTheWorkWins(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, d *desk) {
		d.at("2026-11-20 10:00")
		id := d.person("ann", nil, 1)
		d.during = func() {
			row, err := d.store.Summary(t.Context(), id)
			if err != nil {
				t.Error(err)
			}
			row.Mail, row.DueAt = false, 0
			if err := d.store.SaveSummary(t.Context(), row); err != nil {
				t.Error(err)
			}
		}
		s := d.replica()
		d.wants("2026-11-21 08:00", s)
		d.wants("2026-11-21 09:00", s)
	})
}

// An address that its person hasn't proved gets nothing, and an e-mail that isn't wanted isn't sent.
func TestUnprovedAddressGetsNothing(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, d *desk) {
		d.at("2026-11-20 10:00")
		d.person("ann", func(row *store.Summary) { row.Proved = false }, 1)
		d.person("bob", func(row *store.Summary) { row.Mail, row.Push = false, true }, 1)
		d.wants("2026-11-21 08:00", d.replica())
		if len(d.told) != 1 || d.told[0].Path != "today/yesterday" {
			t.Errorf("told %+v", d.told)
		}
	})
}

// The time of the day is meant in the zone of most shops, which may change.
func TestTimeFollowsTheShopsZone(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, d *desk) {
		d.at("2026-11-20 10:00")
		d.person("ann", nil, 1, 2, 3)
		d.person("bob", nil, 3) // due at eight in Hong Kong, but the shop is in Lisbon
		s := d.replica()
		d.wants("2026-11-21 08:00", s, ann)
		d.wants("2026-11-21 15:59", s)
		d.wants("2026-11-21 16:00", s, bob)
	})
}
