package profile

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/backend"
	"github.com/shopdesk/shopdesk/app/editor"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// names are what stands in the fields, by the field's id.
type names map[string]string

// UnmarshalJSON replaces the names: a step of undo must not leave what it takes back.
func (f *names) UnmarshalJSON(data []byte) error {
	read := map[string]string{}
	err := json.Unmarshal(data, &read)
	*f = read
	return err
}

// legend edits the names of the platform's codes.
type legend struct {
	app.Compo

	pages.Deps

	Sights []api.Sight // codes among them are offered, beside those that have a name

	read   pages.Reader
	rows   []codeRow
	model  editor.Fields[api.Legend, names]
	editor *editor.Editor[*api.Legend]
	at     time.Time // of the last reading
}

// OnInit makes what edits and saves.
func (l *legend) OnInit() {
	l.model = l.fields()
	l.editor = editor.New(editor.Options{
		Deps: l.Deps, ID: "legend", Draft: "legend", Save: "profile.codes.save",
		At: func() time.Time { return l.at }, Err: func() error { return l.read.Err }, Read: l.read.Again,
	}, &l.model, editor.Target[*api.Legend]{
		Write: func(c context.Context, _ string, a editor.Attempt[*api.Legend]) (*api.Legend, error) {
			return backend.NameCodes.To(l.Backend, changes(a.Before, a.Sent))(c)
		},
		Read:     backend.Legend.From(l.Backend),
		Same:     func(a, b *api.Legend) bool { return len(changes(a, b).Names) == 0 },
		Remember: l.remember,
	})
}

// OnMount reads the names.
func (l *legend) OnMount(ctx app.Context) {
	l.editor.Mount(ctx)
	pages.Read(ctx, &l.read, backend.Legend.From(l.Backend), l.take)
}

// OnDismount ends the edit.
func (l *legend) OnDismount() { l.editor.Dismount() }

func (l *legend) take(now *api.Legend) {
	l.at = l.State.Now()
	l.rows = codeRows(l.Sights, now.Names)
	l.editor.Follow(now, now)
}

// remember has every page use the names. The rows stay: a name that was taken away can
// be brought back.
func (l *legend) remember(ctx app.Context, now *api.Legend) {
	for i := range l.rows {
		l.rows[i].named = now.Find(l.rows[i].kind, l.rows[i].code)
	}
	session := l.State.Session()
	session.Legend, session.Words = now.Names, nil
	l.State.SetSession(session)
	l.Changed(ctx)
}

// codeRow is a code that can be named.
type codeRow struct {
	kind  api.CodeKind
	code  string
	seen  *api.Sight    // nil: not lately
	named *api.CodeName // nil: not yet
}

func (r codeRow) id() string { return "code-" + string(r.kind) + "-" + r.code }

func (r codeRow) label() string {
	return text.Upper(text.CodeKind(r.kind)) + " " + text.LTR(r.code)
}

// hint says who named the code, or how often it was seen.
func (r codeRow) hint() string {
	switch {
	case r.named != nil && r.named.By != "":
		return text.Dots(text.Isolate(r.named.By), text.When(r.named.At))
	case r.seen != nil:
		return text.N("profile.sight.times", int(r.seen.Count), text.When(r.seen.Last))
	}
	return ""
}

// codeRows are the codes that were seen or have a name, by kind: shorter ones first, as numbers stand. A code seen
// in several places has the row of the place where it was seen last.
func codeRows(sights []api.Sight, named []api.CodeName) (rows []codeRow) {
	at := func(kind api.CodeKind, code string) *codeRow {
		i := slices.IndexFunc(rows, func(r codeRow) bool { return r.kind == kind && r.code == code })
		if i < 0 {
			i, rows = len(rows), append(rows, codeRow{kind: kind, code: code})
		}
		return &rows[i]
	}
	for i, s := range sights {
		if s.Kind == "" || s.Code == "" {
			continue
		}
		if r := at(s.Kind, s.Code); r.seen == nil || r.seen.Last < s.Last {
			r.seen = &sights[i]
		}
	}
	for i, n := range named {
		at(n.Kind, n.Code).named = &named[i]
	}
	kinds := api.CodeKinds()
	slices.SortFunc(rows, func(a, b codeRow) int {
		return cmp.Or(slices.Index(kinds, a.kind)-slices.Index(kinds, b.kind), len(a.code)-len(b.code),
			cmp.Compare(a.code, b.code))
	})
	return rows
}

