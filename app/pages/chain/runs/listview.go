package runs

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/stepup"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
)

// Render draws the list.
func (p *List) Render() app.UI {
	all := p.all()
	found := like(all, p.query)
	return app.Div().Class("stack").Body(
		app.Div().Class("head").Body(
			app.Div().Body(
				app.H1().ID(pages.HeadingID).TabIndex(-1).Text(text.T("runs.title")),
				app.P().Class("soft").Text(text.T("runs.intro")),
			),
			&components.Link{ID: "runs-new", Href: p.Deps.Href(New), Label: text.T("runs.new"), Icon: components.IconPlus, Kind: components.LinkButton, Button: components.KindGo},
		),
		components.Maybe(p.err != nil, func() app.UI { return pages.FailureNote(text.T("runs.list.failed"), p.err, p.read) }),
		components.Maybe(p.actErr != nil, func() app.UI { return pages.FailureNote(text.T("runs.steer.failed"), p.actErr, nil) }),
		components.Maybe(p.status == pages.Loading, func() app.UI {
			return &components.Card{Body: func() []app.UI { return []app.UI{&components.Skeleton{Label: text.T("loading"), Rows: 6}} }}
		}),
		components.Maybe(p.status == pages.Loaded && len(p.runs) == 0, func() app.UI {
			return &components.Card{Body: func() []app.UI {
				return []app.UI{&components.Empty{Icon: components.IconShops, Title: text.T("runs.empty"), Text: text.T("runs.empty.text")}}
			}}
		}),
		components.Maybe(len(all) > 0, func() app.UI { return p.list(found, len(all)) }),
		p.dialog(),
		stepup.Dialog(p.Deps, &p.guard),
	)
}

// many is from how many runs on they can be searched.
const many = 6

func (p *List) list(found []api.Run, of int) app.UI {
	return &components.Card{Flush: true, Body: func() []app.UI {
		return []app.UI{
			components.Maybe(of > many, func() app.UI {
				return app.Div().Class("apply-filters").Role("search").Body(
					&components.TextField{ID: "runs-find", Label: text.T("runs.find"), Type: "search", Autocomplete: "off", Value: p.query, OnInput: p.find},
				)
			}),
			components.Maybe(len(found) == 0, func() app.UI {
				return &components.Empty{Icon: components.IconSearch, Title: text.T("runs.none"), Action: func() []app.UI {
					return []app.UI{&components.Button{Label: text.T("shops.none.clear"), OnClick: p.clear}}
				}}
			}),
			&components.LongList{ID: "runs-list", Label: text.T("runs.title"), Count: len(found), Row: func(i int) app.UI {
				return &runRow{List: p, Run: found[i], Href: p.Deps.Href(At(found[i].ID)), Busy: p.busy == found[i].ID}
			}},
			components.Maybe(p.addErr != nil, func() app.UI { return pages.FailureNote(text.T("runs.list.failed"), p.addErr, nil) }),
			components.Maybe(p.more != 0, func() app.UI {
				return app.Div().Class("runs-more").Body(&components.Button{ID: "runs-more", Label: text.T("activity.more"), Busy: p.adding, OnClick: p.readOlder})
			}),
		}
	}}
}

// runRow is one run of the list.
type runRow struct {
	app.Compo

	List *List
	Run  api.Run
	Href string
	Busy bool
}

// CompoID is the run.
func (r *runRow) CompoID() string { return "run-" + r.Run.ID }

// Render draws the run with its state and its counts.
func (r *runRow) Render() app.UI {
	run := r.Run
	return app.Div().ID("%s", r.CompoID()).Class("runs-row").Body(
		app.Div().Class("runs-words").Body(
			app.B().Dir("auto").Body(&components.Link{Href: r.Href, Label: run.Name}),
			app.P().Class("soft", "small").Text(story(run)),
		),
		app.Div().Class("runs-state").Body(
			app.Div().Class("row").Body(append(tags(run), statePill(run))...),
			app.P().Class("small", "num").Text(countWords(run.Counts)),
		),
		components.Maybe(run.Mine && run.State == api.RunScheduled, func() app.UI {
			return app.Div().Class("row").Body(
				&components.Button{ID: r.CompoID() + "-now", Label: text.T("runs.now"), Busy: r.Busy, OnClick: r.now},
				&components.Button{ID: r.CompoID() + "-cancel", Label: text.T("runs.stop"), Kind: components.KindBare, OnClick: r.cancel},
			)
		}),
	)
}

func (r *runRow) now(app.Context)    { r.List.ask(r.Run, api.RunActNow) }
func (r *runRow) cancel(app.Context) { r.List.ask(r.Run, api.RunActCancel) }

// dialog asks before a scheduled run begins early or is called off.
func (p *List) dialog() app.UI {
	n := total(p.asking.run.Counts)
	title, words, label, kind := text.N("runs.ask", n), text.N("runs.ask.now", n, p.asking.run.Name), text.T("runs.now"), components.KindGo
	if p.asking.act == api.RunActCancel {
		title, words, label, kind = text.T("runs.ask.cancel"), text.N("runs.ask.cancel.text", n), text.T("runs.stop"), components.KindStop
	}
	return &components.Dialog{
		ID: "runs-ask", Title: title, Open: p.asking.act != "", CloseLabel: text.T("action.close"), OnClose: p.no,
		Body: func() []app.UI { return []app.UI{app.P().Text(words)} },
		Actions: func() []app.UI {
			return []app.UI{
				&components.Button{Label: text.T("runs.ask.no"), Kind: components.KindBare, OnClick: p.no},
				&components.Button{ID: "runs-ask-go", Label: label, Kind: kind, OnClick: p.yes},
			}
		},
	}
}
