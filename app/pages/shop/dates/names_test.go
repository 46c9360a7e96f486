package dates

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/shopdesk/shopdesk/app/pages/shop/dates/ics"
	"github.com/shopdesk/shopdesk/app/pages/shop/special"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
)

var feast = api.DateName{First: "2027-02-16", Last: "2027-02-18", Name: "Lunar New Year"}

func name(first, last, words string) api.DateName {
	return api.DateName{First: first, Last: last, Name: words}
}

// names are what stands on the screen, in order.
func names(m *model) (list []string) {
	for _, it := range sorted(m.items) {
		list = append(list, it.Name)
	}
	return list
}

func feasts(names ...api.DateName) *model {
	m := loaded(on(utc, "2026-12-25", "2026-12-26", closed...), on(utc, "2027-02-16", "2027-02-18", closed...))
	m.SetNames(names)
	return m
}

func TestNamesFindTheirEntries(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name  string
		names []api.DateName
		want  []string
	}{
		{"the same dates", []api.DateName{feast}, []string{"", "Lunar New Year"}},
		{"moved by a day on the platform", []api.DateName{name("2027-02-15", "2027-02-17", "Lunar New Year")},
			[]string{"", "Lunar New Year"}},
		{"the same dates first", []api.DateName{name("2027-02-15", "2027-02-17", "old"), feast},
			[]string{"", "Lunar New Year"}},
		{"two that could be it", []api.DateName{name("2027-02-15", "2027-02-16", "a"), name("2027-02-17", "2027-02-20", "b")},
			[]string{"", ""}},
		{"one over two entries", []api.DateName{name("2026-12-26", "2027-02-16", "winter")}, []string{"", ""}},
		{"no entry any more", []api.DateName{name("2027-05-01", "2027-05-01", "Labour Day")}, []string{"", ""}},
	} {
		m := feasts(tt.names...)
		if diff := cmp.Diff(tt.want, names(m)); diff != "" || m.Dirty() {
			t.Errorf("%s: dirty %v\n%s", tt.name, m.Dirty(), diff)
		}
	}
}

func TestNameChanges(t *testing.T) {
	t.Parallel()
	christmas := name("2026-12-25", "2026-12-26", "Christmas")
	orphan := name("2027-05-01", "2027-05-01", "Labour Day")
	for _, tt := range []struct {
		name      string
		edit      func(m *model, first, second int)
		put, drop []api.DateName
		list      bool // the platform's list changes as well
	}{
		{"nothing", func(*model, int, int) {}, nil, nil, false},
		{"named", func(m *model, first, _ int) {
			m.Open(first)
			m.SetName(" Christmas ")
			m.Done()
		}, []api.DateName{christmas}, nil, false},
		{"renamed", func(m *model, _, second int) {
			m.Open(second)
			m.SetName("年假")
			m.Done()
		}, []api.DateName{name(feast.First, feast.Last, "年假")}, nil, false},
		{"no name any more", func(m *model, _, second int) {
			m.Open(second)
			m.SetName(" ")
			m.Done()
		}, nil, []api.DateName{{First: feast.First, Last: feast.Last}}, false},
		{"other dates", func(m *model, _, second int) { m.Open(second); m.SetLast("2027-02-19"); m.Done() },
			[]api.DateName{name("2027-02-16", "2027-02-19", feast.Name)},
			[]api.DateName{{First: feast.First, Last: feast.Last}}, true},
		{"removed", func(m *model, _, second int) {
			m.Remove(second)
		}, nil, []api.DateName{{First: feast.First, Last: feast.Last}}, true},
		{"next year", func(m *model, _, second int) {
			m.Repeat(second, day("2026-11-20"))
			m.Done()
		}, []api.DateName{name("2028-02-16", "2028-02-18", feast.Name)}, nil, true},
		{"undone", func(m *model, _, second int) { m.Remove(second); m.Undo() }, nil, nil, false},
	} {
		m := feasts(feast, orphan)
		tt.edit(m, m.items[0].ID, m.items[1].ID)
		put, drop := m.NameChanges()
		if diff := cmp.Diff(tt.put, put, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%s: put %s", tt.name, diff)
		}
		if diff := cmp.Diff(tt.drop, drop, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%s: drop %s", tt.name, diff)
		}
		if m.ListChanged() != tt.list || m.Dirty() != (len(put)+len(drop) > 0) {
			t.Errorf("%s: list %v, dirty %v", tt.name, m.ListChanged(), m.Dirty())
		}
		m.Saved(m.Payload())
		m.SetNames(append(put, orphan))
		if len(drop) == 0 {
			m.SetNames(append(put, feast, orphan))
		}
		if m.Dirty() && tt.name != "renamed" {
			t.Errorf("%s: still to save once saved: %v", tt.name, names(m))
		}
	}
}