// changes are the names of after that before doesn't have, and without a name those
// that only before has.
func changes(before, after *api.Legend) (changed api.Legend) {
	for _, n := range after.Names {
		if nameOf(before, n.Kind, n.Code) != n.Name {
			changed.Names = append(changed.Names, api.CodeName{Kind: n.Kind, Code: n.Code, Name: n.Name})
		}
	}
	for _, n := range before.Names {
		if nameOf(after, n.Kind, n.Code) == "" {
			changed.Names = append(changed.Names, api.CodeName{Kind: n.Kind, Code: n.Code})
		}
	}
	return changed
}

func nameOf(l *api.Legend, kind api.CodeKind, code string) string {
	if n := l.Find(kind, code); n != nil {
		return n.Name
	}
	return ""
}

// fields are the model.
func (l *legend) fields() editor.Fields[api.Legend, names] {
	return editor.Fields[api.Legend, names]{
		Show: func(f *names, r *api.Legend) {
			*f = names{}
			for _, n := range r.Names {
				(*f)[codeRow{kind: n.Kind, code: n.Code}.id()] = n.Name
			}
		},
		Read: func(f *names, _ *api.Legend) *api.Legend {
			read := &api.Legend{}
			for _, r := range l.rows {
				if name := strings.TrimSpace((*f)[r.id()]); name != "" {
					read.Names = append(read.Names, api.CodeName{Kind: r.kind, Code: r.code, Name: name})
				}
			}
			return read
		},
		Parts: func(r *api.Legend) (parts []editor.Part) {
			for _, row := range l.rows {
				part := editor.Part{ID: row.id(), Name: row.label()}
				if name := nameOf(r, row.kind, row.code); name != "" {
					part.Lines = []string{name}
				}
				parts = append(parts, part)
			}
			return parts
		},
		Take: func(f, from *names, part string) { (*f).put(part, (*from)[part]) },
		Check: func(f *names) (wrong pages.Faults) {
			for _, r := range l.rows {
				if !api.Optional(strings.TrimSpace((*f)[r.id()]), api.MaxCodeName) {
					wrong.Add(r.id(), text.T("problem.date_name", api.MaxCodeName))
				}
			}
			return wrong
		},
		Place: func(*names, rules.Problem) (item components.ErrorItem, ok bool) { return item, false },
	}
}

// put keeps an emptied field like one that was never filled.
func (f names) put(id, name string) {
	if f[id] = name; name == "" {
		delete(f, id)
	}
}

// Render draws the names.
func (l *legend) Render() app.UI {
	return l.editor.Page(app.Div().Body(
		app.H2().ID("legend-title").Text(text.T("profile.codes")), pages.Soft(text.T("profile.codes.text")),
	), l.form)
}

func (l *legend) form() app.UI {
	if len(l.rows) == 0 {
		return pages.EmptyCard(components.IconCheck, text.T("profile.codes.none"), "")
	}
	return l.editor.Form(l.editor.Save).Aria("labelledby", "legend-title").Body(
		l.editor.Summary(),
		components.Card{}.With(pages.Div("settings-form", pages.Each(l.rows, l.field))),
		l.editor.Bar(),
	)
}

func (l *legend) field(r codeRow) app.UI {
	id := r.id()
	return &components.TextField{
		ID: id, Label: r.label(), Hint: r.hint(), Error: l.model.At(id), Value: l.model.Now[id], Autocomplete: "off",
		OnInput: func(_ app.Context, name string) {
			l.model.Now.put(id, name)
			l.model.Note(id)
			l.editor.Edited("")
		},
	}
}
