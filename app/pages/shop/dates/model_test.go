package dates

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/shopdesk/shopdesk/app/pages/shop/dates/ics"
	"github.com/shopdesk/shopdesk/app/pages/shop/special"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
)

const hour = 3600

var (
	hongKong = rules.Fixed(8 * hour)
	utc      = special.Place{Anchor: platform.AnchorUTC, Zone: hongKong}
	closed   = []platform.Period{{}}
	lateWeek = platform.Week{
		Thu: []platform.Period{{StartTime: 18 * hour, EndTime: 2 * hour}},
		Sat: []platform.Period{{StartTime: 11 * hour, EndTime: hour}},
	}
)

func day(text string) rules.Date {
	d, ok := rules.ParseDate(text)
	if !ok {
		panic(text)
	}
	return d
}

// on is an entry of the platform's.
func on(at special.Place, first, last string, shifts ...platform.Period) platform.SpecialDate {
	start, end := rules.SpecialRange(day(first), day(last), at.Anchor, at.Zone)
	return platform.SpecialDate{StartDate: start, EndDate: end, BusinessHour: shifts}
}

func loaded(dates ...platform.SpecialDate) *model {
	m := &model{}
	m.load(dates, utc)
	return m
}

// describe is the list on the screen in short: "2026-12-24 closed".
func describe(m *model) []string {
	var out []string
	for _, it := range sorted(m.items) {
		line := it.First
		if it.Last != it.First {
			line += "/" + it.Last
		}
		line += " " + string(it.Kind)
		if it.Kind == kindShifts {
			line += " " + rules.FormatShifts(it.periods())
		}
		out = append(out, line)
	}
	return out
}

