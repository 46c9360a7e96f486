package dates

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
)

// An entry that stands where it stood is taken over, also when those before it are
// others: it had no effect until the next edit.
func TestEntryAfterOthersIsTakenOver(t *testing.T) {
	t.Parallel()
	today := day("2026-12-03")
	m := loaded(
		on(utc, "2026-12-01", "2026-12-02", closed...), on(utc, "2026-12-05", "2026-12-05", closed...),
		on(utc, "2026-12-06", "2026-12-09", platform.Period{EndTime: 24 * hour}),
		on(utc, "2026-12-24", "2026-12-26", closed...),
	)
	m.at.Week = &lateWeek
	first, second := m.items[0].ID, m.items[1].ID
	m.Remove(first)
	m.Rows(today, true)
	m.Undo() // and before the next frame
	m.Remove(second)
	fresh := *m
	fresh.cache = nil
	if diff := cmp.Diff(fresh.derive().ids, m.derive().ids); diff != "" {
		t.Error(diff)
	}
}

// What is taken over from the list before is what would be worked out anew,
// whatever is edited in whatever order.
func TestTakenOverIsWorkedOut(t *testing.T) {
	t.Parallel()
	today, month := day("2026-12-03"), day("2026-12-01")
	rapid.Check(t, func(r *rapid.T) {
		m := loaded(
			on(utc, "2026-12-01", "2026-12-02", platform.Period{StartTime: 18 * hour, EndTime: 2 * hour}),
			on(utc, "2026-12-05", "2026-12-05", closed...),
			on(utc, "2026-12-06", "2026-12-09", platform.Period{EndTime: 24 * hour}),
			on(utc, "2026-12-24", "2026-12-26", closed...),
		)
		m.at.Week = &lateWeek
		any := func() item { return m.items[rapid.IntRange(0, len(m.items)-1).Draw(r, "entry")] }
		date := rapid.Custom(func(r *rapid.T) string {
			return day("2026-11-28").AddDays(rapid.IntRange(0, 40).Draw(r, "day")).String()
		})
		for range rapid.IntRange(1, 12).Draw(r, "edits") {
			edit := rapid.SampledFrom([]string{"open", "first", "last", "kind", "time", "done", "cancel", "remove", "undo",
				"add", "name", "reset", "names"}).Draw(r, "edit")
			switch {
			case edit == "add" && m.open == 0:
				d := day(date.Draw(r, "date"))
				m.Add(d, d)
			case edit == "undo" && m.open == 0:
				m.Undo()
			case edit == "reset":
				m.Reset()
			case edit == "names":
				m.SetNames([]api.DateName{name("2026-12-24", "2026-12-26", rapid.SampledFrom([]string{"a", "b"}).Draw(r, "name"))})
			case len(m.items) == 0:
			case edit == "open" && m.open == 0:
				m.Open(any().ID)
			case edit == "remove" && m.open == 0:
				m.Remove(any().ID)
			case m.open == 0:
			case edit == "first":
				m.SetFirst(date.Draw(r, "date"))
			case edit == "last":
				m.SetLast(rapid.OneOf(date, rapid.Just("")).Draw(r, "date"))
			case edit == "kind":
				m.SetKind(rapid.SampledFrom([]kind{kindClosed, kindWhole, kindShifts}).Draw(r, "kind"))
			case edit == "time":
				typed := rapid.SampledFrom([]string{"9", "17:30", "x", "", "2"}).Draw(r, "time")
				m.SetTime(0, rapid.Bool().Draw(r, "end"), true, typed)
			case edit == "name":
				m.SetName(rapid.SampledFrom([]string{"", "Fair"}).Draw(r, "name"))
			case edit == "done":
				m.Done()
			case edit == "cancel":
				m.Cancel()
			}
			if rapid.Bool().Draw(r, "drawn") {
				continue // edits that come between two frames
			}
			fresh := *m
			fresh.cache = nil
			coming, past := m.Rows(today, true)
			wantComing, wantPast := fresh.Rows(today, true)
			if diff := cmp.Diff(wantComing, coming) + cmp.Diff(wantPast, past); diff != "" {
				r.Fatalf("rows after %s:\n%s", edit, diff)
			}
			if diff := cmp.Diff(fresh.Days(month, today), m.Days(month, today)); diff != "" {
				r.Fatalf("days after %s:\n%s", edit, diff)
			}
		}
	})
}
