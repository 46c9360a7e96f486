package hours

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/shopdesk/shopdesk/app/pages/shop/special"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
)

var (
	anyTime = rapid.OneOf(rapid.Map(rapid.IntRange(0, 96), func(n int) int {
		return n * quarter
	}), rapid.IntRange(-100, 90000), rapid.Just(platform.NoTime))
	anyDay  = rapid.SampledFrom([]platform.Day{0, 1, 2, 3, 4, 5, 6})
	anyText = rapid.OneOf(
		rapid.SampledFrom([]string{"", "9", "930", "9:30pm", "21.30", "24:00", "0", "noonish", " 11 "}),
		rapid.Map(rapid.IntRange(0, 96), func(n int) string { return special.TimeOf(n * quarter).Text }),
	)
	anyShift = rapid.Custom(func(t *rapid.T) platform.Period {
		return platform.Period{
			StartTime: anyTime.Draw(t, "start"), EndTime: anyTime.Draw(t, "end"),
			Extra: rapid.SampledFrom([]platform.Extra{"", `"x":1`}).Draw(t, "extra"),
		}
	})
	anyWeek = rapid.Custom(func(t *rapid.T) platform.Week {
		w := platform.Week{Extra: rapid.SampledFrom([]platform.Extra{"", `"v":2`}).Draw(t, "extra")}
		for _, d := range platform.Days() {
			w.SetDay(d, rapid.SliceOfN(anyShift, 0, 4).Draw(t, d.Key()))
		}
		return w
	})
)

// Rapid names a generator when it first draws a list of its values: before tests side by side draw, that is.
var _ = anyDay.String() + anyShift.String()

// edit makes one edit of any kind.
func edit(t *rapid.T, m *model) {
	d := anyDay.Draw(t, "day")
	i := rapid.IntRange(0, 3).Draw(t, "shift")
	f := rapid.SampledFrom([]field{startOf(d, i), endOf(d, i)}).Draw(t, "field")
	switch rapid.IntRange(0, 9).Draw(t, "edit") {
	case 0:
		m.Type(f, anyText.Draw(t, "text"))
	case 1:
		m.Enter(f, anyText.Draw(t, "text"))
	case 2:
		m.Step(f, rapid.SampledFrom([]int{1, -1}).Draw(t, "by"))
	case 3:
		m.SetOpen(d, rapid.Bool().Draw(t, "open"))
	case 4:
		m.SetWholeDay(d, rapid.Bool().Draw(t, "whole"))
	case 5:
		can := m.CanAdd(d)
		if _, ok := m.AddShift(d); can && !ok {
			t.Fatal("there was room, and then there wasn't")
		}
	case 6:
		m.RemoveShift(d, i)
	case 7:
		m.CopyTo(d, rapid.SliceOf(anyDay).Draw(t, "to"))
	case 8:
		m.Reset()
	case 9:
		m.Try()
	}
	m.Rows(false) // whatever stands on the screen can be drawn
}

func edits(t *rapid.T, m *model) {
	for range rapid.IntRange(0, 20).Draw(t, "edits") {
		edit(t, m)
	}
}

func TestAnUntouchedWeekIsThePlatforms(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		w := anyWeek.Draw(t, "week")
		m := loaded(w)
		if m.Dirty() {
			t.Fatalf("changes without an edit: %v", m.Changes())
		}
		if diff := cmp.Diff(canonical(&w), m.Payload()); diff != "" {
			t.Fatal(diff)
		}
	})
}

func TestUndoReturnsToTheStart(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		m := loaded(anyWeek.Draw(t, "week"))
		start := m.Now.Clone()
		edits(t, m)
		m.Settle()
		end := m.Now.Clone()
		for m.Undo() {
		}
		if !m.Now.Equal(start) {
			t.Fatal(cmp.Diff(start, m.Now, cmpopts.EquateEmpty()))
		}
		for m.Redo() {
		}
		if !m.Now.Equal(end) {
			t.Fatal(cmp.Diff(end, m.Now, cmpopts.EquateEmpty()))
		}
	})
}

func TestOffAndOnIsNoChange(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		m := loaded(anyWeek.Draw(t, "week"))
		for _, d := range platform.Days() {
			if m.Now[d].Open {
				m.SetOpen(d, false)
				m.SetOpen(d, true)
			}
		}
		if m.Dirty() {
			t.Fatalf("changes: %v", m.Changes())
		}
	})
}

func TestDraftsComeBack(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		m := loaded(anyWeek.Draw(t, "week"))
		edits(t, m)
		data, err := json.Marshal(m)
		if err != nil {
			t.Fatal(err)
		}
		var again model
		if err := json.Unmarshal(data, &again); err != nil {
			t.Fatal(err)
		}
		if !again.Now.Equal(m.Now) {
			t.Fatal(cmp.Diff(m.Now, again.Now, cmpopts.EquateEmpty()))
		}
		if diff := cmp.Diff(m.Payload(), again.Payload(), cmpopts.EquateEmpty()); diff != "" {
			t.Fatal(diff)
		}
		if diff := cmp.Diff(m.Base(), again.Base(), cmpopts.EquateEmpty()); diff != "" {
			t.Fatal(diff)
		}
	})
}

// A week that passes here passes the rules, which the server asks as well.
func TestWhatIsSentIsValid(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		m := loaded(somebodys())
		edits(t, m)
		if !m.Try() {
			return
		}
		if again := loaded(*m.Payload()); len(again.Problems()) > 0 {
			t.Fatalf("%+v", again.Problems())
		}
	})
}

func TestMergeKeepsBothSides(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		m := loaded(anyWeek.Draw(t, "week"))
		edits(t, m)
		theirs := anyWeek.Draw(t, "theirs")
		g := m.Merge(&theirs)
		mine, base, now := m.Payload(), m.base, canonical(&theirs)
		for _, c := range g.Clashes {
			g.Choose(c.ID, rapid.Bool().Draw(t, c.ID))
		}
		m.Rebase(&theirs, g)
		got := m.Payload()
		for _, d := range platform.Days() {
			want := now.Day(d)
			if ours := !rules.SameHours(mine.Day(d), base.Day(d)); ours &&
				(rules.SameHours(base.Day(d), now.Day(d)) || !g.Holds(d.Key())) &&
				!rules.SameHours(mine.Day(d), now.Day(d)) {
				want = mine.Day(d)
			}
			if !rules.SameHours(got.Day(d), want) {
				t.Fatalf("%s is %v, want %v", d.Key(), got.Day(d), want)
			}
		}
	})
}
