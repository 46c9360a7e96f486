package editor

import (
	"encoding/json"
	"slices"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// Fields is a [Model] of a record *R whose edit is a value F, what stands in the
// fields: its page says how the one comes of the other. F goes through undo and
// drafts as JSON.
type Fields[R, F any] struct {
	// Show puts a record into fields, and Read says what they mean, over the
	// record that the edit began from.
	Show func(f *F, r *R)
	Read func(f *F, base *R) *R
	// Parts are a record's parts in words: always the same ones, in the page's
	// order. Take sets a part in fields from other ones.
	Parts func(r *R) []Part
	Take  func(f, from *F, part string)
	// Check lists what is wrong. Place is where a problem of the server's shows.
	Check func(f *F) pages.Faults
	Place func(f *F, p rules.Problem) (item components.ErrorItem, ok bool)

	Now F

	base  *R
	saved string // base in fields
	now   string // Now, as it was taken down last
	sent  string // and at the last try to save
	at    string // the field that the last step was made in
	tried bool
	wrong pages.Faults
	History[string]
}

// Part is a part of a record, written in lines.
type Part struct {
	ID, Name string
	Lines    []string
}

// Compare merges two edits that began from the same record, part by part.
func Compare(was, mine, theirs []Part) *Merge {
	g := &Merge{}
	for i, w := range was {
		m, t := mine[i].Lines, theirs[i].Lines
		ours, they := !slices.Equal(m, w.Lines), !slices.Equal(t, w.Lines)
		switch change := (Change{ID: w.ID, Name: w.Name}); {
		case ours && they && !slices.Equal(m, t):
			g.Clashes = append(g.Clashes, Clash{ID: w.ID, Name: w.Name, Was: w.Lines, Mine: m, Theirs: t})
		case they && !ours:
			change.Text = text.Commas(t)
			g.Taken = append(g.Taken, change)
		case ours && !they:
			change.Text = text.Commas(m)
			g.Kept = append(g.Kept, change)
		}
	}
	return g
}

// copied are fields that were written.
func copied[F any](fields string) *F {
	f := new(F)
	_ = json.Unmarshal([]byte(fields), f) // they were written here
	return f
}

func written(v any) string {
	data, _ := json.Marshal(v) // fields are always JSON
	return string(data)
}

// Note takes an edit down. What is typed into one field, which isn't "", is one
// step of undo.
func (m *Fields[R, F]) Note(field string) {
	now := written(&m.Now)
	if now == m.now {
		return
	}
	if field == "" || field != m.at || m.CanRedo() {
		m.Keep(m.now)
	}
	m.now, m.at = now, field
	m.Look()
}

// Look lists what is wrong, once somebody has tried to save.
func (m *Fields[R, F]) Look() {
	if m.wrong = nil; m.tried {
		m.wrong = m.Check(&m.Now)
	}
}

// At is what is wrong at a control, "" for nothing.
func (m *Fields[R, F]) At(id string) string { return m.wrong.At(id) }

// show puts on the screen what was taken down.
func (m *Fields[R, F]) show(now string) {
	if json.Unmarshal([]byte(now), &m.Now) == nil {
		m.now, m.at = now, ""
	}
	m.Look()
}

// Load implements [Model].
func (m *Fields[R, F]) Load(now *R) {
	m.Show(&m.Now, now)
	m.now = written(&m.Now)
	m.base, m.saved, m.at, m.tried, m.wrong, m.History = now, m.now, "", false, nil, History[string]{}
}

// Base implements [Model].
func (m *Fields[R, F]) Base() *R { return m.base }

// Payload implements [Model].
func (m *Fields[R, F]) Payload() *R { return m.Read(&m.Now, m.base) }

// Dirty implements [Form]. What is half typed counts.
func (m *Fields[R, F]) Dirty() bool { return m.now != m.saved }

// Count implements [Form].
func (m *Fields[R, F]) Count() int {
	if !m.Dirty() {
		return 0
	}
	return max(1, m.changed(m.base))
}

// changed counts the parts in which the edit differs from a record.
func (m *Fields[R, F]) changed(of *R) int {
	is := m.Parts(of)
	return len(Compare(is, m.Parts(m.Payload()), is).Kept)
}

// Try implements [Form].
func (m *Fields[R, F]) Try() bool {
	m.tried, m.sent = true, m.now
	m.Look()
	return len(m.wrong) == 0
}

// Wrong implements [Form].
func (m *Fields[R, F]) Wrong() pages.Faults { return m.wrong }

// Refused implements [Form].
func (m *Fields[R, F]) Refused(found []rules.Problem) bool {
	m.tried, m.wrong = true, nil
	for _, p := range found {
		if item, ok := m.Place(&m.Now, p); ok {
			m.wrong = append(m.wrong, item)
		}
	}
	return len(m.wrong) > 0
}

// Undo implements [Form].
func (m *Fields[R, F]) Undo() bool { return m.travel(m.Back) }

// Redo implements [Form].
func (m *Fields[R, F]) Redo() bool { return m.travel(m.Forward) }

func (m *Fields[R, F]) travel(way func(string) (string, bool)) bool {
	there, ok := way(m.now)
	if ok {
		m.show(there)
	}
	return ok
}

// Reset implements [Form].
func (m *Fields[R, F]) Reset() {
	m.tried = false
	m.Show(&m.Now, m.base)
	m.Note("")
}

// Saved implements [Model]. What was typed since stays, even if it means the same so far.
func (m *Fields[R, F]) Saved(now *R) {
	if m.now == m.sent && m.changed(now) == 0 {
		m.Load(now)
		return
	}
	_ = m.begin(now)
}

// begin goes on from another record, which it gives in fields.
func (m *Fields[R, F]) begin(base *R) *F {
	from := new(F)
	m.Show(from, base)
	m.base, m.saved = base, written(from)
	return from
}

// Merge implements [Model].
func (m *Fields[R, F]) Merge(theirs *R) *Merge {
	return Compare(m.Parts(m.base), m.Parts(m.Payload()), m.Parts(theirs))
}

// Rebase implements [Model].
func (m *Fields[R, F]) Rebase(theirs *R, g *Merge) {
	before, was, shown := m.base, m.Parts(m.base), new(F)
	m.Show(shown, before)
	from, now := m.begin(theirs), m.Parts(theirs)
	// carry has theirs in the parts that they changed and I didn't. A part that they left alone may be half typed: it
	// stays, unless it stands as it was shown.
	carry := func(f *F) string {
		mine := m.Parts(m.Read(f, before))
		for i, part := range now {
			var takes bool
			if slices.Equal(part.Lines, was[i].Lines) {
				takes = m.standsAs(shown, f, part.ID)
			} else {
				takes = slices.Equal(mine[i].Lines, was[i].Lines) || slices.Equal(mine[i].Lines, part.Lines)
			}
			if takes {
				m.Take(f, from, part.ID)
			}
		}
		return written(f)
	}
	m.Each(func(kept string) string { return carry(copied[F](kept)) })
	m.now = carry(&m.Now)
	for _, part := range now {
		if g.Holds(part.ID) {
			m.Take(&m.Now, from, part.ID)
		}
	}
	m.Note("")
	m.Look()
}

// standsAs reports whether a part's fields stand as they were shown.
func (m *Fields[R, F]) standsAs(shown, f *F, part string) bool {
	is := written(f)
	as := copied[F](is)
	m.Take(as, shown, part)
	return written(as) == is
}

// kept is how Fields are kept as a draft.
type kept[R any] struct {
	Base *R              `json:"base"`
	Now  json.RawMessage `json:"now"`
}

// MarshalJSON writes the draft.
func (m *Fields[R, F]) MarshalJSON() ([]byte, error) {
	return json.Marshal(kept[R]{m.base, json.RawMessage(m.now)})
}

// UnmarshalJSON goes on from a draft.
func (m *Fields[R, F]) UnmarshalJSON(data []byte) error {
	k := kept[R]{Base: new(R)}
	if err := json.Unmarshal(data, &k); err != nil {
		return err
	}
	m.Load(k.Base)
	m.show(string(k.Now))
	return nil
}