// Names that come after the edit has begun don't touch what was edited, nor
// what undo brings back.
func TestNamesComeLate(t *testing.T) {
	t.Parallel()
	m := feasts()
	first, second := m.items[0].ID, m.items[1].ID
	m.Open(first)
	m.SetName("Mine")
	m.SetNames([]api.DateName{feast, name("2026-12-25", "2026-12-26", "Theirs")})
	if diff := cmp.Diff([]string{"Mine", "Lunar New Year"}, names(m)); diff != "" {
		t.Error(diff)
	}
	m.Done()
	m.Remove(second)
	m.Undo()
	if diff := cmp.Diff([]string{"Mine", "Lunar New Year"}, names(m)); diff != "" {
		t.Error(diff)
	}
	m.Undo()
	if diff := cmp.Diff([]string{"Theirs", "Lunar New Year"}, names(m)); diff != "" || m.Dirty() {
		t.Error(diff)
	}
}

// Another person changed the hours of an entry whose name was edited here.
func TestNamesOutliveAMerge(t *testing.T) {
	t.Parallel()
	m := feasts(feast)
	m.Open(m.items[1].ID)
	m.SetName("Year of the Goat")
	m.Done()
	theirs := on(utc, "2027-02-16", "2027-02-18", platform.Period{StartTime: hour, EndTime: 2 * hour})
	g := m.Merge(&special.Record{List: []platform.SpecialDate{theirs}})
	if len(g.Clashes) != 0 {
		t.Fatalf("a name made a clash: %+v", g.Clashes)
	}
	m.Rebase(&special.Record{List: []platform.SpecialDate{theirs}}, g)
	if diff := cmp.Diff([]string{"Year of the Goat"}, names(m)); diff != "" || !m.Dirty() || m.ListChanged() {
		t.Error(diff)
	}
}

