package hours

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/shopdesk/shopdesk/app/pages/shop/special"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
)

const hour = 3600

func p(start, end float64) platform.Period {
	return platform.Period{StartTime: int(start * hour), EndTime: int(end * hour)}
}

// somebodys is a week with a split day, a late one, a whole one and a closed
// one.
func somebodys() platform.Week {
	return platform.Week{
		Mon: []platform.Period{p(11, 15), p(17.5, 22)},
		Tue: []platform.Period{p(11, 22)},
		Wed: []platform.Period{p(0, 24)},
		Fri: []platform.Period{p(11, 22)},
		Sat: []platform.Period{p(18, 2)},
		Sun: []platform.Period{p(0, 0)},
	}
}

func loaded(w platform.Week) *model {
	m := &model{}
	m.load(w)
	return m
}

// shows is a day as its row shows it.
func (m *model) shows(d platform.Day) string {
	if !m.Now[d].Open {
		return "closed"
	}
	if m.Now[d].Whole {
		return "whole"
	}
	shown := ""
	for _, s := range m.Now[d].Shifts {
		shown += "[" + s.Start.Text + " " + s.End.Text + "]"
	}
	return shown
}

func TestEdits(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name    string
		day     platform.Day
		do      func(m *model)
		want    string
		changes int
	}{
		{"typed time becomes canonical", platform.Tuesday, func(m *model) {
			m.Enter(startOf(platform.Tuesday, 0), "9")
		}, "[09:00 22:00]", 1},
		{"half past nine in the evening", platform.Tuesday, func(m *model) {
			m.Enter(endOf(platform.Tuesday, 0), "9:30pm")
		}, "[11:00 21:30]", 1},
		{"end of the day", platform.Tuesday, func(m *model) {
			m.Enter(endOf(platform.Tuesday, 0), "24.00")
		}, "[11:00 24:00]", 1},
		{"what is no time stays as typed", platform.Tuesday, func(m *model) {
			m.Enter(endOf(platform.Tuesday, 0), "late ")
		}, "[11:00 late ]", 1},
		{"the same time again", platform.Tuesday, func(m *model) {
			m.Enter(startOf(platform.Tuesday, 0), "11am")
		}, "[11:00 22:00]", 0},
		{"not yet left", platform.Tuesday, func(m *model) { m.Type(startOf(platform.Tuesday, 0), "93") }, "[93 22:00]", 1},
		{"off", platform.Monday, func(m *model) { m.SetOpen(platform.Monday, false) }, "closed", 1},
		{"off and on", platform.Monday, func(m *model) {
			m.SetOpen(platform.Monday, false)
			m.SetOpen(platform.Monday, true)
		}, "[11:00 15:00][17:30 22:00]", 0},
		{"whole off and on", platform.Wednesday, func(m *model) {
			m.SetOpen(platform.Wednesday, false)
			m.SetOpen(platform.Wednesday, true)
		}, "whole", 0},
		{"on without shifts", platform.Thursday, func(m *model) { m.SetOpen(platform.Thursday, true) }, "[11:00 22:00]", 1},
		{"whole", platform.Monday, func(m *model) { m.SetWholeDay(platform.Monday, true) }, "whole", 1},
		{"whole and back", platform.Monday, func(m *model) {
			m.SetWholeDay(platform.Monday, true)
			m.SetWholeDay(platform.Monday, false)
		}, "[11:00 15:00][17:30 22:00]", 0},
		{"whole to shifts", platform.Wednesday, func(m *model) {
			m.SetWholeDay(platform.Wednesday, false)
		}, "[11:00 22:00]", 1},
		{"add after the last", platform.Monday, func(m *model) {
			m.Enter(endOf(platform.Monday, 1), "20:00")
			m.AddShift(platform.Monday)
		}, "[11:00 15:00][17:30 20:00][21:00 24:00]", 1},
		{"add before the first", platform.Saturday, func(m *model) {
			m.AddShift(platform.Saturday)
		}, "[13:00 17:00][18:00 02:00]", 1},
		{"add to a closed day with shifts", platform.Monday, func(m *model) {
			m.SetOpen(platform.Monday, false)
			m.AddShift(platform.Monday)
		}, "[11:00 15:00][17:30 22:00]", 0},
		{"remove", platform.Monday, func(m *model) { m.RemoveShift(platform.Monday, 0) }, "[17:30 22:00]", 1},
		{"remove the first of two by two quick presses", platform.Monday, func(m *model) {
			m.RemoveShift(platform.Monday, 0)
			m.RemoveShift(platform.Monday, 0)
		}, "[17:30 22:00]", 1},
		{"the last has no button", platform.Tuesday, func(m *model) {
			m.RemoveShift(platform.Tuesday, 0)
		}, "[11:00 22:00]", 0},
		{"copy", platform.Sunday, func(m *model) {
			m.CopyTo(platform.Monday, []platform.Day{platform.Sunday, platform.Monday})
		}, "[11:00 15:00][17:30 22:00]", 1},
		{"copy closed", platform.Monday, func(m *model) {
			m.CopyTo(platform.Sunday, []platform.Day{platform.Monday})
		}, "closed", 1},
		{"step", platform.Tuesday, func(m *model) {
			m.Step(startOf(platform.Tuesday, 0), -1)
			m.Step(startOf(platform.Tuesday, 0), -1)
		}, "[10:30 22:00]", 1},
		{"reset", platform.Tuesday, func(m *model) { m.SetOpen(platform.Tuesday, false); m.Reset() }, "[11:00 22:00]", 0},
		{"no such shift", platform.Tuesday, func(m *model) {
			m.Enter(startOf(platform.Tuesday, 7), "9")
			m.RemoveShift(platform.Tuesday, 7)
		}, "[11:00 22:00]", 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			m := loaded(somebodys())
			tt.do(m)
			if got := m.shows(tt.day); got != tt.want {
				t.Errorf("shows %s, want %s", got, tt.want)
			}
			if got := len(m.Changes()); got != tt.changes {
				t.Errorf("%d changes, want %d", got, tt.changes)
			}
		})
	}
}

