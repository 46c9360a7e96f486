package dates

import (
	"bytes"
	"encoding/json"
	"slices"

	"github.com/shopdesk/shopdesk/app/editor"
	"github.com/shopdesk/shopdesk/app/pages/shop/special"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// model is the edit of one shop's special dates. Its zero value waits for Load.
type model struct {
	loaded   bool
	at       special.Place
	read     []platform.SpecialDate // the platform's, as it came: what the edit started from
	fits     platform.Anchor        // the anchor that read fits
	clean    bool                   // and whether it fits any
	mixed    bool                   // it fits none, but each entry does
	written  json.RawMessage        // read as JSON, once a draft needs it
	base     []item                 // read as items; same ids as in items
	items    []item                 // what stands on the screen
	names    []api.DateName         // as our server keeps them
	over     beside                 // what the platform gives no longer
	stood    []item                 // what an [Edit] began with
	unlisted beside                 // what our server knows and the platform doesn't list
	last     int                    // the id given last
	editor.History[[]item]

	open   int    // the entry in the editor, 0 for none
	before []item // the list when the editor was opened
	worked bool   // something was edited in it
	spans  bool   // the entry's last date was after its first
	typing string // the field being typed in, by its id
	tried  int    // tries to save the list so far
	went   []item // the entries of the last payload, in its order
	asked  bool   // a try to close the editor: everything wrong with the entry is said
	said   []problem
	cache  *derived // what was derived last
}

// draft is an unsaved edit as it is kept in the browser: the platform's list
// that it started from, and what stood on the screen.
type draft struct {
	Base  json.RawMessage `json:"base"`
	IDs   []int           `json:"ids,omitempty"` // of the base's entries; none in drafts of earlier versions: 1, 2, 3
	Items []item          `json:"items"`
}

// MarshalJSON writes the edit as a draft. The list it started from is written
// once.
func (m *model) MarshalJSON() ([]byte, error) {
	if m.written == nil {
		data, err := json.Marshal(m.read)
		if err != nil {
			return nil, err
		}
		m.written = data
	}
	d := draft{Base: m.written, Items: m.edited()}
	for _, b := range m.base {
		d.IDs = append(d.IDs, b.ID)
	}
	return json.Marshal(d)
}

// edited is the list as it was edited. An entry that was added, and stands untouched in its editor, isn't part of it
// yet: leaving the page drops the entry, as Cancel does.
func (m *model) edited() []item {
	if m.open != 0 && !m.worked {
		return m.before
	}
	return m.items
}

// UnmarshalJSON begins with a draft, on the list it started from.
func (m *model) UnmarshalJSON(data []byte) error {
	var d draft
	if err := json.Unmarshal(data, &d); err != nil {
		return err
	}
	var read []platform.SpecialDate
	if err := json.Unmarshal(d.Base, &read); err != nil {
		return err
	}
	m.load(read, m.at)
	for i, id := range d.IDs[:min(len(d.IDs), len(m.base))] {
		m.base[i].ID = id
	}
	m.items = d.Items
	for _, it := range slices.Concat(m.items, m.base) {
		m.last = max(m.last, it.ID)
	}
	return nil
}

// Load begins with the platform's list, in the place that is known.
func (m *model) Load(now *special.Record) { m.load(now.List, m.at) }

func (m *model) load(read []platform.SpecialDate, at special.Place) {
	*m = model{loaded: true, at: at, read: read, names: m.names, over: m.over, unlisted: m.unlisted}
	m.rebase(read)
	m.items = clone(m.base)
}

// rebase takes a list of the platform's as what the edit starts from.
func (m *model) rebase(read []platform.SpecialDate) {
	m.found(read)
	m.base = m.itemsOf(read)
}

// found notes the platform's list, and the anchor that it is kept by.
func (m *model) found(read []platform.SpecialDate) {
	m.read, m.written = read, nil
	m.fits, m.clean = rules.DetectAnchor(read, m.at.Anchor, m.at.Zone)
	m.mixed = !m.clean && !slices.ContainsFunc(read, func(d platform.SpecialDate) bool {
		_, fits := rules.DetectAnchor([]platform.SpecialDate{d}, m.at.Anchor, m.at.Zone)
		return !fits
	})
}

// itemsOf gives the platform's entries ids of their own. Their dates are read
// by the anchor that they fit, so that nobody sees a wrong day.
func (m *model) itemsOf(read []platform.SpecialDate) []item {
	return m.numbered(called(itemsOf(read, m.at), m.names))
}

// SetOver takes what our server keeps of entries that the platform gives no
// longer.
func (m *model) SetOver(past json.RawMessage) {
	if m.over.read(past, m.at) {
		called(m.over.items, m.names)
		m.cache = nil
	}
}

// beside are entries that our server knows beside the platform's list.
type beside struct {
	raw   json.RawMessage // as our server gives them
	items []item          // with ids below 0
}

// read reports whether they are others than before.
func (b *beside) read(raw json.RawMessage, at special.Place) bool {
	if bytes.Equal(raw, b.raw) {
		return false
	}
	var list []platform.SpecialDate
	_ = json.Unmarshal(raw, &list) // none is none
	b.raw, b.items = raw, itemsOf(list, at)
	for i := range b.items {
		b.items[i].ID = -1 - i
	}
	return true
}

// OtherAnchor reports whether the platform keeps the list by the anchor that
// isn't the configured one.
func (m *model) OtherAnchor() bool { return m.clean && m.fits != m.at.Anchor }

// Base is the list the edit started from.
func (m *model) Base() *special.Record { return &special.Record{List: m.read, Names: m.names} }

// Payload is what to save. Its entries are known by their ids when the answer comes.
func (m *model) Payload() *special.Record {
	m.went = m.sent()
	r := &special.Record{List: m.read, Listed: m.ListChanged()}
	if r.Listed {
		r.List = m.list()
	}
	r.Put, r.Drop = m.NameChanges()
	return r
}

// keep remembers a list that has changed into now.
func (m *model) keep(was, now []item) {
	if !slices.EqualFunc(was, now, item.identical) {
		m.Keep(was)
	}
}

// Undo goes one edit back.
func (m *model) Undo() bool { return m.travel(m.Back) }

// Redo takes an Undo back.
func (m *model) Redo() bool { return m.travel(m.Forward) }

func (m *model) travel(way func([]item) ([]item, bool)) (ok bool) {
	m.items, ok = way(m.items)
	m.said = nil
	return ok
}

// find is the item with that id, nil when there is none.
func find(items []item, id int) *item {
	if i := slices.IndexFunc(items, func(it item) bool { return it.ID == id }); i >= 0 {
		return &items[i]
	}
	return nil
}

// all are the entries of the list and those that the platform gives no longer.
func (m *model) all() []item { return append(clone(m.over.items), m.items...) }

// Item is the entry with that id.
func (m *model) Item(id int) (item, bool) {
	if it := find(m.all(), id); it != nil {
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

// Saved takes the list that the platform has now. Edits made since it was sent
// stay.
func (m *model) Saved(now *special.Record) {
	if now.Names != nil {
		m.SetNames(now.Names)
	}
	m.rebase(now.List)
	match(m.went, m.base) // an entry that was sent keeps its id, also when it was edited since
	if m.tried, m.said = 0, nil; !m.Dirty() {
		m.History = editor.History[[]item]{}
	}
}

// free is the first date from today on, within a year, that no entry covers.
func (m *model) free(today rules.Date) rules.Date {
	for i := range 366 {
		d := today.AddDays(i)
		if !slices.ContainsFunc(m.items, func(it item) bool {
			days, ok := it.span()
			return ok && days.has(span{d, d})
		}) {
			return d
		}
	}
	return today
}
