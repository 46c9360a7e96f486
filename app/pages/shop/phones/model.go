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
	own    bool             // the list is no shop's: every phone is the operator's
	base   []platform.Phone // the platform's, as they came: what the edit started from
	list   []entry          // what stands on the screen
	editor.History[[]entry]

	at     field     // the edit under way: its parts are one step of undo
	typing bool      // and it is in a number
	tried  int       // tries to save so far
	shown  []problem // what was wrong when a field was left last
	said   []problem // what the server found wrong, until the next edit
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
func (m *model) Load(now *[]platform.Phone) {
	*m = model{loaded: true, leaves: m.leaves, own: m.own, base: *now, list: entriesOf(*now)}
	m.look()
}

func entriesOf(phones []platform.Phone) []entry {
	list := make([]entry, len(phones))
	for i, p := range phones {
		list[i] = entryOf(p)
	}
	return list
}

// Base is the list the edit started from.
func (m *model) Base() *[]platform.Phone {
	was := m.base
	return &was
}

// Payload is the list to save.
func (m *model) Payload() *[]platform.Phone {
	now := m.values()
	return &now
}

// Undo goes one edit back.
func (m *model) Undo() bool { return m.travel(m.Back) }

// Redo takes an Undo back.
func (m *model) Redo() bool { return m.travel(m.Forward) }

func (m *model) travel(way func([]entry) ([]entry, bool)) bool {
	m.Settle()
	list, ok := way(m.list)
	m.list, m.said = list, nil
	m.look()
	return ok
}

// change makes one edit. Edits of the same field follow each other as one step
// of undo until it is settled.
func (m *model) change(f field, edit func(list []entry) []entry) {
	if f == noField || f != m.at {
		m.Settle()
	}
	next := edit(slices.Clone(m.list))
	if slices.Equal(next, m.list) {
		return
	}
	if m.at == noField {
		m.Keep(m.list)
	}
	m.list, m.at, m.said = next, f, nil
	if f == noField {
		m.look()
	}
}

// Settle ends the edit of a field: its number is shown in groups.
func (m *model) Settle() {
	if m.at == noField {
		return
	}
	if i := int(m.at) - 1; i >= 0 && i < len(m.list) {
		m.list = slices.Clone(m.list)
		m.list[i] = m.list[i].settled()
	}
	m.at, m.typing = noField, false
	m.Forget(func(was []entry) bool { return slices.Equal(was, m.list) })
	m.look()
}

// Type takes what now stands in row i's field while it is being typed. AtEnd
// tells that the caret is behind the text.
func (m *model) Type(i int, text string, atEnd bool) {
	m.change(numberOf(i), func(list []entry) []entry {
		if i < len(list) {
			list[i] = list[i].typed(text, atEnd)
		}
		return list
	})
	m.typing = m.at == numberOf(i)
}

// Enter takes what stands in a field that is left.
func (m *model) Enter(i int, text string) {
	m.Type(i, text, false)
	m.Settle()
}

// Choose gives row i another country.
func (m *model) Choose(i int, country string) {
	m.change(noField, func(list []entry) []entry {
		list[i] = list[i].in(country)
		return list
	})
}

// CanAdd reports whether there is room for another phone.
func (m *model) CanAdd() bool { return len(m.list) < platform.MaxPhones }

// Add adds an empty row, of the country of the last phone that has one, else
// of home ("" for none).
func (m *model) Add(home string) {
	m.change(noField, func(list []entry) []entry {
		if !m.CanAdd() {
			return list
		}
		e := entry{Country: home}
		for _, other := range list {
			if other.Country != "" {
				e.Country = other.Country
			}
		}
		return append(list, e)
	})
}

// Remove takes a row away.
func (m *model) Remove(i int) {
	m.change(noField, func(list []entry) []entry { return slices.Delete(list, i, i+1) })
}

// Move puts the phone in row from into row to.
func (m *model) Move(from, to int) { m.change(noField, moving(from, to)) }

// Drag is Move while a phone is held: the whole way is one step of undo, ended
// by Settle.
func (m *model) Drag(from, to int) { m.change(dragging, moving(from, to)) }

func moving(from, to int) func([]entry) []entry {
	return func(list []entry) []entry {
		if from < 0 || to < 0 || from >= len(list) || to >= len(list) {
			return list
		}
		e := list[from]
		return slices.Insert(slices.Delete(list, from, from+1), to, e)
	}
}

// Reset goes back to the platform's phones, as an edit that can be undone.
func (m *model) Reset() {
	m.change(noField, func([]entry) []entry { return entriesOf(m.base) })
	m.tried = 0
	m.look()
}

// values are the phones on the screen as they would be stored; what is no phone
// yet is "".
func (m *model) values() []platform.Phone {
	phones := make([]platform.Phone, len(m.list))
	for i, e := range m.list {
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
// sent stay, with the number that is being typed.
func (m *model) Saved(now *[]platform.Phone) {
	m.base, m.tried, m.said = *now, 0, nil
	if !m.Dirty() {
		m.Load(now)
	}
}

// draft is an unsaved edit as it is kept in the browser.
type draft struct {
	Base []platform.Phone `json:"base"`
	List []entry          `json:"list"`
}

// MarshalJSON writes the edit as a draft.
func (m *model) MarshalJSON() ([]byte, error) { return json.Marshal(draft{Base: m.base, List: m.list}) }

// UnmarshalJSON begins with a draft, on the phones it started from.
func (m *model) UnmarshalJSON(data []byte) error {
	var d draft
	if err := json.Unmarshal(data, &d); err != nil {
		return err
	}
	m.Load(&d.Base)
	m.list = d.List
	m.look()
	return nil
}