func TestRoom(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name  string
		has   []platform.Period
		spill int
		at    int
		want  platform.Period
		no    bool
	}{
		{"none yet", nil, 0, 0, p(11, 22), false},
		{"none yet, after a very late evening", nil, 12*hour + 60, 0, p(12.25, 22), false},
		{"after", []platform.Period{p(9, 14)}, 0, 1, p(15, 19), false},
		{"after, cut by midnight", []platform.Period{p(9, 21)}, 0, 1, p(22, 24), false},
		{"after, without a pause", []platform.Period{p(9, 23)}, 0, 1, p(23, 24), false},
		{"before", []platform.Period{p(12, 23.75)}, 0, 0, p(7, 11), false},
		{"before, after the spill", []platform.Period{p(6, 23.75)}, 2 * hour, 0, p(2, 5), false},
		{"between", []platform.Period{p(0, 8), p(20, 24)}, 0, 1, p(9, 13), false},
		{"between, in the list's own order", []platform.Period{p(20, 24), p(0, 8)}, 0, 0, p(9, 13), false},
		{"off the quarters", []platform.Period{p(9.1, 14.1)}, 0, 1, p(15.25, 19.25), false},
		{"before, off the quarters", []platform.Period{p(9.1, 24)}, 0, 0, p(4, 8), false},
		{"late", []platform.Period{p(18, 2)}, 0, 0, p(13, 17), false},
		{"one inside another", []platform.Period{p(0, 20), p(5, 6)}, 0, 2, p(21, 24), false},
		{"full", []platform.Period{p(0, 24)}, 0, 0, p(0, 0), true},
		{"full with a spill", []platform.Period{p(4, 24)}, 4 * hour, 0, p(0, 0), true},
		{"only what can't be read", []platform.Period{{StartTime: platform.NoTime, EndTime: hour}}, 0, 1, p(11, 22), false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			d := day{Open: true}
			for _, period := range tt.has {
				d.Shifts = append(d.Shifts, special.ShiftOf(period))
			}
			at, start, end, ok := room(d, tt.spill)
			got := platform.Period{StartTime: start, EndTime: end}
			if ok == tt.no || ok && (at != tt.at || got != tt.want) {
				t.Errorf("%s at %d, %v; want %s at %d", rules.FormatShifts([]platform.Period{got}), at, ok,
					rules.FormatShifts([]platform.Period{tt.want}), tt.at)
			}
		})
	}
}

