package runs

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/chain/runs/wizard"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
)

// Render draws the list.
func (p *List) Render() app.UI {
	all := p.all()
	found := components.Holding(all, p.query, func(r api.Run) string { return title(r) + "\n" + r.By })
	return pages.Stack(
		pages.Titled(text.T("nav.runs"), text.T("runs.intro"), &components.Link{
			ID: "runs-new", Href: p.Href(wizard.Place), Label: text.T("runs.new"), Icon: components.IconPlus,
			Kind: components.LinkButton, Button: components.KindGo,
		}),
		p.reads.Note(6, text.T("edit.failed")),
		pages.MaybeFailure(text.T("runs.steer.failed"), p.act.Err, nil),
		components.Shown(p.reads.Known && len(p.runs) == 0,
			pages.EmptyCard(components.IconShops, text.T("runs.empty"), text.T("runs.empty.text"))),
		components.Maybe(len(all) > 0, func() app.UI { return p.list(found, len(all)) }),
		p.dialog(),
	)
}

// many is from how many runs on they can be searched.
const many = 6

func (p *List) list(found []api.Run, of int) app.UI {
	return components.Card{Flush: true}.With(
		components.Shown(of > many || p.query != "", pages.Div("apply-filters", pages.Search("runs-find",
			text.T("runs.find"), &p.query)).Role("search")),
		pages.NoneFit(len(found), text.T("runs.none"), text.T("runs.all"), p.clear),
		&components.LongList{ID: "runs-list", Label: text.T("nav.runs"), Count: len(found), Row: func(i int) app.UI {
			id := "run-" + found[i].ID
			return &pages.Keyed{Key: id, Draw: func() app.UI { return p.row(id, found[i]) }}
		}},
		pages.MaybeFailure(text.T("edit.failed"), p.addErr, p.readOlder),
		components.Shown(p.more != 0, pages.Div("runs-more",
			&components.Button{ID: "runs-more", Label: text.T("activity.more"), Busy: p.adding, OnClick: p.readOlder},
		)),
	)
}

// row is one run with its state and its counts.
func (p *List) row(id string, run api.Run) app.UI {
	return app.Div().ID("%s", id).Class("runs-row").Body(
		pages.Div("runs-words",
			app.B().Dir("auto").Body(&components.Link{Href: p.Href(At(run.ID)), Label: title(run)}),
			pages.SoftSmall(story(run)),
		),
		pages.Div("runs-state",
			pages.Row(append(tags(run), statePill(run))...),
			pages.P("small num", countWords(run.Counts)),
		),
		components.Shown(run.Mine && run.State == api.RunScheduled, pages.Row(
			&components.Button{
				ID: id + "-now", Label: text.T("runs.now"), Busy: p.act.Busy == run.ID,
				OnClick: pages.Set(&p.asking, ask{run, api.RunActNow}),
			},
			&components.Button{
				ID: id + "-cancel", Label: text.T("runs.stop"), Kind: components.KindBare,
				OnClick: pages.Set(&p.asking, ask{run, api.RunActCancel}),
			},
		)),
	)
}

// dialog asks before a scheduled run begins early or is called off.
func (p *List) dialog() app.UI {
	q := question("runs-ask", p.asking.run, p.asking.act)
	q.Close, q.Go.OnClick = pages.Set(&p.asking, ask{}), p.steer
	return q.Dialog()
}
