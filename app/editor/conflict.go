package editor

import (
	"slices"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
)

const conflictTitle = "conflict-title"

// decided reports whether each clash has a pick. Otherwise it asks for them.
func (v *view) decided() bool {
	if v.merge.missed = true; len(v.merge.missing()) > 0 {
		v.misses++
		return false
	}
	return true
}

// backToMine goes on editing. The other version stays at hand.
func (v *view) backToMine(app.Context) {
	v.newer, v.merge = true, nil
	components.FocusID(v.ctx, v.ID+"-newer-go")
}

// conflict shows both versions and asks for one, part by part.
func (v *view) conflict() app.UI {
	g := v.merge
	missing := g.missing()
	var faults pages.Faults
	for _, c := range missing {
		faults.Add("conflict-"+c.ID+"-mine", text.T("edit.of", text.Upper(c.Name), text.T("edit.clash.need")))
	}
	return pages.Stack(
		components.Only(len(faults) > 0, faults.Summary("conflict-summary", v.misses)),
		app.Section().Class("card").ID("conflict").Aria("labelledby", conflictTitle).Body(
			app.H2().ID(conflictTitle).TabIndex(-1).Text(text.T("edit.clash")),
			app.P().Text(text.T("edit.clash.text")),
			pages.Div("editor-clashes", pages.Each(g.Clashes, func(of Clash) app.UI {
				need := slices.ContainsFunc(missing, func(c Clash) bool { return c.ID == of.ID })
				return &clash{Clash: of, Need: need, OnChoose: g.Choose}
			})),
			settled(text.T("edit.clash.taken"), g.Taken),
			settled(text.T("edit.clash.kept"), g.Kept),
			pages.Row(
				&components.Button{
					ID: "conflict-save", Label: text.T("edit.clash.save"), Kind: components.KindGo, OnClick: v.settle,
				},
				&components.Button{
					ID: "conflict-back", Label: text.T("edit.clash.back"), Kind: components.KindBare,
					OnClick: v.backToMine,
				},
			),
		),
	)
}

// settled lists the parts that need no choice.
func settled(title string, changes []Change) app.UI {
	return components.Only(len(changes) > 0, app.Div().Body(
		pages.Soft(title),
		app.Ul().Body(pages.Each(changes, func(c Change) app.UI {
			return app.Li().Body(app.B().Text(text.Upper(c.Name)+" "), pages.Span("num", c.Text))
		})),
	))
}

// clash asks for the version of one part.
type clash struct {
	app.Compo

	Clash

	Need     bool
	OnChoose func(id string, theirs bool)
}

// CompoID is the part.
func (c *clash) CompoID() string { return c.ID }

// Render draws both versions.
func (c *clash) Render() app.UI {
	id, need := "conflict-"+c.ID, ""
	if c.Need {
		need = text.T("edit.clash.need")
	}
	was := c.Was
	if len(was) == 0 {
		was = []string{text.T("edit.clash.nothing")}
	}
	return components.Field{ID: id, Label: text.Upper(c.Name), Error: need, Group: true}.With(
		pages.Div("hint", pages.Each(was, func(line string) app.UI {
			return app.P().Text(text.T("edit.clash.was", line))
		})),
		pages.Div("editor-versions",
			c.version(id+"-mine", text.T("edit.clash.mine"), c.Mine, pickMine),
			c.version(id+"-theirs", text.T("edit.clash.theirs"), c.Theirs, pickTheirs),
		),
	)
}

func (c *clash) version(id, whose string, lines []string, is pick) app.UI {
	if len(lines) == 0 {
		lines = []string{text.T("edit.clash.gone")}
	}
	return app.Label().Class("editor-version").Body(
		&components.Radio{
			ID: id, Name: "conflict-" + c.ID, On: c.pick == is, Invalid: c.Need, OnChoose: func(app.Context) {
				c.OnChoose(c.ID, is == pickTheirs)
			},
		},
		app.Span().Body(
			app.B().Text(whose),
			pages.Each(lines, func(line string) app.UI { return pages.P("num", line) }),
		),
	)
}