func TestStep(t *testing.T) {
	t.Parallel()
	tests := []struct {
		from string
		by   int
		end  bool
		want string
	}{
		{"09:00", 1, false, "09:15"}, {"09:00", -1, false, "08:45"},
		{"09:10", 1, false, "09:15"}, {"09:10", -1, false, "09:00"},
		{"23:45", 1, false, "00:00"}, {"00:00", -1, false, "23:45"},
		{"23:45", 1, true, "24:00"}, {"24:00", 1, true, "00:15"}, {"00:15", -1, true, "24:00"}, {"24:00", -1, true, "23:45"},
		{"soon", 1, false, "soon"}, {"", 1, false, ""},
	}
	for _, tt := range tests {
		if got := special.Typed(tt.from).Stepped(tt.by, tt.end).Text; got != tt.want {
			t.Errorf("%q by %d, end %v: %q, want %q", tt.from, tt.by, tt.end, got, tt.want)
		}
	}
}

func TestTypingIsOneStepOfUndo(t *testing.T) {
	t.Parallel()
	m := loaded(somebodys())
	for _, text := range []string{"", "9", "93", "930"} {
		m.Type(startOf(platform.Tuesday, 0), text)
	}
	m.Settle()
	if got := m.shows(platform.Tuesday); got != "[09:30 22:00]" {
		t.Errorf("shows %s", got)
	}
	if !m.Undo() || m.shows(platform.Tuesday) != "[11:00 22:00]" || m.CanUndo() {
		t.Errorf("after one undo: %s, more %v", m.shows(platform.Tuesday), m.CanUndo())
	}
	if !m.Redo() || m.shows(platform.Tuesday) != "[09:30 22:00]" {
		t.Errorf("after redo: %s", m.shows(platform.Tuesday))
	}
	m.Undo()
	m.Type(startOf(platform.Tuesday, 0), "1")
	m.Type(startOf(platform.Tuesday, 0), "11:00")
	m.Settle()
	if m.CanUndo() {
		t.Error("typing the same time again is a step of undo")
	}
	for range 2 { // the second time in the field that was never left
		m.Type(startOf(platform.Tuesday, 0), "9")
		if !m.Undo() || m.shows(platform.Tuesday) != "[11:00 22:00]" {
			t.Errorf("undone in the middle of typing: %s", m.shows(platform.Tuesday))
		}
	}
}

// What the platform keeps with a shift, such as its number, was copied along.
func TestCopyTakesTimesAlone(t *testing.T) {
	t.Parallel()
	m := loaded(platform.Week{Mon: []platform.Period{{StartTime: hour, EndTime: 2 * hour, Extra: `"id":17`}}})
	m.CopyTo(platform.Monday, []platform.Day{platform.Monday, platform.Friday})
	if w := m.Payload(); w.Mon[0].Extra == "" || w.Fri[0].EndTime != 2*hour || w.Fri[0].Extra != "" {
		t.Errorf("%+v", w)
	}
}

// What the platform keeps beyond the times comes back to it, also for a day
// that was changed elsewhere.
func TestPayloadKeepsWhatItDoesNotKnow(t *testing.T) {
	t.Parallel()
	w := somebodys()
	w.Extra = `"source":"import"`
	w.Mon[1].Extra = `"note":1`
	w.Sun[0].Extra = `"reason":"rest"`
	m := loaded(w)
	m.Enter(endOf(platform.Monday, 1), "23:00")
	m.SetOpen(platform.Sunday, true)
	m.SetOpen(platform.Sunday, false)
	got := m.Payload()
	want := canonical(&w)
	want.Mon[1].EndTime = 23 * hour
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestSaved(t *testing.T) {
	t.Parallel()
	m := loaded(somebodys())
	m.SetOpen(platform.Monday, false)
	sent := m.Payload()
	m.SetOpen(platform.Friday, false) // while the answer is on its way
	m.Saved(sent)
	changes := m.Changes()
	if len(changes) != 1 || changes[0].Day != platform.Friday || m.CanUndo() {
		t.Errorf("changes %v, undo %v", changes, m.CanUndo())
	}
}

// The answer to a save wrote out the time that somebody was typing by then: "9" became "09:00", and with two more keys
// "09:0030".
func TestSavedLeavesATimeThatIsTyped(t *testing.T) {
	t.Parallel()
	m := loaded(somebodys())
	m.SetOpen(platform.Friday, false)
	sent, opens := m.Payload(), startOf(platform.Monday, 0)
	m.Type(opens, "9")
	m.Saved(sent)
	if got := m.Now.time(opens).Text; got != "9" {
		t.Errorf("the field has %q", got)
	}
	m.Enter(opens, "930")
	if got := m.Now.time(opens).Text; got != "09:30" || len(m.Changes()) != 1 {
		t.Errorf("the field has %q, changes %v", got, m.Changes())
	}
}
