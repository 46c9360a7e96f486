package dates

import (
	"encoding/json"
	"slices"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// place is where the shop is, as far as its dates go.
type place struct {
	anchor platform.Anchor // the profile's
	zone   rules.Zone
}

// model is the edit of one shop's special dates. Its zero value waits for Load.
type model struct {
	loaded  bool
	at      place
	read    []platform.SpecialDate // the platform's, as it came: what the edit started from
	fits    platform.Anchor        // the anchor that read fits
	clean   bool                   // and whether it fits any
	written json.RawMessage        // read as JSON, once a draft needs it
	base    []item                 // read as items; same ids as in items
	items   []item                 // what stands on the screen
	last    int                    // the id given last
	history

	open   int    // the entry in the editor, 0 for none
	before []item // the list when the editor was opened
	typing string // the field being typed in, by its id
	tried  int    // tries to save the list so far
	asked  bool   // a try to close the editor: everything wrong with the entry is said
	said   []problem
	cache  cache
}

// Load begins with the platform's list.
func (m *model) Load(read []platform.SpecialDate, at place) {
	*m = model{loaded: true, at: at, read: read}
	m.rebase(read)
	m.items = clone(m.base)
}

// rebase takes a list of the platform's as what the edit starts from.
func (m *model) rebase(read []platform.SpecialDate) {
	m.read, m.written = read, nil
	m.fits, m.clean = rules.DetectAnchor(read, m.at.anchor, m.at.zone)
	m.base = m.itemsOf(read)
}

// itemsOf gives the platform's entries ids of their own. Their dates are read
// by the anchor that they fit, so that nobody sees a wrong day.
func (m *model) itemsOf(read []platform.SpecialDate) []item {
	fits, _ := rules.DetectAnchor(read, m.at.anchor, m.at.zone)
	items := make([]item, len(read))
	for i, d := range read {
		m.last++
		items[i] = itemOf(m.last, d, fits, m.at.zone)
	}
	return items
}

// OtherAnchor reports whether the platform keeps the list by the anchor that
// isn't the configured one.
func (m *model) OtherAnchor() bool { return m.clean && m.fits != m.at.anchor }

// Digest names the list the edit started from, as the server compares it: by
// our own writing of it.
func (m *model) Digest() (string, error) { return digestOf(m.read) }

func digestOf(list []platform.SpecialDate) (string, error) {
	data, err := json.Marshal(list)
	if err != nil {
		return "", err
	}
	return api.Digest(data)
}

// find is the item with that id, nil when there is none.
func find(items []item, id int) *item {
	if i := slices.IndexFunc(items, func(it item) bool { return it.ID == id }); i >= 0 {
		return &items[i]
	}
	return nil
}

// Item is the entry with that id.
func (m *model) Item(id int) (item, bool) {
	if it := find(m.items, id); it != nil {
		return *it, true
	}
	return item{}, false
}

// change makes one edit of the list.
func (m *model) change(edit func(items []item) []item) {
	was := m.items
	m.items, m.said = edit(clone(was)), nil
	if m.open == 0 {
		m.keep(was, m.items)
	}
}

// Add makes an entry for some days and opens the editor on it. A new entry
// says "closed", the commonest.
func (m *model) Add(first, last rules.Date) int {
	m.begin()
	m.last++
	id := m.last
	m.open = id
	m.change(func(items []item) []item {
		return append(items, item{ID: id, First: first.String(), Last: last.String(), Kind: kindClosed})
	})
	return id
}

// Open opens the editor on an entry.
func (m *model) Open(id int) {
	if find(m.items, id) != nil {
		m.begin()
		m.open = id
	}
}

func (m *model) begin() { m.before, m.asked, m.typing = clone(m.items), false, "" }

// Done closes the editor and keeps what was edited, as one step of undo. It
// reports false, and keeps the editor open, while something is wrong with the
// entry.
func (m *model) Done() bool {
	m.asked, m.typing = true, ""
	if len(m.EditorProblems()) > 0 {
		return false
	}
	m.open = 0
	m.keep(m.before, m.items)
	m.before = nil
	return true
}

// Cancel closes the editor and drops what was edited in it.
func (m *model) Cancel() {
	if m.open != 0 {
		m.items, m.open, m.before, m.said = m.before, 0, nil, nil
	}
}

// edit changes the entry in the editor.
func (m *model) edit(f func(it *item)) {
	m.change(func(items []item) []item {
		if it := find(items, m.open); it != nil {
			f(it)
		}
		return items
	})
}

// SetFirst takes the first date as it was typed. A last date that was never
// after it follows.
func (m *model) SetFirst(text string) {
	m.typing = fieldFirst
	m.edit(func(it *item) {
		if it.Last == it.First {
			it.Last = text
		}
		it.First = text
	})
}

// SetLast takes the last date as it was typed.
func (m *model) SetLast(text string) {
	m.typing = fieldLast
	m.edit(func(it *item) { it.Last = text })
}

// SetKind says what the entry's days are. The first shifts are the weekly ones
// of the entry's first day, else a usual day.
func (m *model) SetKind(k kind, week *platform.Week) {
	m.typing = ""
	m.edit(func(it *item) {
		it.Kind = k
		if k == kindShifts && len(it.Shifts) == 0 {
			it.Shifts = usual(it.First, week)
		}
	})
}

func usual(first string, week *platform.Week) []shift {
	if d, ok := rules.ParseDate(first); ok && week != nil && !rules.Closed(week.Day(d.Weekday())) {
		var shifts []shift
		for _, p := range rules.NormalizeDay(week.Day(d.Weekday())) {
			shifts = append(shifts, shift{Start: clockText(p.StartTime), End: clockText(p.EndTime)})
		}
		return shifts
	}
	return []shift{{Start: "11:00", End: "22:00"}}
}

// Type takes what stands in a time's field while it is being typed.
func (m *model) Type(i int, end bool, text string) {
	m.typing = shiftID(i, end)
	m.setTime(i, end, text)
}

// Enter takes what stands in a time's field that is left.
func (m *model) Enter(i int, end bool, text string) {
	m.typing = ""
	m.setTime(i, end, settled(text))
}

// Step moves a time by quarters of an hour, around the clock. An end goes to
// 24:00, not to 00:00.
func (m *model) Step(i int, end bool, by int) {
	const quarter = 15 * 60
	it, _ := m.Item(m.open)
	if i >= len(it.Shifts) {
		return
	}
	at := seconds(*it.Shifts[i].time(end))
	if at == platform.NoTime {
		return
	}
	slot := at / quarter
	if by > 0 || at%quarter == 0 {
		slot += by
	}
	at = (slot*quarter + platform.DaySeconds) % platform.DaySeconds
	if end && at == 0 {
		at = platform.DaySeconds
	}
	m.Enter(i, end, rules.FormatClock(at))
}

func (m *model) setTime(i int, end bool, text string) {
	m.edit(func(it *item) {
		if i < len(it.Shifts) {
			*it.Shifts[i].time(end) = text
		}
	})
}

// AddShift adds an empty shift to the entry and tells its place.
func (m *model) AddShift() (at int) {
	m.edit(func(it *item) {
		at = len(it.Shifts)
		it.Shifts = append(it.Shifts, shift{})
	})
	m.typing = shiftID(at, false)
	return at
}

// RemoveShift takes a shift from the entry.
func (m *model) RemoveShift(i int) {
	m.typing = ""
	m.edit(func(it *item) {
		if i < len(it.Shifts) {
			it.Shifts = slices.Delete(it.Shifts, i, i+1)
		}
	})
}

// Remove takes an entry from the list.
func (m *model) Remove(id int) {
	m.change(func(items []item) []item {
		return slices.DeleteFunc(items, func(it item) bool { return it.ID == id })
	})
}

// RemoveOpen takes the entry in the editor from the list and closes it.
func (m *model) RemoveOpen() {
	id := m.open
	m.open = 0
	m.items = slices.DeleteFunc(clone(m.items), func(it item) bool { return it.ID == id })
	m.keep(m.before, m.items)
	m.before, m.said = nil, nil
}

// Clear takes all entries from the list. It can be undone.
func (m *model) Clear() {
	m.Cancel()
	m.change(func([]item) []item { return nil })
}

// Reset goes back to the platform's list, as an edit that can be undone.
func (m *model) Reset() {
	m.Cancel()
	m.change(func([]item) []item { return clone(m.base) })
	m.tried = 0
}

// Payload is the list to send, in the order of its dates. An entry that nobody
// changed is the platform's own, to the byte, wherever that fits the anchor.
func (m *model) Payload() platform.SpecialDates {
	list := platform.SpecialDates{}
	for _, it := range sorted(m.items) {
		i := slices.IndexFunc(m.base, func(b item) bool { return b.ID == it.ID })
		if i >= 0 && it.same(m.base[i]) && rules.FitsAnchor(m.read[i], m.at.anchor, m.at.zone) {
			list = append(list, m.read[i])
		} else if d, ok := it.entry(m.at.anchor, m.at.zone); ok {
			list = append(list, d)
		}
	}
	return list
}

// Changed reports whether an entry isn't what the platform has.
func (m *model) Changed(it item) bool {
	b := find(m.base, it.ID)
	return b == nil || !b.same(it)
}

// count is [model.Changes], worked out.
func (m *model) count() int {
	n := 0
	for _, it := range m.items {
		if m.Changed(it) {
			n++
		}
	}
	for _, b := range m.base {
		if find(m.items, b.ID) == nil {
			n++
		}
	}
	return n
}

// Dirty reports whether there is something to save.
func (m *model) Dirty() bool { return m.loaded && m.Changes() > 0 }

// Saved takes the list that the platform has now. Edits made since it was sent
// stay.
func (m *model) Saved(sent []platform.SpecialDate) {
	items := m.items
	m.rebase(sent)
	for i := range m.base { // an entry that was sent keeps its id
		if j := slices.IndexFunc(items, func(it item) bool { return it.same(m.base[i]) }); j >= 0 {
			m.base[i].ID = items[j].ID
		}
	}
	m.history, m.tried, m.said = history{}, 0, nil
}

// free is the first date from today on, within a year, that no entry covers.
func (m *model) free(today rules.Date) rules.Date {
	for i := range 366 {
		d := today.AddDays(i)
		if !slices.ContainsFunc(m.items, func(it item) bool {
			first, last, ok := it.span()
			return ok && !d.Before(first) && !last.Before(d)
		}) {
			return d
		}
	}
	return today
}