func TestNamesInWords(t *testing.T) {
	t.Parallel()
	m := feasts(feast)
	m.at.Week = &lateWeek
	m.Add(day("2027-02-18"), day("2027-02-18"))
	words := m.EditorProblems()[0].text
	if !strings.Contains(words, "“\u2068Lunar New Year\u2069”, Tue 16 Feb to Thu 18 Feb 2027") {
		t.Errorf("overlap: %s", words)
	}
	m.Cancel()
	coming, _ := m.Rows(day("2026-11-20"), true)
	if coming[1].Name != feast.Name || !strings.Contains(coming[1].Title, feast.Name) {
		t.Errorf("row: %+v", coming[1])
	}
	for _, d := range m.Days(day("2027-02-01"), day("2026-11-20")) {
		if d.Date == "2027-02-17" && (d.Name != feast.Name || !strings.Contains(d.Label, feast.Name)) {
			t.Errorf("calendar: %+v", d)
		}
	}
	events := m.Events()
	if events[0].Unnamed != true || events[1].Summary != feast.Name || events[1].Unnamed {
		t.Errorf("exported %+v", events)
	}
	if written := ics.Write(events, ics.WriteOptions{}); strings.Count(written, "DESCRIPTION:"+events[1].Details) != 1 ||
		events[1].Details == "" {
		t.Errorf("another calendar doesn't tell the hours of a named entry: %s", written)
	}
	back, err := ics.Read(ics.Write(events, ics.WriteOptions{}), ics.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	empty := loaded()
	empty.Bring(empty.Offer(back.Events, day("2026-11-20")))
	if diff := cmp.Diff([]string{"", "Lunar New Year"}, names(empty)); diff != "" {
		t.Error(diff)
	}
}

// bare takes the marks of direction away.
var bare = strings.NewReplacer("\u2066", "", "\u2068", "", "\u2069", "")

// holidayBits are what a holiday's row says and has chosen.
func holidayBits(rows []*holidayRow) (bits []string) {
	for _, r := range rows {
		said := fmt.Sprintf("%s '%s' '%s' '%s' '%s' %v %s", r.ID, r.Dates, r.Basis, r.Last, r.Taken, r.Ticked,
			r.entry.words())
		bits = append(bits, bare.Replace(said))
	}
	return bits
}

// What the last one was is proposed: by its name, or by its days of a year before. Everything ticked is one step.
func TestHolidays(t *testing.T) {
	t.Parallel()
	m := feasts(feast)
	first := feasts()
	first.load([]platform.SpecialDate{on(utc, "2026-05-01", "2026-05-01", platform.Period{StartTime: 11 * hour,
		EndTime: 15 * hour}), on(utc, "2026-03-20", "2026-03-21", platform.Period{})}, utc)
	m.over.items = first.items
	m.over.items[1].Name = "Eid al-Fitr"
	offered := []api.Holiday{
		{ID: "a", First: "2027-02-17", Last: "2027-02-17", Name: "Lunar New Year", Local: "農曆新年", Lang: "zh-Hant",
			Basis: api.BasisFixed},
		{ID: "b", First: "2027-03-09", Last: "2027-03-11", Name: "Eid al-Fitr", Lang: "ar", Basis: api.BasisMoon},
		{ID: "c", First: "2027-05-01", Last: "2027-05-01", Name: "Labour Day", Basis: api.BasisFixed},
		{ID: "d", First: "2027-07-01", Last: "2027-07-01", Name: "Foundation", Basis: api.BasisFixed},
	}
	rows := m.Holidays(offered)
	want := []string{
		`a 'Wed 17 Feb 2027' '' '' '` + bare.Replace(title(m.items[1])) + `' false Closed`,
		`b 'Tue 9 Mar to Thu 11 Mar 2027' '` + text.T("dates.holiday.moon") + `' 'Last time: Closed' '' true Closed`,
		`c 'Sat 1 May 2027' '' 'Last time: 11:00–15:00' '' true 11:00–15:00`,
		`d 'Thu 1 Jul 2027' '' '' '' false Closed`,
	}
	if diff := cmp.Diff(want, holidayBits(rows)); diff != "" {
		t.Error(diff)
	}
	offered[1].Dismissed = true
	if again := m.Holidays(offered); again[1].Ticked || again[1].Last == "" {
		t.Error("a holiday chosen as usual is proposed as it was the last time")
	}
	rows[3].Ticked = true
	rows[3].toggle(&lateWeek)
	was := len(m.items)
	if n := m.TakeHolidays(rows); n != 3 {
		t.Errorf("%d taken", n)
	}
	got := describe(m)[was:]
	if diff := cmp.Diff([]string{"2027-03-09/2027-03-11 closed", "2027-05-01 shifts 11:00–15:00",
		"2027-07-01 shifts 18:00–02:00"}, got); diff != "" {
		t.Error(diff)
	}
	if m.Undo(); len(m.items) != was {
		t.Errorf("one undo leaves %v", describe(m))
	}
}
