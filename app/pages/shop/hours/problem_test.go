package hours

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// plain is a text without the marks that keep times left-to-right.
func plain(text string) string { return strings.NewReplacer("\u2066", "", "\u2069", "").Replace(text) }

func TestProblems(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		do   func(m *model)
		want pages.Faults
	}{
		{"none", func(*model) {}, nil},
		{"two overlap", func(m *model) { m.Enter(endOf(platform.Monday, 0), "18:30") },
			pages.Faults{{Target: "mon-1-start", Text: "Monday: These two shifts overlap by one hour."}}},
		{"two overlap, in the other order", func(m *model) {
			m.Enter(startOf(platform.Monday, 1), "9")
			m.Enter(endOf(platform.Monday, 1), "11:30")
		},
			pages.Faults{{Target: "mon-0-start", Text: "Monday: These two shifts overlap by 30 minutes."}}},
		{"three", func(m *model) {
			m.Enter(endOf(platform.Monday, 1), "20")
			m.AddShift(platform.Monday)
			m.Enter(startOf(platform.Monday, 2), "18:30")
		},
			pages.Faults{{Target: "mon-2-start",
				Text: "Monday: 17:30–20:00 and 18:30–24:00 overlap by one hour and 30 minutes."}}},
		{"late into the next day", func(m *model) {
			m.SetOpen(platform.Sunday, true)
			m.Enter(startOf(platform.Sunday, 0), "1:30")
		},
			pages.Faults{{Target: "sat-0-end",
				Text: "Saturday: Saturday runs on until 02:00, but Sunday opens at 01:30."}}},
		{"no time, and none", func(m *model) {
			m.Enter(startOf(platform.Monday, 0), "noonish")
			m.Enter(endOf(platform.Tuesday, 0), "")
		},
			pages.Faults{
				{Target: "mon-0-start", Text: "Monday: “noonish” isn't a time. Write 9:30, 0930 or 9:30pm."},
				{Target: "tue-0-end", Text: "Tuesday: Enter when the shop closes."},
			}},
		{"no length, or a day into the next", func(m *model) { m.Enter(endOf(platform.Tuesday, 0), "11") },
			pages.Faults{
				{Target: "tue-0-end",
					Text: "Tuesday: This shift opens and closes at 11:00. Change one of them, or choose “24 h” for the whole day."},
				{Target: "tue-0-end", Text: "Tuesday: Tuesday runs on until 11:00, but Wednesday opens at 00:00."},
			}},
		{"midnight to midnight isn't closed", func(m *model) {
			m.Enter(startOf(platform.Tuesday, 0), "0")
			m.Enter(endOf(platform.Tuesday, 0), "0")
		},
			pages.Faults{{Target: "tue-0-end",
				Text: "Tuesday: This shift opens and closes at 00:00. Change one of them, or choose “24 h” for the whole day."}}},
		{"what is off counts for nothing", func(m *model) {
			m.Enter(startOf(platform.Tuesday, 0), "x")
			m.SetOpen(platform.Tuesday, false)
		}, nil},
		{"late into a whole day", func(m *model) { m.SetWholeDay(platform.Sunday, true) },
			pages.Faults{{Target: "sat-0-end",
				Text: "Saturday: Saturday runs on until 02:00, but Sunday opens at 00:00."}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			m := loaded(somebodys())
			m.leaves = rules.Leaves{rules.CodeEqualTimes: platform.LeaveRefused, rules.CodeSpillOverlap: platform.LeaveRefused}
			tt.do(m)
			if len(m.Wrong()) > 0 {
				t.Error("a summary before anybody tried to save")
			}
			if ok := m.Try(); ok != (tt.want == nil) || (len(m.Wrong()) > 0) == ok {
				t.Errorf("try %v, wrong %v", ok, m.Wrong())
			}
			got := m.Wrong()
			for i := range got {
				got[i].Text = plain(got[i].Text)
			}
			if diff := cmp.Diff(tt.want, got, cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// What the interface doesn't forbid is said beside the day, and saved. Nobody is kept from saving Monday because
// Saturday, which they didn't touch, breaks a rule of ours.
func TestDoubtsKeepNobodyFromSaving(t *testing.T) {
	t.Parallel()
	week := somebodys()
	week.Sun = []platform.Period{{StartTime: 3600, EndTime: 36000}} // Saturday runs into it
	m := loaded(week)
	m.Enter(endOf(platform.Tuesday, 0), "11")
	m.Settle()
	rows := m.Rows(false)
	if !m.Try() || len(m.Wrong()) > 0 || len(m.Visible()) > 0 {
		t.Errorf("wrong %v", m.Wrong())
	}
	for day, want := range map[platform.Day][]string{
		platform.Tuesday: {"This shift opens and closes at 11:00.",
			"Tuesday runs on until 11:00, but Wednesday opens at 00:00."},
		platform.Saturday: {"Saturday runs on until 02:00, but Sunday opens at 01:00."},
	} {
		doubts := rows[day].Doubts
		if !slices.EqualFunc(doubts, want, func(doubt, want string) bool {
			return strings.HasPrefix(plain(doubt), want) && strings.HasSuffix(doubt, "The platform may not take this.")
		}) {
			t.Errorf("%s: %q", day.Key(), doubts)
		}
	}
	if rows[platform.Monday].Doubts != nil || rows[platform.Tuesday].Shifts[0].EndProblem != "" {
		t.Errorf("%+v", rows)
	}
	m.leaves = rules.Leaves{rules.CodeEqualTimes: platform.LeaveAllowed, rules.CodeSpillOverlap: platform.LeaveAllowed}
	if doubts := m.Doubts(); len(doubts) > 0 {
		t.Errorf("what the platform takes is doubted: %v", doubts)
	}
}

// Out of range is possible only in what the platform already has. It keeps nobody from saving another day, and
// whoever changes the day mends it.
func TestProblemOfThePlatformsOwn(t *testing.T) {
	t.Parallel()
	missing := platform.Period{StartTime: 3600, EndTime: platform.NoTime}
	read := platform.Week{Tue: []platform.Period{p(9, 25)}, Wed: []platform.Period{missing},
		Thu: []platform.Period{p(9, 12), p(11, 14)}}
	m := loaded(read)
	if got := m.Problems(); len(got) != 0 || len(m.Doubts()) != 2 {
		t.Errorf("got %v, doubts %v", got, m.Doubts())
	}
	m.SetOpen(platform.Monday, true)
	if !m.Try() || m.Payload().Wed[0] != missing {
		t.Errorf("Monday can't be saved: %v, sent %v", m.Problems(), m.Payload().Wed)
	}
	m.SetOpen(platform.Monday, false)
	m.Enter(startOf(platform.Tuesday, 0), "10")
	if got := m.Problems(); len(got) != 1 || fieldID(got[0].fields[0]) != "tue-0-end" {
		t.Errorf("got %v", got)
	}
	many, overlapping := new(Edit), [7][]api.Shift{3: {{9 * 3600, 12 * 3600}, {11 * 3600, 14 * 3600}}}
	many.Fill(overlapping)
	if many.Try() || len(many.Week()[3]) != 2 {
		t.Error("a week for many shops may overlap")
	}
	many.Load(overlapping)
	many.SetOpen(platform.Monday, true)
	draft, err := many.MarshalJSON()
	if err != nil || !many.Try() || len(many.Doubts()) == 0 {
		t.Errorf("a Thursday that stands in a template keeps from saving: %v, %v", many.Problems(), err)
	}
	again := new(Edit)
	if err := again.UnmarshalJSON(draft); err != nil || !again.Try() {
		t.Errorf("the draft can't be saved: %v, %v", again.Problems(), err)
	}
	many.SetOpen(platform.Thursday, false)
	many.SetOpen(platform.Thursday, true)
	many.Enter(endOf(platform.Thursday, 0), "13")
	if many.Try() {
		t.Error("a Thursday that was touched may overlap")
	}
	m.Enter(startOf(platform.Tuesday, 0), "9")
	if m.Dirty() {
		t.Error("reading it changed it")
	}
}

func TestNobodyIsInterrupted(t *testing.T) {
	t.Parallel()
	m := loaded(somebodys())
	start := startOf(platform.Monday, 1)
	m.Type(start, "1")
	if got := m.Visible(); len(got) != 0 {
		t.Errorf("in the middle of typing: %v", got)
	}
	m.Type(start, "14:00")
	m.Settle()
	if got := m.Visible(); len(got) != 1 {
		t.Errorf("left with an overlap: %v", got)
	}
	m.Type(start, "16:00")
	if got := m.Visible(); len(got) != 0 {
		t.Errorf("mended while typing: %v", got)
	}
	m.Type(start, "14:00")
	if got := m.Visible(); len(got) != 1 {
		t.Errorf("said before: %v", got)
	}
	m.Try()
	m.Type(start, "1")
	if got := m.Visible(); len(got) != 1 {
		t.Errorf("after a try it follows the typing: %v", got)
	}
	m.Type(start, "17")
	if got := m.Visible(); len(got) != 0 || len(m.Wrong()) > 0 {
		t.Errorf("mended: %v", got)
	}
}

// The server counts the shifts as they were sent, in the order of their times.
func TestRefused(t *testing.T) {
	t.Parallel()
	m := loaded(somebodys())
	m.Enter(startOf(platform.Monday, 0), "23")
	m.Enter(endOf(platform.Monday, 0), "24")
	m.Try()
	if !m.Refused([]rules.Problem{
		{Path: "businessHourOfTheWeek.mon[1].endTime", Code: "moon_phase"},
		{Path: "shopId", Code: rules.CodeRequired},
		{Path: "businessHourOfTheWeek.mon[9]", Code: rules.CodeOverlap},
	}) {
		t.Error("nothing could be placed")
	}
	m.Tried = 1
	want := pages.Faults{{Target: "mon-0-end", Text: "Monday: This breaks the rule “moon_phase”."}}
	if diff := cmp.Diff(want, m.Wrong()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	m.SetOpen(platform.Tuesday, false)
	if len(m.Wrong()) != 0 {
		t.Error("the server's problems outlive an edit")
	}
	if m.Refused([]rules.Problem{{Path: "shopId", Code: rules.CodeRequired}}) {
		t.Error("a problem without a place was placed")
	}
}

// What the server refused was marked at the shift that had the place by the answer, also when that was another one.
func TestRefusalFindsTheShiftThatWasSent(t *testing.T) {
	t.Parallel()
	m := loaded(somebodys())
	m.Enter(endOf(platform.Monday, 1), "23")
	m.Try()
	m.RemoveShift(platform.Monday, 0)
	found := []rules.Problem{{Path: "businessHourOfTheWeek.mon[0].endTime", Code: "moon_phase"}}
	if m.Refused(found) {
		t.Errorf("the shift that was refused has gone, and %v is marked", m.Said[0].fields)
	}
	found[0].Path = "businessHourOfTheWeek.mon[1].endTime"
	if !m.Refused(found) || !slices.Equal(m.Said[0].fields, []field{endOf(platform.Monday, 0)}) {
		t.Errorf("%v", m.Said)
	}
}

func TestRows(t *testing.T) {
	t.Parallel()
	m := loaded(somebodys())
	m.Enter(endOf(platform.Monday, 0), "18:30")
	rows := m.Rows(false)
	monday := rows[platform.Monday]
	want := []shiftView{
		{Start: "11:00", End: "18:30", EndProblem: "mon-problem-0"},
		{Start: "17:30", End: "22:00", StartProblem: "mon-problem-0"},
	}
	if diff := cmp.Diff(want, monday.Shifts); diff != "" || !monday.Changed {
		t.Errorf("changed %v (-want +got):\n%s", monday.Changed, diff)
	}
	if diff := cmp.Diff([]components.Segment{{From: 11 * hour, To: 18*hour + 1800, Bad: true},
		{From: 17*hour + 1800, To: 22 * hour, Bad: true}}, monday.Bar); diff != "" {
		t.Errorf("bar (-want +got):\n%s", diff)
	}
	sunday := rows[platform.Sunday]
	if sunday.Spill != "Saturday runs on until 02:00." || !rows[platform.Saturday].Shifts[0].NextDay {
		t.Errorf("spill %q", sunday.Spill)
	}
	if diff := cmp.Diff([]components.Segment{{To: 2 * hour, Spill: true}}, sunday.Bar); diff != "" {
		t.Errorf("bar (-want +got):\n%s", diff)
	}
	if got := plain(m.Rows(true)[platform.Monday].Words); got != "11:00–18:30 and 17:30–22:00" {
		t.Errorf("words %q", got)
	}
	m.AddShift(platform.Monday)
	m.Enter(endOf(platform.Monday, 0), "23:30")
	if got := m.Rows(false)[platform.Monday]; len(got.Problems) != 2 || got.Shifts[0].EndProblem != "mon-problem-0" {
		t.Errorf("of two problems at one field the first is connected: %+v", got)
	}
	before, after := m.Rows(false), m.Rows(false)
	if diff := cmp.Diff(before, after); diff != "" {
		t.Errorf("a row changes by itself: %s", diff)
	}
}