func TestAddIsOneStepAndClosedIsZeroToZero(t *testing.T) {
	t.Parallel()
	m := loaded()
	m.Add(day("2026-12-25"), day("2026-12-26"))
	m.SetLast("2026-12-27")
	if !m.Done() {
		t.Fatal(m.EditorProblems())
	}
	want := platform.SpecialDates{on(utc, "2026-12-25", "2026-12-27", platform.Period{})}
	if diff := cmp.Diff(want, m.list()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if !m.Undo() || m.Dirty() || m.CanUndo() {
		t.Errorf("undo left %v", describe(m))
	}
}

// A shift could run past midnight into the weekly hours of the day after, where
// nobody could tell whose hours held.
func TestShiftIntoTheWeek(t *testing.T) {
	t.Parallel()
	week := platform.Week{Fri: []platform.Period{{EndTime: platform.DaySeconds}}}
	m := loaded(on(utc, "2026-12-31", "2026-12-31", platform.Period{}))
	m.at.Week = &week
	m.at.Leaves = rules.Leaves{rules.CodeSpillOverlap: platform.LeaveRefused}
	for _, tt := range []struct{ last, end, want string }{
		{"2026-12-24", "4", "This shift runs into the one on Friday from 00:00 to 24:00."},
		{"2026-12-24", "24", ""},
		{"2026-12-25", "4", ""}, // Saturday is closed
		{"2026-12-30", "4", ""}, // the day after is special: it ends at midnight
	} {
		m.Add(day("2026-12-24"), day("2026-12-24"))
		m.SetLast(tt.last)
		m.SetKind(kindShifts)
		m.SetTime(0, false, true, "18")
		m.SetTime(0, true, true, tt.end)
		problems := m.EditorProblems()
		if got := strings.Map(visible, fieldError(problems, shiftID(0, true))); got != tt.want || len(problems) > 1 {
			t.Errorf("until %s on %s: %v", tt.end, tt.last, problems)
		}
		m.Cancel()
	}
	week.Fri = nil
	again := week
	m.at.Week = &again
	if m.Add(day("2026-12-24"), day("2026-12-24")); len(m.Problems()) > 0 {
		t.Error(m.Problems())
	}
}

// visible drops what keeps times left-to-right.
func visible(r rune) rune {
	if r >= 0x2066 && r <= 0x2069 {
		return -1
	}
	return r
}

// Escape in the editor threw away all that had been typed, for good.
func TestCancelIsAStep(t *testing.T) {
	t.Parallel()
	m := loaded(on(utc, "2026-12-24", "2026-12-24", platform.Period{}))
	m.Add(day("2026-12-25"), day("2026-12-26"))
	m.Cancel()
	m.Open(m.items[0].ID)
	m.Cancel()
	m.Repeat(m.items[0].ID, day("2026-11-20"))
	m.Cancel()
	if m.CanUndo() {
		t.Fatal("a look into the editor is a step")
	}
	m.Add(day("2026-12-25"), day("2026-12-26"))
	m.SetName("Party")
	m.SetKind(kindShifts)
	m.SetTime(0, false, true, "18")
	if m.Cancel(); m.Dirty() {
		t.Fatalf("cancelled: %v", describe(m))
	}
	m.Undo()
	it := m.items[len(m.items)-1]
	if got := describe(m); len(got) != 2 || got[1] != "2026-12-25/2026-12-26 shifts 18:00–22:00" ||
		it.Name != "Party" || m.CanUndo() {
		t.Errorf("undone: %v, called %q", got, it.Name)
	}
}

// The second of two quick presses, which comes before the editor has gone from the
// screen, is no step of undo that would take the whole list away.
func TestPressedTwice(t *testing.T) {
	t.Parallel()
	for name, press := range map[string]func(*model){"done": func(m *model) { m.Done() }, "remove": (*model).RemoveOpen} {
		m := loaded(on(utc, "2026-12-24", "2026-12-24", platform.Period{}))
		m.Add(day("2026-12-25"), day("2026-12-25"))
		press(m)
		press(m)
		m.Undo() // what was added, if it was kept
		if m.Dirty() || m.CanUndo() {
			t.Errorf("%s twice: undo left %v, and more to undo: %v", name, describe(m), m.CanUndo())
		}
	}
}

// Two quick presses on the button that removes the first of two shifts removed both.
func TestShiftRemovedTwiceLeavesTheOther(t *testing.T) {
	t.Parallel()
	m := loaded(on(utc, "2026-12-24", "2026-12-24", platform.Period{StartTime: 11 * hour, EndTime: 15 * hour},
		platform.Period{StartTime: 18 * hour, EndTime: 22 * hour}))
	m.Open(m.items[0].ID)
	m.RemoveShift(0)
	m.RemoveShift(0)
	if diff := cmp.Diff([]string{"2026-12-24 shifts 18:00–22:00"}, describe(m)); diff != "" {
		t.Error(diff)
	}
}

// The second of two quick presses had Cancel leave the entry of the first in the list, as a closure.
func TestCancelDropsWhatTwoPressesAdded(t *testing.T) {
	t.Parallel()
	for name, press := range map[string]func(*model){
		"add":    func(m *model) { m.Add(day("2026-12-25"), day("2026-12-25")) },
		"open":   func(m *model) { m.Open(m.Add(day("2026-12-25"), day("2026-12-25"))) },
		"repeat": func(m *model) { m.Repeat(m.items[0].ID, day("2026-11-20")) },
	} {
		m := loaded(on(utc, "2026-12-24", "2026-12-24", platform.Period{}))
		press(m)
		press(m)
		if m.Cancel(); m.Dirty() || m.open != 0 {
			t.Errorf("%s twice: cancelled to %v", name, describe(m))
		}
	}
}

func TestCancelTakesEverythingBack(t *testing.T) {
	t.Parallel()
	m := loaded(on(utc, "2026-12-24", "2026-12-24", platform.Period{}))
	m.at.Week = &lateWeek
	m.Open(m.items[0].ID)
	m.SetKind(kindShifts)
	m.SetTime(0, true, true, "3am")
	m.SetFirst("2026-12-20")
	if got := describe(m); got[0] != "2026-12-20 shifts 18:00–03:00" {
		t.Errorf("while editing: %v", got)
	}
	m.Cancel()
	if m.Dirty() {
		t.Errorf("cancelled to %v", describe(m))
	}
}

// Stepping the first date up to the last one and back took the last date along.
func TestLastDateFollowsOnlyWhileItIsTheFirst(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ last, want string }{
		{"2026-12-24", "2026-12-25/2026-12-25"}, {"2026-12-26", "2026-12-25/2026-12-26"},
	} {
		m := loaded()
		for range 2 { // the second time it is another entry
			m.Add(day("2026-12-24"), day(tt.last))
			for _, first := range []string{"2026-12-25", "2026-12-26", "2026-12-25"} {
				m.SetFirst(first)
			}
			it, _ := m.Item(m.open)
			if got := it.First + "/" + it.Last; got != tt.want {
				t.Errorf("24 to %s became %s, want %s", tt.last, got, tt.want)
			}
			m.Cancel()
		}
	}
}

