package dates

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/shopdesk/shopdesk/app/pages/shop/special"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
)

func TestMerge(t *testing.T) {
	t.Parallel()
	eve := on(utc, "2026-12-24", "2026-12-24", platform.Period{})
	year := on(utc, "2026-12-31", "2026-12-31", platform.Period{})
	open := platform.Period{StartTime: 9 * hour, EndTime: 12 * hour}
	first := func(m *model) int { return m.items[0].ID }
	tests := []struct {
		name    string
		edit    func(m *model)
		theirs  []platform.SpecialDate
		clashes int
		pick    bool // theirs
		want    []string
	}{
		{"only they", func(*model) {}, []platform.SpecialDate{year}, 0, false, []string{"2026-12-31 closed"}},
		{"only we", func(m *model) {
			m.Remove(first(m))
		}, []platform.SpecialDate{eve, year}, 0, false, []string{"2026-12-31 closed"}},
		{"different entries", func(m *model) {
			m.Remove(first(m))
		}, []platform.SpecialDate{eve, on(utc, "2026-12-31", "2026-12-31", open)}, 0, false,
			[]string{"2026-12-31 shifts 09:00–12:00"}},
		{"the same", func(m *model) {
			m.Remove(first(m))
		}, []platform.SpecialDate{year}, 0, false, []string{"2026-12-31 closed"}},
		{"same entry, mine", whole, []platform.SpecialDate{on(utc, "2026-12-24", "2026-12-24", open), year}, 1, false,
			[]string{"2026-12-24 whole", "2026-12-31 closed"}},
		{"same entry, theirs", whole, []platform.SpecialDate{on(utc, "2026-12-24", "2026-12-24", open), year}, 1, true,
			[]string{"2026-12-24 shifts 09:00–12:00", "2026-12-31 closed"}},
		{"they removed it, mine", whole, []platform.SpecialDate{year}, 1, false,
			[]string{"2026-12-24 whole", "2026-12-31 closed"}},
		{"they removed it, theirs", whole, []platform.SpecialDate{year}, 1, true, []string{"2026-12-31 closed"}},
		{"both added days in common, mine", add("2026-12-26", "2026-12-28"),
			[]platform.SpecialDate{eve, on(utc, "2026-12-28", "2026-12-29", open), year}, 1, false,
			[]string{"2026-12-24 closed", "2026-12-26/2026-12-28 closed", "2026-12-31 closed"}},
		{"both added days in common, theirs", add("2026-12-26", "2026-12-28"),
			[]platform.SpecialDate{eve, on(utc, "2026-12-28", "2026-12-29", open), year}, 1, true,
			[]string{"2026-12-24 closed", "2026-12-28/2026-12-29 shifts 09:00–12:00", "2026-12-31 closed"}},
		{"both added other days", add("2026-12-26", "2026-12-26"),
			[]platform.SpecialDate{eve, on(utc, "2026-12-28", "2026-12-28", open), year}, 0, false,
			[]string{"2026-12-24 closed", "2026-12-26 closed", "2026-12-28 shifts 09:00–12:00", "2026-12-31 closed"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			m := loaded(eve, year)
			tt.edit(m)
			theirs := &special.Record{List: tt.theirs}
			g := m.Merge(theirs)
			if len(g.Clashes) != tt.clashes {
				t.Fatalf("%d clashes, want %d", len(g.Clashes), tt.clashes)
			}
			for _, c := range g.Clashes {
				g.Choose(c.ID, tt.pick)
			}
			m.Rebase(theirs, g)
			if diff := cmp.Diff(tt.want, describe(m)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if p := m.Problems(); len(p) > 0 {
				t.Errorf("the merged list is wrong: %v", p)
			}
		})
	}
}

func whole(m *model) {
	m.Open(m.items[0].ID)
	m.SetKind(kindWhole)
	m.Done()
}

func add(from, to string) func(m *model) {
	return func(m *model) {
		m.Add(day(from), day(to))
		m.Done()
	}
}

// Undo of one's own edit took another person's entry out of the list as well, and the next save removed it without a
// question.
func TestUndoKeepsWhatSomebodyElseSaved(t *testing.T) {
	t.Parallel()
	eve, year := on(utc, "2026-12-24", "2026-12-24", closed...), on(utc, "2026-12-31", "2026-12-31", closed...)
	m := loaded(eve, year)
	m.Remove(m.items[1].ID)
	add("2026-12-26", "2026-12-26")(m)
	add("2026-12-28", "2026-12-28")(m)
	m.Undo()
	theirs := &special.Record{List: []platform.SpecialDate{
		on(utc, "2026-12-24", "2026-12-24", platform.Period{StartTime: hour, EndTime: 2 * hour}), year,
		on(utc, "2026-12-28", "2026-12-28", closed...), on(utc, "2026-12-30", "2026-12-30", closed...),
	}}
	m.Rebase(theirs, m.Merge(theirs))
	stays := []string{"2026-12-24 shifts 01:00–02:00", "2026-12-28 closed", "2026-12-30 closed"}
	for i, want := range []int{2, 1, 0} {
		if m.Count() != want {
			t.Errorf("after %d steps back %d changes, want %d: %v", i, m.Count(), want, describe(m))
		}
		if lost := slices.DeleteFunc(slices.Clone(stays), func(s string) bool {
			return slices.Contains(describe(m), s)
		}); len(lost) > 0 {
			t.Errorf("after %d steps back %v are lost", i, lost)
		}
		m.Undo()
	}
	for range 3 {
		m.Redo()
	}
	if m.Count() != 2 {
		t.Errorf("redone: %d changes, %v", m.Count(), describe(m))
	}
}

// For all changes by two people to a valid list, and all choices between them, the
// merged list is valid, no change is lost without a choice, and saving starts from
// the other person's list.
func TestMergeProperties(t *testing.T) {
	t.Parallel()
	lists := rapid.Custom(validList)
	rapid.Check(t, func(t *rapid.T) {
		m := loaded(lists.Draw(t, "base")...)
		for _, it := range clone(m.items) {
			switch rapid.IntRange(0, 3).Draw(t, "edit") {
			case 1:
				m.Remove(it.ID)
			case 2:
				m.Open(it.ID)
				m.SetKind(kindWhole)
				m.Done()
			case 3:
				m.Open(it.ID)
				m.SetLast(day(it.First).AddDays(rapid.IntRange(0, 4).Draw(t, "length")).String())
				if !m.Done() {
					m.Cancel()
				}
			}
		}
		m.Add(rules.DateOfDays(20000+rapid.IntRange(0, 40).Draw(t, "added")), rules.DateOfDays(20041))
		first := find(m.items, m.open).First
		m.SetLast(first)
		if !m.Done() {
			m.Cancel()
		}
		mine := clone(m.items)
		theirs := &special.Record{List: lists.Draw(t, "theirs")}
		g := m.Merge(theirs)
		all := rapid.Bool().Draw(t, "all theirs")
		for _, c := range g.Clashes {
			g.Choose(c.ID, all)
		}
		for _, c := range m.merge(theirs.List).kept {
			if c.now != nil && find(mine, c.now.ID) == nil {
				t.Fatal("kept what isn't ours")
			}
		}
		m.Rebase(theirs, g)
		if problems := m.Problems(); len(problems) > 0 {
			t.Fatalf("merged to %v: %v", describe(m), problems)
		}
		if !all && len(g.Taken) == 0 {
			for _, it := range mine {
				if at := find(m.items, it.ID); at == nil && !hasSame(m.items, it) {
					t.Fatalf("%s is lost: %v", it.First, describe(m))
				}
			}
		}
		if !cmp.Equal(m.Base().List, theirs.List) {
			t.Fatal("the edit doesn't start from theirs")
		}
	})
}

func hasSame(items []item, it item) bool {
	for _, other := range items {
		if it.same(other) {
			return true
		}
	}
	return false
}

// validList is a list without overlaps, over some forty days.
func validList(t *rapid.T) []platform.SpecialDate {
	list := []platform.SpecialDate{}
	for at := 20000; at < 20040; {
		at += rapid.IntRange(0, 9).Draw(t, "gap")
		length := rapid.IntRange(0, 3).Draw(t, "days")
		hours := closed
		if rapid.Bool().Draw(t, "open") {
			hours = []platform.Period{{StartTime: 9 * hour, EndTime: rapid.IntRange(10, 20).Draw(t, "until") * hour}}
		}
		first := rules.DateOfDays(at)
		list = append(list, on(utc, first.String(), first.AddDays(length).String(), hours...))
		at += length + 1
	}
	return list
}
