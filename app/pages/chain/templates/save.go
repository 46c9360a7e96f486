package templates

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/backend"
	"github.com/shopdesk/shopdesk/app/editor"
	"github.com/shopdesk/shopdesk/app/pages/chain/diff"
	"github.com/shopdesk/shopdesk/app/pages/chain/parts"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// target is where templates stand. Sent twice, a template is saved once.
func (p *Editor) target() editor.Target[*api.Template] {
	b := p.Backend
	return editor.Target[*api.Template]{
		Write: func(c context.Context, _ string, a editor.Attempt[*api.Template]) (*api.Template, error) {
			return backend.SaveTemplate.To(b, api.SaveTemplate{
				TemplateID: a.Sent.TemplateID, Version: a.Before.Version, Parts: a.Sent.Parts,
				Groups: append([]string{}, a.Sent.Groups...), Shops: append([]string{}, a.Sent.Shops...),
			})(c)
		},
		Read: func(c context.Context) (*api.Template, error) {
			all, err := backend.Templates.From(b)(c)
			if err != nil {
				return nil, err
			}
			return p.stored(all)
		},
		Same: func(a, c *api.Template) bool {
			return slices.EqualFunc(
				p.parts(a), p.parts(c), func(x, y editor.Part) bool { return slices.Equal(x.Lines, y.Lines) },
			)
		},
		Remember: func(app.Context, *api.Template) {},
		Back:     func(a editor.Attempt[*api.Template]) (*api.Template, bool) { return a.Before, a.Before.Version > 0 },
		By:       func(t *api.Template) string { return t.By },
		Gone: func(a editor.Attempt[*api.Template]) editor.Attempt[*api.Template] {
			before := *a.Before
			before.Version = 0
			a.Before = &before
			return a
		},
		Digest: func(t *api.Template) (string, error) { return strconv.FormatInt(t.Version, 10), nil },
	}
}

// stored is the edit's template as it is saved, or as it began when it never was.
func (p *Editor) stored(all *api.Templates) (*api.Template, error) {
	for i := range all.Templates {
		if t := &all.Templates[i]; t.ID == p.begun.ID && t.Mine {
			return t, nil
		}
	}
	begun := p.begun
	if id, _ := p.id(); id != "" {
		return &begun, &api.Error{Status: 404, Code: api.CodeNotFound}
	}
	return &begun, nil
}

// parts are a template's parts in words.
func (p *Editor) parts(t *api.Template) []editor.Part {
	list := []editor.Part{{ID: partName, Name: text.T("label.name"), Lines: []string{text.Isolate(t.Name)}}}
	for _, part := range allParts {
		one := editor.Part{ID: string(part), Name: diff.Part(part)}
		for _, l := range diff.Template(parts.Only(t.Parts, func(o api.Part) bool { return o == part })) {
			one.Lines = append(one.Lines, l.String())
		}
		list = append(list, one)
	}
	assigned := editor.Part{ID: partAssign, Name: text.T("templates.assign")}
	for _, id := range t.Groups {
		name := id
		if g := groupOf(p.all.Groups, id); g != nil {
			name = g.Name
		}
		assigned.Lines = append(assigned.Lines, text.Isolate(name))
	}
	for _, id := range t.Shops {
		assigned.Lines = append(assigned.Lines, text.T("join.comma", text.Isolate(p.shopName(id)), text.LTR(id)))
	}
	slices.Sort(assigned.Lines)
	return append(list, assigned)
}

// problem is what only the server can tell, at its control.
func problem(e *edit, q rules.Problem) (components.ErrorItem, bool) {
	q.Path = strings.TrimPrefix(q.Path, "parts.")
	item := components.ErrorItem{Target: targetOf(q.Path), Text: diff.Problem(q, e.parts().Dates)}
	return item, item.Target != ""
}

// targetOf is the control that a problem is about, "" for none.
func targetOf(path string) string {
	for _, part := range allParts {
		if strings.HasPrefix(path, string(part)) {
			return partID(part)
		}
	}
	switch {
	case strings.HasPrefix(path, "groups"), strings.HasPrefix(path, "shops"):
		return fieldAssign
	case path == "", path == "name":
		return fieldName
	}
	return ""
}
