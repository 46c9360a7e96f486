package dates

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
)

func TestProblems(t *testing.T) {
	t.Parallel()
	open := func(m *model) { m.Open(m.items[0].ID) }
	tests := []struct {
		name string
		edit func(m *model)
		want map[string]string // field: words
	}{
		{"fine", open, nil},
		{"no first day", func(m *model) { m.SetFirst("") }, map[string]string{fieldFirst: "Enter the first day."}},
		{"no last day", func(m *model) { m.SetLast("2026-02-30") }, map[string]string{fieldLast: "Enter the last day."}},
		{"a year of two digits", func(m *model) { m.SetFirst("0026-12-24") }, map[string]string{
			fieldFirst: "Check the year.",
		}},
		{"reversed", func(m *model) {
			m.SetLast("2026-12-23")
		}, map[string]string{fieldLast: "The last day is before the first."}},
		{"overlap", func(m *model) { m.SetLast("2026-12-30") }, map[string]string{
			fieldFirst: "These dates overlap Wed 30 Dec to Thu 31 Dec 2026 (Closed all day). A day can have only one entry.",
		}},
		{"no time", func(m *model) { m.SetKind(kindShifts); m.SetTime(0, false, true, "noonish") }, map[string]string{
			shiftID(0, false): "“noonish” isn't a time. Write 9:30, 0930 or 9:30pm.",
		}},
		{"blank", func(m *model) {
			m.SetKind(kindShifts)
			m.SetTime(0, true, true, " ")
		}, map[string]string{shiftID(0, true): "Enter when the shop closes."}},
		{"equal", func(m *model) { m.SetKind(kindShifts); m.SetTime(0, true, true, "11") }, map[string]string{
			shiftID(0, true): "This shift opens and closes at 11:00. Change one of them, or choose “Open 24 hours”.",
		}},
		{"zero to zero", func(m *model) {
			m.SetKind(kindShifts)
			m.SetTime(0, false, true, "0")
			m.SetTime(0, true, true, "0")
		}, map[string]string{
			shiftID(0, true): "This shift opens and closes at 00:00. Change one of them, or choose “Open 24 hours”.",
		}},
		{"shifts overlap", func(m *model) {
			m.SetKind(kindShifts)
			m.AddShift()
			m.SetTime(1, false, true, "21")
			m.SetTime(1, true, true, "23")
		}, map[string]string{shiftID(1, false): "This shift overlaps the one from 11:00 to 22:00."}},
		{"into the next day's own", func(m *model) {
			m.SetLast("2026-12-25")
			m.SetKind(kindShifts)
			m.SetTime(0, true, true, "11:30")
			m.SetTime(0, false, true, "18")
			m.AddShift()
			m.SetTime(1, false, true, "8")
			m.SetTime(1, true, true, "9")
		}, map[string]string{shiftID(0, true): "This shift runs into the next day's, which is from 08:00 to 09:00."}},
		{"no shift", func(m *model) {
			m.SetKind(kindShifts)
			m.edit("", func(it *item) { it.Shifts = nil })
		}, map[string]string{fieldKind: "Say whether the shop is closed, or when it is open."}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			m := loaded(on(utc, "2026-12-24", "2026-12-24", platform.Period{}),
				on(utc, "2026-12-30", "2026-12-31", platform.Period{}))
			m.at.Leaves = rules.Leaves{rules.CodeEqualTimes: platform.LeaveRefused,
				rules.CodeSpillOverlap: platform.LeaveRefused}
			open(m)
			tt.edit(m)
			m.asked = true
			got := map[string]string{}
			for _, p := range m.EditorProblems() {
				got[p.field] = p.text
			}
			if tt.want == nil {
				tt.want = map[string]string{}
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if m.Done() != (len(tt.want) == 0) {
				t.Error("Done doesn't agree")
			}
		})
	}
}

// Both of two entries that overlap are told in their editors; the summary says
// it once.
func TestOverlapIsToldToBoth(t *testing.T) {
	t.Parallel()
	m := loaded(on(utc, "2026-12-24", "2026-12-26", platform.Period{}),
		on(utc, "2026-12-26", "2026-12-27", platform.Period{}))
	if !m.Try() {
		t.Errorf("dates that nobody changed keep others from being saved: %v", m.Problems())
	}
	m.tried = 0
	m.change(func(items []item) []item {
		items[1].Last = "2026-12-28"
		return items
	})
	for _, it := range m.items {
		m.Open(it.ID)
		if len(m.EditorProblems()) != 1 {
			t.Errorf("%s: %v", it.First, m.EditorProblems())
		}
		m.Cancel()
	}
	if m.Visible() != nil {
		t.Error("a summary before the first try")
	}
	if m.Try() || len(m.Visible()) != 1 {
		t.Errorf("summary: %v", m.Visible())
	}
}