// What the platform keeps with a shift, such as its number, came along to the next year.
func TestRepeatTakesTimesAlone(t *testing.T) {
	t.Parallel()
	m := loaded(on(utc, "2026-12-24", "2026-12-24", platform.Period{StartTime: hour, EndTime: 2 * hour, Extra: `"id":17`}))
	m.Repeat(m.items[0].ID, day("2026-11-20"))
	m.Done()
	if got := m.list(); got[0].BusinessHour[0].Extra == "" || got[1].BusinessHour[0].Extra != "" {
		t.Errorf("%+v", got)
	}
	row := m.Holidays([]api.Holiday{{ID: "eve", First: "2027-12-24", Last: "2027-12-24"}})[0]
	if s := row.entry.Shifts; len(s) != 1 || s[0].Extra != "" {
		t.Errorf("a holiday takes over %+v", s)
	}
}

// What nobody changed is sent as it came, with whatever the platform keeps
// with it.
func TestPayloadKeepsTheRest(t *testing.T) {
	t.Parallel()
	kept := on(utc, "2026-12-24", "2026-12-24", platform.Period{StartTime: 20 * hour, EndTime: 23 * hour, Extra: `"a":1`},
		platform.Period{StartTime: 9 * hour, EndTime: 10 * hour})
	kept.Extra = `"name":"Eve"`
	m := loaded(kept)
	m.Add(day("2026-12-20"), day("2026-12-20"))
	m.Done()
	got := m.list()
	if diff := cmp.Diff(kept, got[1]); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	m.Open(m.items[0].ID)
	m.SetFirst("2026-12-28")
	m.Done()
	if got := m.list()[1]; got.Extra != kept.Extra || got.BusinessHour[0].Extra != `"a":1` {
		t.Errorf("a changed entry lost what the platform keeps: %+v", got)
	}
}

