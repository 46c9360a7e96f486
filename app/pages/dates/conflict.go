package dates

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
)

const mergeTitle = "conflict-title"

func clashID(i int, whose string) string { return "conflict-" + strconv.Itoa(i) + "-" + whose }

// entryText is an entry in one line.
func entryText(it item) string { return text.T("dates.clash.one", title(it), hoursText(it)) }

// conflict shows both versions and asks for one, entry by entry.
func (p *Page) conflict() app.UI {
	g := p.merge
	var missing []components.ErrorItem
	for i, c := range g.clashes {
		if g.missed && c.pick == pickNone {
			missing = append(missing, components.ErrorItem{
				Target: clashID(i, "mine"), Text: text.T("dates.of", c.title(), text.T("dates.clash.need")),
			})
		}
	}
	return app.Div().Class("stack").Body(
		app.If(len(missing) > 0, func() app.UI {
			return &components.ErrorSummary{ID: "conflict-summary", Title: text.T("form.problem"), Items: missing, Focus: p.misses}
		}),
		app.Section().Class("card").ID("conflict").Aria("labelledby", mergeTitle).Body(
			app.H2().ID(mergeTitle).TabIndex(-1).Text(text.T("dates.clash")),
			app.P().Text(text.T("dates.clash.text")),
			app.Div().Class("dates-clashes").Body(app.Range(g.clashes).Slice(func(i int) app.UI {
				return newClashLine(i, g, p.choose)
			})),
			settledChanges(text.T("dates.clash.taken"), g.taken),
			settledChanges(text.T("dates.clash.kept"), g.kept),
			app.Div().Class("row").Body(
				&components.Button{ID: "conflict-save", Label: text.T("dates.clash.save"), Kind: components.KindGo, OnClick: p.saveMerged},
				&components.Button{ID: "conflict-back", Label: text.T("dates.clash.back"), Kind: components.KindBare, OnClick: p.backToMine},
			),
		),
	)
}

// settledChanges lists what needs no choice.
func settledChanges(title string, changes []change) app.UI {
	return app.If(len(changes) > 0, func() app.UI {
		return app.Div().Body(
			app.P().Class("soft").Text(title),
			app.Ul().Body(app.Range(changes).Slice(func(i int) app.UI {
				c := changes[i]
				if c.now == nil {
					return app.Li().Text(text.T("dates.clash.put", entryText(*c.was)))
				}
				return app.Li().Text(entryText(*c.now))
			})),
		)
	})
}

// title names a clash by the dates that it is about.
func (c clash) title() string {
	if c.mine[0].was != nil {
		return title(*c.mine[0].was)
	}
	return title(*c.mine[0].now)
}

// clashLine asks for one version of some entries.
type clashLine struct {
	app.Compo

	Index             int
	Title             string
	Pick              pick
	Need              string
	Was, Mine, Theirs []string
	OnChoose          func(i int, version pick)
}

func newClashLine(i int, g *merge, choose func(int, pick)) *clashLine {
	c := g.clashes[i]
	l := &clashLine{Index: i, Title: c.title(), Pick: c.pick, OnChoose: choose}
	if g.missed && c.pick == pickNone {
		l.Need = text.T("dates.clash.need")
	}
	told := map[int]bool{}
	for _, one := range append(c.mine[:len(c.mine):len(c.mine)], c.theirs...) {
		if one.was != nil && !told[one.was.ID] {
			told[one.was.ID] = true
			l.Was = append(l.Was, text.T("dates.clash.was", entryText(*one.was)))
		}
	}
	if len(l.Was) == 0 {
		l.Was = []string{text.T("dates.clash.was.no")}
	}
	l.Mine = sideText(c.mine, text.T("dates.clash.gone"), entryText)
	l.Theirs = sideText(c.theirs, text.T("dates.clash.gone"), entryText)
	return l
}

// CompoID is the clash's place.
func (l *clashLine) CompoID() string { return strconv.Itoa(l.Index) }

// Render draws both versions.
func (l *clashLine) Render() app.UI {
	return &components.Field{
		ID: "conflict-" + strconv.Itoa(l.Index), Label: l.Title, Error: l.Need, Group: true,
		Body: func() []app.UI {
			return []app.UI{
				app.Div().Class("hint").Body(app.Range(l.Was).Slice(func(i int) app.UI { return app.P().Text(l.Was[i]) })),
				app.Div().Class("dates-versions").Body(
					l.version("mine", "dates.clash.mine", l.Mine, pickMine, l.pickMine),
					l.version("theirs", "dates.clash.theirs", l.Theirs, pickTheirs, l.pickTheirs),
				),
			}
		},
	}
}

func (l *clashLine) version(whose, key string, lines []string, is pick, choose func(app.Context)) app.UI {
	return app.Label().Class("dates-version").Body(
		&components.Radio{ID: clashID(l.Index, whose), Name: "conflict-" + strconv.Itoa(l.Index), On: l.Pick == is, Invalid: l.Need != "", OnChoose: choose},
		app.Span().Body(app.Range(lines).Slice(func(i int) app.UI { return app.P().Text(text.T(key, lines[i])) })),
	)
}

func (l *clashLine) pickMine(app.Context) { l.OnChoose(l.Index, pickMine) }

func (l *clashLine) pickTheirs(app.Context) { l.OnChoose(l.Index, pickTheirs) }
