package hours

import (
	"encoding/json"
	"slices"

	"github.com/shopdesk/shopdesk/app/editor"
	"github.com/shopdesk/shopdesk/app/pages/shop/special"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// model is the edit of one shop's week. Its zero value waits for Load.
type model struct {
	leaves rules.Leaves   // of the profile
	hidden [7]bool        // the days that the edit isn't about
	read   platform.Week  // the platform's, as it came: what the edit started from
	base   *platform.Week // the same, canonical; nil before Load
	editor.Typed[week, field, problem]
}

// field names one time of one shift. The zero value is none.
type field struct {
	day   platform.Day
	shift int
	end   bool
	some  bool
}

func startOf(d platform.Day, i int) field { return field{day: d, shift: i, some: true} }

func endOf(d platform.Day, i int) field { return field{day: d, shift: i, end: true, some: true} }

// draft is an unsaved edit as it is kept in the browser: the platform's week
// that it started from, and what stood on the screen.
type draft struct {
	Base platform.Week `json:"base"`
	Days week          `json:"days"`
}

// MarshalJSON writes the edit as a draft.
func (m *model) MarshalJSON() ([]byte, error) { return json.Marshal(draft{Base: m.read, Days: m.Now}) }

// UnmarshalJSON begins with a draft, on the week it started from.
func (m *model) UnmarshalJSON(data []byte) error {
	var d draft
	if err := json.Unmarshal(data, &d); err != nil {
		return err
	}
	m.load(d.Base)
	m.Now = d.Days
	return nil
}

// Load begins with the platform's week.
func (m *model) Load(now *platform.Week) { m.load(*now) }

func (m *model) load(w platform.Week) {
	*m = model{leaves: m.leaves, hidden: m.hidden, read: w, base: canonical(&w)}
	m.Now = weekOf(m.base)
}

// Base is the week the edit started from.
func (m *model) Base() *platform.Week {
	was := m.read
	return &was
}

// time is the field's time, nil when there is no such field any more.
func (w *week) time(f field) *special.Time {
	shifts := w[f.day].Shifts
	if f.shift >= len(shifts) {
		return nil
	}
	return shifts[f.shift].Time(f.end)
}

// Type takes what now stands in a field while it is being typed.
func (m *model) Type(f field, text string) {
	m.Typed.Type(f, m.Problems, func(w *week) {
		special.SetTime(w[f.day].Shifts, f.shift, f.end, false, text)
	})
}

// Enter takes what stands in a field that is left.
func (m *model) Enter(f field, text string) {
	m.Type(f, text)
	m.Settle()
}

// Step moves a time by quarters of an hour.
func (m *model) Step(f field, by int) {
	m.Change(f, func(w *week) {
		if t := w.time(f); t != nil {
			*t = t.Stepped(by, f.end)
		}
	})
	m.Typing = false
}

// SetOpen switches a day. Its shifts are kept while it is off.
func (m *model) SetOpen(d platform.Day, open bool) { m.set(d, open, m.Now[d].Whole) }

// SetWholeDay opens a day around the clock, or by its shifts again.
func (m *model) SetWholeDay(d platform.Day, whole bool) { m.set(d, true, whole) }

func (m *model) set(d platform.Day, open, whole bool) {
	m.Change(field{}, func(w *week) {
		w[d].Open, w[d].Whole = open, whole
		if open && !whole && len(w[d].Shifts) == 0 {
			m.add(w, d)
		}
	})
}

// AddShift adds a shift where there is room, and tells its place. A closed day
// is opened with the shifts it had.
func (m *model) AddShift(d platform.Day) (at int, ok bool) {
	if m.Now[d].rests() {
		m.set(d, true, false)
		return 0, true
	}
	m.Change(field{}, func(w *week) {
		w[d].Open, w[d].Whole = true, false
		at, ok = m.add(w, d)
	})
	return at, ok
}

// CanAdd reports whether AddShift finds room.
func (m *model) CanAdd(d platform.Day) bool {
	if m.Now[d].rests() {
		return true
	}
	_, _, _, ok := room(m.Now[d], m.spill(d))
	return ok && !m.Now[d].around()
}

func (m *model) add(w *week, d platform.Day) (at int, ok bool) {
	at, start, end, ok := room(w[d], m.spill(d))
	if !ok && len(w[d].Shifts) > 0 {
		return 0, false
	}
	w[d].Shifts = slices.Insert(w[d].Shifts, at, special.ShiftOf(platform.Period{StartTime: start, EndTime: end}))
	return at, true
}

// spill is how far the evening before runs into d, in seconds.
func (m *model) spill(d platform.Day) int {
	if m.hidden[d.Previous()] {
		return 0
	}
	return special.Tail(m.Now[d.Previous()].periods())
}

// RemoveShift takes a shift away, but not the day's last one: of two quick presses the second may mean a shift that has
// gone.
func (m *model) RemoveShift(d platform.Day, i int) {
	m.Change(field{}, func(w *week) { w[d].Shifts = special.Without(w[d].Shifts, i) })
}

// CopyTo gives other days the same hours.
func (m *model) CopyTo(from platform.Day, to []platform.Day) {
	m.Change(field{}, func(w *week) {
		for _, d := range to {
			if d != from {
				w[d] = w[from]
				w[d].Shifts = special.Times(w[from].Shifts)
			}
		}
	})
}

// Reset goes back to the platform's week, as an edit that can be undone.
func (m *model) Reset() {
	m.Change(field{}, func(w *week) { *w = weekOf(m.base) })
	m.Tried = 0
}

// Payload is the week to send. A day whose times are the platform's is the
// platform's own, with whatever it keeps beyond the times.
func (m *model) Payload() *platform.Week {
	out := &platform.Week{Extra: m.base.Extra}
	for _, d := range platform.Days() {
		periods := m.Now[d].periods()
		if rules.SameHours(periods, m.base.Day(d)) {
			periods = m.base.Day(d)
		}
		out.SetDay(d, rules.NormalizeDay(periods))
	}
	return out
}

// Changes are the days that differ from the platform's.
func (m *model) Changes() []rules.DayDiff {
	return rules.Changes(m.base, m.Payload())
}

// Count counts the changed days.
func (m *model) Count() int { return len(m.Changes()) }

// Loaded reports whether there is a week.
func (m *model) Loaded() bool { return m.base != nil }

// Dirty reports whether there is something to save.
func (m *model) Dirty() bool { return m.Loaded() && m.Count() > 0 }

// Saved takes the week that the platform has now. Edits made since it was sent
// stay, with the time that is being typed.
func (m *model) Saved(now *platform.Week) {
	m.read, m.base = *now, canonical(now)
	m.History, m.Tried, m.Said = editor.History[week]{}, 0, nil
}