// Saving a new date dropped entries whose days can't be read, without a word.
func TestUnreadableEntryIsSentAsItCame(t *testing.T) {
	t.Parallel()
	christmas := on(utc, "2026-12-25", "2026-12-25", platform.Period{})
	for name, end := range map[string]int64{
		"absent": 0, "before its start": christmas.StartDate - 1, "beyond year 9999": 1e15, "without end": math.MaxInt64,
	} {
		odd := christmas
		odd.EndDate, odd.Extra = end, `"id":7`
		other := odd
		other.Extra = `"id":8`
		m := loaded(odd, other)
		m.Add(day("2026-11-27"), day("2026-11-27"))
		m.Done()
		want := platform.SpecialDates{odd, other, on(utc, "2026-11-27", "2026-11-27", platform.Period{})}
		if diff := cmp.Diff(want, m.list()); diff != "" || !m.Try() {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
		m.Payload()
		m.Refused([]rules.Problem{{Path: "specialBusinessHour[2].startDate", Code: rules.CodeRequired}})
		if last := m.items[2].ID; len(m.said) != 1 || m.said[0].item != last {
			t.Errorf("%s: the problem of entry %d is at %+v", name, last, m.said)
		}
	}
}

func TestClearCanBeUndone(t *testing.T) {
	t.Parallel()
	m := loaded(on(utc, "2026-12-24", "2026-12-24", platform.Period{}),
		on(utc, "2026-12-30", "2026-12-30", platform.Period{}))
	m.Clear()
	if got := m.list(); got == nil || len(got) != 0 || m.Count() != 2 {
		t.Errorf("payload %v, %d changes", got, m.Count())
	}
	if m.Undo(); m.Dirty() {
		t.Errorf("undo gave %v", describe(m))
	}
}

// The same calendar dates by either anchor, in whatever zone the shop is.
func TestDatesAreTheShops(t *testing.T) {
	t.Parallel()
	for _, zone := range []rules.Zone{hongKong, rules.Fixed(14 * hour), rules.Fixed(-11 * hour), rules.Fixed(0)} {
		for _, anchor := range []platform.Anchor{platform.AnchorUTC, platform.AnchorShop} {
			at := special.Place{Anchor: anchor, Zone: zone}
			m := &model{}
			m.load([]platform.SpecialDate{on(at, "2026-12-31", "2027-01-01", platform.Period{})}, at)
			if diff := cmp.Diff([]string{"2026-12-31/2027-01-01 closed"}, describe(m)); diff != "" {
				t.Errorf("%v %v:\n%s", anchor, zone, diff)
			}
		}
	}
}

// A list kept by the other anchor is shown as it is meant, warned about, and
// written by the configured one.
func TestOtherAnchor(t *testing.T) {
	t.Parallel()
	shop := special.Place{Anchor: platform.AnchorShop, Zone: hongKong}
	m := loaded(on(shop, "2026-12-24", "2026-12-25", platform.Period{}))
	if !m.OtherAnchor() {
		t.Error("no warning")
	}
	if diff := cmp.Diff([]string{"2026-12-24/2026-12-25 closed"}, describe(m)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(platform.SpecialDates{on(utc, "2026-12-24", "2026-12-25", platform.Period{})},
		m.list()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if m := loaded(on(utc, "2026-12-24", "2026-12-24", platform.Period{})); m.OtherAnchor() || !m.clean {
		t.Error("warned of a list that fits")
	}
}

func TestDraft(t *testing.T) {
	t.Parallel()
	m := loaded(on(utc, "2026-12-24", "2026-12-24", platform.Period{}))
	m.Add(day("2026-12-30"), day("2026-12-30"))
	m.Done()
	kept, err := json.Marshal(m)
	again := &model{at: utc}
	if err != nil || json.Unmarshal(kept, again) != nil {
		t.Fatal("the draft is lost")
	}
	if diff := cmp.Diff(describe(m), describe(again)); diff != "" || !again.Dirty() {
		t.Error(diff)
	}
	if id := again.Add(day("2027-01-01"), day("2027-01-01")); find(again.items[:2], id) != nil {
		t.Error("an id was given twice")
	}
}

func TestSavedKeepsLaterEdits(t *testing.T) {
	t.Parallel()
	m := loaded()
	m.Add(day("2026-12-24"), day("2026-12-24"))
	m.Done()
	sent := m.Payload()
	m.Add(day("2026-12-30"), day("2026-12-30"))
	m.Done()
	m.Saved(sent)
	if m.Count() != 1 {
		t.Errorf("%d changes after saving, want the later one", m.Count())
	}
}

// After a reload, a list that had been saved with a further entry counted changes that nobody had made.
func TestDraftAfterASaveKnowsItsEntries(t *testing.T) {
	t.Parallel()
	m := loaded(on(utc, "2026-12-24", "2026-12-24", closed...), on(utc, "2026-12-31", "2026-12-31", closed...))
	m.Add(day("2026-12-26"), day("2026-12-26"))
	m.Done()
	m.Saved(m.Payload())
	whole(m)
	data, err := json.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	again := &model{at: m.at}
	if err := json.Unmarshal(data, again); err != nil || m.Count() != 1 || again.Count() != 1 {
		t.Errorf("%v: %d changes, after a reload %d, want 1", err, m.Count(), again.Count())
	}
}

// An entry that was opened again during its save, and left as it was, counted as two changes.
func TestSavedKnowsTheEntryInTheEditor(t *testing.T) {
	t.Parallel()
	for name, edit := range map[string]func(m *model){
		"other hours": func(m *model) { m.SetKind(kindWhole) },
		"other dates": func(m *model) { m.SetFirst("2026-12-30") },
	} {
		m := loaded()
		id := m.Add(day("2026-12-24"), day("2026-12-24"))
		m.Done()
		sent := m.Payload()
		m.Open(id)
		edit(m)
		m.Saved(sent)
		if n := m.Count(); n != 1 {
			t.Errorf("%s: %d changes while it is edited on, want 1", name, n)
		}
		if m.Cancel(); m.Count() != 0 {
			t.Errorf("%s: %d changes after Cancel, want none", name, m.Count())
		}
	}
}

func TestRepeatNextYear(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ first, last, want string }{
		{"2026-12-24", "2026-12-26", "2027-12-24/2027-12-26 closed"},
		{"2026-12-31", "2027-01-01", "2027-12-31/2028-01-01 closed"},
		{"2028-02-29", "2028-02-29", "2029-02-28 closed"},
	} {
		m := loaded(on(utc, tt.first, tt.last, platform.Period{}))
		if _, ok := m.Repeat(m.items[0].ID, day("2026-11-20")); !ok || !m.Done() {
			t.Fatal("not repeated")
		}
		if got := describe(m)[1]; got != tt.want {
			t.Errorf("%s: %s, want %s", tt.first, got, tt.want)
		}
	}
}

func TestOffer(t *testing.T) {
	t.Parallel()
	m := loaded(on(utc, "2026-12-24", "2026-12-25", platform.Period{}))
	offered := m.Offer([]ics.Event{
		{Summary: "Eve", First: day("2026-12-23"), Last: day("2026-12-24")},
		{Summary: "Fair", First: day("2026-12-28"), Last: day("2026-12-28"),
			Hours: []platform.Period{{StartTime: 18 * hour, EndTime: 2 * hour}}},
		{Summary: "Again", First: day("2026-12-28"), Last: day("2026-12-29")},
		{Summary: "Past", First: day("2026-11-01"), Last: day("2026-11-01")},
	}, day("2026-11-20"))
	var chosen []bool
	for _, c := range offered {
		chosen = append(chosen, c.chosen)
	}
	if diff := cmp.Diff([]bool{false, true, false, false}, chosen); diff != "" {
		t.Error(diff)
	}
	if n := m.Bring(offered); n != 1 || !m.CanUndo() {
		t.Errorf("brought %d", n)
	}
	if diff := cmp.Diff([]string{"2026-12-24/2026-12-25 closed", "2026-12-28 shifts 18:00–02:00"},
		describe(m)); diff != "" {
		t.Error(diff)
	}
	if events := m.Events(); len(events) != 2 || !events[0].Unnamed || events[1].Summary != "Fair" || events[1].Unnamed {
		t.Errorf("exported %+v", events)
	}
}

// Times of an unknown zone were taken as the shop's without a word.
func TestOfferOfAnUnknownZone(t *testing.T) {
	t.Parallel()
	m := loaded()
	fair := ics.Event{First: day("2026-12-28"), Last: day("2026-12-28"), Repeats: true, Unplaced: true,
		Hours: []platform.Period{{StartTime: 18 * hour, EndTime: 20 * hour}}}
	offered := m.Offer([]ics.Event{fair}, day("2026-11-20"))
	const want = "Repeats in the file; only these days are imported. The file's time zone isn't known: check the hours."
	if len(offered) != 1 || offered[0].chosen || offered[0].hint != want {
		t.Errorf("%+v", offered)
	}
}

// The hint that days are over hid that the file repeats them.
func TestOfferOfARepeatedEventThatIsOver(t *testing.T) {
	t.Parallel()
	m := loaded()
	offered := m.Offer([]ics.Event{{First: day("2026-11-01"), Last: day("2026-11-01"), Repeats: true}}, day("2026-11-20"))
	const want = "Repeats in the file; only these days are imported. These days are over."
	if len(offered) != 1 || offered[0].chosen || offered[0].hint != want {
		t.Errorf("%+v", offered)
	}
}

func TestRows(t *testing.T) {
	t.Parallel()
	m := loaded(
		on(utc, "2026-11-18", "2026-11-19", platform.Period{}),
		on(utc, "2026-12-25", "2026-12-26", platform.Period{}), // after Thursday's late shift, and a Saturday's is dropped
		on(utc, "2026-12-31", "2026-12-31", platform.Period{StartTime: 18 * hour, EndTime: 3 * hour}),
		on(utc, "2027-01-01", "2027-01-01", platform.Period{EndTime: platform.DaySeconds}),
	)
	m.at.Week = &lateWeek
	coming, past := m.Rows(day("2026-11-20"), true)
	if len(past) != 1 || len(coming) != 3 {
		t.Fatalf("%d over, %d to come", len(past), len(coming))
	}
	want := []string{
		"The night before: Thursday's late shift would run until 02:00 on Fri 25 Dec. It ends at midnight.",
		"The night after: Saturday's usual late shift, until 01:00 on Sun 27 Dec, doesn't take place.",
	}
	if diff := cmp.Diff(want, coming[0].Nights); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got := strings.Join(coming[1].Nights, " "); !strings.Contains(got, "would run until 03:00 on Fri 1 Jan") {
		t.Errorf("the night into another entry: %q", got)
	}
	if coming[0].Dates != "Fri 25 Dec to Sat 26 Dec 2026" || coming[0].Days != "2 days" {
		t.Errorf("%+v", coming[0])
	}
}

func TestDays(t *testing.T) {
	t.Parallel()
	m := loaded(on(utc, "2026-12-24", "2026-12-24", platform.Period{}))
	m.at.Week = &lateWeek
	days := m.Days(day("2026-12-01"), day("2026-12-02"))
	if len(days) != 42 || days[0].Date != "2026-11-30" || !days[0].Outside || !days[1].Past || !days[2].Today {
		t.Fatalf("%+v", days[:3])
	}
	eve := days[24]
	if eve.Date != "2026-12-24" || eve.Mark != "closed" ||
		eve.Label != "Thursday 24 December 2026: Closed all day (special date)" || len(eve.Segments) != 0 {
		t.Errorf("%+v", eve)
	}
	if fri := days[18]; len(fri.Segments) != 1 || !fri.Segments[0].Spill || len(fri.Lines) != 0 {
		t.Errorf("the morning after Thursday: %+v", fri)
	}
	if got := turn(day("2026-12-01"), 2); got != day("2027-02-01") {
		t.Errorf("two months on: %v", got)
	}
	if got := turn(day("2027-01-01"), -1); got != day("2026-12-01") {
		t.Errorf("a month back: %v", got)
	}
}

// Hours that weren't written out, or that read as "closed", were told as a closed day by the calendar.
func TestHoursThatAreNoTimesYetAreNotClosed(t *testing.T) {
	t.Parallel()
	for _, typed := range []string{"noonish", "0"} {
		m := loaded(on(utc, "2026-12-24", "2026-12-24", platform.Period{}))
		m.Open(m.items[0].ID)
		m.SetKind(kindShifts)
		m.SetTime(0, false, true, typed)
		m.SetTime(0, true, true, "0")
		date := rules.Date{Year: 2026, Month: 12, Day: 24}
		const want = "not a time yet"
		if got := m.Chosen(date, date).Words; got != want+" (special date)" {
			t.Errorf("%s: the chosen day says %q", typed, got)
		}
		for _, d := range m.Days(monthOf(date), date) {
			if d.Date == date.String() && d.Label != "Thursday 24 December 2026: "+want+" (special date)" {
				t.Errorf("%s: the calendar says %q", typed, d.Label)
			}
		}
		if coming, _ := m.Rows(date, true); coming[0].Hours != want {
			t.Errorf("%s: the list says %q", typed, coming[0].Hours)
		}
	}
}
