package hours

import (
	"slices"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/platform"
)

const mergeTitle = "conflict-title"

func mineID(d platform.Day) string { return "conflict-" + d.Key() + "-mine" }

func theirsID(d platform.Day) string { return "conflict-" + d.Key() + "-theirs" }

func (p *Page) focusMerge() {
	if p.merge != nil {
		components.FocusID(p.ctx, mergeTitle)
	}
}

// choose takes a version of one day.
func (p *Page) choose(d platform.Day, version pick) {
	p.merge.picks[d] = version
	if p.misses > 0 {
		p.merge.missed = p.merge.missing()
	}
}

// saveMerged saves the week with what was chosen.
func (p *Page) saveMerged(ctx app.Context) {
	if p.merge.missed = p.merge.missing(); len(p.merge.missed) > 0 {
		p.misses++
		return
	}
	p.model.Rebase(p.merge)
	p.merge = nil
	if !p.model.Dirty() {
		p.edited(text.T("hours.said.dropped"))
		return
	}
	p.edited("")
	p.save(ctx)
}

// backToMine goes on editing; the other version stays at hand.
func (p *Page) backToMine(app.Context) {
	theirs := p.merge.theirs
	p.newer, p.merge = &theirs, nil
}

// conflict shows both versions and asks for one, day by day.
func (p *Page) conflict() app.UI {
	g := p.merge
	return app.Div().Class("stack").Body(
		app.If(len(g.missed) > 0, func() app.UI {
			var items []components.ErrorItem
			for _, d := range g.missed {
				items = append(items, components.ErrorItem{
					Target: mineID(d), Text: text.T("hours.of.day", text.Day(d), text.T("hours.clash.need")),
				})
			}
			return &components.ErrorSummary{ID: "conflict-summary", Title: text.T("form.problem"), Items: items, Focus: p.misses}
		}),
		app.Section().Class("card").ID("conflict").Aria("labelledby", mergeTitle).Body(
			app.H2().ID(mergeTitle).TabIndex(-1).Text(text.T("hours.clash")),
			app.P().Text(text.T("hours.clash.text")),
			app.Div().Class("hours-clashes").Body(app.Range(g.clash).Slice(func(i int) app.UI {
				d := g.clash[i]
				need := ""
				if slices.Contains(g.missed, d) {
					need = text.T("hours.clash.need")
				}
				return &clash{
					Page: p, Day: d, Pick: g.picks[d], Need: need,
					Was:    text.T("hours.clash.was", dayOf(p.model.base.Day(d)).words()),
					Mine:   p.model.week[d].words(),
					Theirs: dayOf(canonical(&g.theirs).Day(d)).words(),
				}
			})),
			p.settled(text.T("hours.clash.taken"), g.taken, weekOf(canonical(&g.theirs))),
			p.settled(text.T("hours.clash.kept"), g.kept, p.model.week),
			app.Div().Class("row").Body(
				&components.Button{ID: "conflict-save", Label: text.T("hours.clash.save"), Kind: components.KindGo, OnClick: p.saveMerged},
				&components.Button{ID: "conflict-back", Label: text.T("hours.clash.back"), Kind: components.KindBare, OnClick: p.backToMine},
			),
		),
	)
}

// settled lists the days that need no choice.
func (p *Page) settled(title string, days []platform.Day, from week) app.UI {
	return app.If(len(days) > 0, func() app.UI {
		return app.Div().Body(
			app.P().Class("soft").Text(title),
			app.Ul().Body(app.Range(days).Slice(func(i int) app.UI {
				return app.Li().Body(
					app.B().Text(text.Day(days[i])+" "),
					app.Span().Class("num").Text(from[days[i]].words()),
				)
			})),
		)
	})
}

// clash asks for one day's version.
type clash struct {
	app.Compo

	Page              *Page
	Day               platform.Day
	Pick              pick
	Need              string
	Was, Mine, Theirs string
}

// CompoID is the day.
func (c *clash) CompoID() string { return c.Day.Key() }

// Render draws both versions.
func (c *clash) Render() app.UI {
	return &components.Field{
		ID: "conflict-" + c.Day.Key(), Label: text.Day(c.Day), Hint: c.Was, Error: c.Need, Group: true,
		Body: func() []app.UI {
			return []app.UI{app.Div().Class("hours-versions").Body(
				c.version(mineID(c.Day), text.T("hours.clash.mine"), c.Mine, pickMine, c.pickMine),
				c.version(theirsID(c.Day), text.T("hours.clash.theirs"), c.Theirs, pickTheirs, c.pickTheirs),
			)}
		},
	}
}

func (c *clash) version(id, whose, words string, is pick, choose func(app.Context)) app.UI {
	return app.Label().Class("hours-version").DataSet("missing", flag(c.Need != "")).Body(
		&components.Radio{ID: id, Name: "conflict-" + c.Day.Key(), On: c.Pick == is, OnChoose: choose},
		app.Span().Body(
			app.B().Text(whose+" "),
			app.Span().Class("num").Text(words),
		),
	)
}

func (c *clash) pickMine(app.Context) { c.Page.choose(c.Day, pickMine) }

func (c *clash) pickTheirs(app.Context) { c.Page.choose(c.Day, pickTheirs) }

// flag is the value of an attribute that is left out when it doesn't hold.
func flag(holds bool) string {
	if holds {
		return "true"
	}
	return ""
}
