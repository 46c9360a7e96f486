package phones

import (
	"encoding/json"
	"slices"

	"github.com/shopdesk/shopdesk/app/editor"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// model is the edit of one shop's phones. Its zero value waits for Load.
type model struct {
	loaded bool
	leaves rules.Leaves     // of the profile
	base   []platform.Phone // the platform's, as they came: what the edit started from
	editor.Typed[list, field, problem]
}

// record is the list as the platform has it, for package editor.
type record = *[]platform.Phone

// list is what stands on the screen.
type list []entry

// Clone implements [editor.Draft].
func (l list) Clone() list { return slices.Clone(l) }

// Equal implements [editor.Draft].
func (l list) Equal(other list) bool { return slices.Equal(l, other) }

// Settled shows the number of a field that is left in groups.
func (l list) Settled(f field) list {
	if i := int(f) - 1; i >= 0 && i < len(l) {
		l[i] = l[i].settled()
	}
	return l
}

// field names what is being edited. The zero value is nothing that goes on.
type field int

const (
	noField  field = 0
	dragging field = -1
)

// numberOf is the number in row i.
func numberOf(i int) field { return field(i + 1) }

// Load begins with the platform's phones.
func (m *model) Load(now record) {
	*m = model{loaded: true, leaves: m.leaves, base: *now}
	m.Now = entriesOf(*now)
}

func entriesOf(phones []platform.Phone) list {
	entries := make(list, len(phones))
	for i, p := range phones {
		entries[i] = entryOf(p)
	}
	return entries
}

// Base is the list the edit started from.
func (m *model) Base() record {
	was := m.base
	return &was
}

// Payload is the list to save.
func (m *model) Payload() record {
	now := m.values()
	return &now
}

// Type takes what now stands in row i's field while it is being typed. AtEnd
// tells that the caret is behind the text.
func (m *model) Type(i int, text string, atEnd bool) {
	m.Typed.Type(numberOf(i), m.Problems, func(now *list) {
		if l := *now; i < len(l) {
			l[i] = l[i].typed(text, atEnd)
		}
	})
}

// Enter takes what stands in a field that is left.
func (m *model) Enter(i int, text string) {
	m.Type(i, text, false)
	m.Settle()
}

// Choose gives row i another country.
func (m *model) Choose(i int, country string) {
	m.Change(noField, func(now *list) {
		if l := *now; i < len(l) {
			l[i] = l[i].in(country)
		}
	})
}

// CanAdd reports whether there is room for another phone.
func (m *model) CanAdd() bool { return len(m.Now) < platform.MaxPhones }

// Add adds an empty row, of the country of the last phone that has one, else
// of home ("" for none).
func (m *model) Add(home string) {
	m.Change(noField, func(now *list) {
		if !m.CanAdd() {
			return
		}
		e := entry{Country: home}
		for _, other := range *now {
			if other.Country != "" {
				e.Country = other.Country
			}
		}
		*now = append(*now, e)
	})
}

// Remove takes a row away. Of two quick presses the second may find none.
func (m *model) Remove(i int) {
	m.Change(noField, func(now *list) {
		if l := *now; i < len(l) {
			*now = slices.Delete(l, i, i+1)
		}
	})
}

// Move puts the phone in row from into row to.
func (m *model) Move(from, to int) { m.Change(noField, moving(from, to)) }

// Drag is Move while a phone is held: the whole way is one step of undo, ended
// by Settle.
func (m *model) Drag(from, to int) { m.Change(dragging, moving(from, to)) }

func moving(from, to int) func(*list) {
	return func(now *list) {
		l := *now
		if from < 0 || to < 0 || from >= len(l) || to >= len(l) {
			return
		}
		e := l[from]
		*now = slices.Insert(slices.Delete(l, from, from+1), to, e)
	}
}

// Reset goes back to the platform's phones, as an edit that can be undone.
func (m *model) Reset() {
	m.Change(noField, func(now *list) { *now = entriesOf(m.base) })
	m.Tried = 0
}

// values are the phones on the screen as they would be stored; what is no phone
// yet is "".
func (m *model) values() []platform.Phone { return m.Now.values() }

func (l list) values() []platform.Phone {
	phones := make([]platform.Phone, len(l))
	for i, e := range l {
		phones[i], _ = e.value()
	}
	return phones
}

// Dirty reports whether there is something to save. What was typed and is no
// phone yet counts.
func (m *model) Dirty() bool { return m.loaded && m.Count() > 0 }

// Count counts the phones that were added, removed or changed, and one for
// another order.
func (m *model) Count() int {
	now, was := m.values(), m.base
	kept := func(list, other []platform.Phone) []platform.Phone {
		return slices.DeleteFunc(slices.Clone(list), func(p platform.Phone) bool { return !slices.Contains(other, p) })
	}
	stays, stood := kept(now, was), kept(was, now)
	n := max(len(now)-len(stays), len(was)-len(stood))
	if !slices.Equal(stays, stood) {
		n++
	}
	return n
}

// Saved takes the phones that the platform has now. Edits made since they were
// sent stay, with the number that is being typed, even if it means the same so far.
func (m *model) Saved(now record) {
	m.base, m.Tried, m.Said = *now, 0, nil
	if !m.Dirty() && !m.Typing {
		m.Load(now)
	}
}

// draft is an unsaved edit as it is kept in the browser.
type draft struct {
	Base []platform.Phone `json:"base"`
	List list             `json:"list"`
}

// MarshalJSON writes the edit as a draft.
func (m *model) MarshalJSON() ([]byte, error) { return json.Marshal(draft{Base: m.base, List: m.Now}) }

// UnmarshalJSON begins with a draft, on the phones it started from.
func (m *model) UnmarshalJSON(data []byte) error {
	var d draft
	if err := json.Unmarshal(data, &d); err != nil {
		return err
	}
	m.Load(&d.Base)
	m.Now = d.List
	return nil
}