// A time that is typed half shows no problem.
func TestTypingIsntJudged(t *testing.T) {
	t.Parallel()
	m := loaded()
	m.Add(day("2026-12-24"), day("2026-12-24"))
	m.SetKind(kindShifts)
	m.SetTime(0, true, false, "9:")
	if p := m.EditorProblems(); len(p) != 0 {
		t.Errorf("while typing: %v", p)
	}
	m.SetTime(0, true, true, "9:")
	if p := m.EditorProblems(); len(p) != 1 {
		t.Errorf("after leaving: %v", p)
	}
	m.SetTime(0, true, true, "9:30pm")
	if it, _ := m.Item(m.open); it.Shifts[0].End.Text != "21:30" {
		t.Errorf("settled to %q", it.Shifts[0].End.Text)
	}
}

// The server's problems find their entries, in the order that was sent.
func TestRefused(t *testing.T) {
	t.Parallel()
	m := loaded(on(utc, "2026-12-30", "2026-12-30", platform.Period{}),
		on(utc, "2026-12-24", "2026-12-24", platform.Period{StartTime: hour, EndTime: 2 * hour}))
	m.Payload()
	ok := m.Refused([]rules.Problem{
		{Path: "specialBusinessHour[0].businessHour[0].endTime", Code: rules.CodeEqualTimes, Args: []any{float64(hour)}},
		{Path: "specialBusinessHour[1]", Code: rules.CodeDatesOverlap, Args: []any{0.0, "2026-12-24", "2026-12-24"}},
	})
	if !ok || len(m.said) != 3 || m.said[0].item != m.items[1].ID || m.said[0].field != shiftID(0, true) ||
		m.said[1].item != m.items[0].ID {
		t.Errorf("%v", m.said)
	}
	if m.Refused([]rules.Problem{{Path: "shopId", Code: rules.CodeRequired}}) {
		t.Error("a problem without a place was placed")
	}
}

// What the interface doesn't forbid is said in the editor, and saved.
func TestDoubtsKeepNobodyFromSaving(t *testing.T) {
	t.Parallel()
	week := platform.Week{Fri: []platform.Period{{EndTime: platform.DaySeconds}}}
	m := loaded(on(utc, "2026-12-24", "2026-12-24", platform.Period{}))
	m.at.Week = &week
	m.Open(m.items[0].ID)
	m.SetKind(kindShifts)
	m.SetTime(0, false, true, "18")
	m.SetTime(0, true, true, "4")
	m.typing = ""
	if doubts := m.Doubts(); len(doubts) != 1 || !strings.HasSuffix(doubts[0], "The platform may not take this.") {
		t.Errorf("%q", doubts)
	}
	if !m.Done() || !m.Try() {
		t.Errorf("problems %v", m.Problems())
	}
}

// What the server refused was told of the entries as they stood by the answer: of one that was removed meanwhile, the
// next one was said to be wrong.
func TestRefusalFindsTheEntryThatWasSent(t *testing.T) {
	t.Parallel()
	found := []rules.Problem{{Path: "specialBusinessHour[1]", Code: "moon_phase"}}
	for _, tt := range []struct {
		name string
		edit func(m *model)
		says string // the first date of the entry, "" for none
	}{
		{"as it was sent", func(*model) {}, "2026-12-26"},
		{"one before it removed", func(m *model) { m.Remove(m.items[0].ID) }, "2026-12-26"},
		{"one before it added", func(m *model) { m.Bring([]candidate{{item: m.items[0], chosen: true}}) }, "2026-12-26"},
		{"removed", func(m *model) { m.Remove(m.items[1].ID) }, ""},
		{"edited", func(m *model) {
			m.Open(m.items[1].ID)
			m.SetKind(kindWhole)
			m.Done()
		}, ""},
	} {
		m := loaded(on(utc, "2026-12-24", "2026-12-24", platform.Period{}), on(utc, "2026-12-26", "2026-12-26",
			platform.Period{}), on(utc, "2026-12-30", "2026-12-30", platform.Period{}))
		m.Payload()
		tt.edit(m)
		says := ""
		if m.Refused(found) {
			it, _ := m.Item(m.said[0].item)
			says = it.First
		}
		if says != tt.says {
			t.Errorf("%s: %q is told, want %q", tt.name, says, tt.says)
		}
	}
}
