package runs

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/chain/diff"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
)

// dialog asks before a run is cancelled, undone, tried again or begun early.
func (p *One) dialog() app.UI {
	var run api.Run
	if p.run != nil {
		run = p.run.Run
	}
	q := question("run-ask", run, api.RunAct(p.asking))
	q.Close, q.Go.OnClick = pages.Set(&p.asking, ""), p.yes
	switch p.asking {
	case actUndo:
		n := p.changed() - run.Undone
		q.Title, q.Go.Label = text.N("runs.ask.back", n), back(run)
		if run.Back {
			q.Title = text.T("edit.of", back(run), run.Name)
		}
		q.Text = text.N("runs.ask.back.text", n)
		q.Body = pages.Paragraphs(p.since.words(p.ShopName))
	case actRepeat:
		n := again(run)
		q.Title, q.Text, q.Go.Label = text.N("runs.ask", n), text.N("runs.ask.now", n, title(run)), p.repeat()
	}
	return q.Dialog()
}

// question asks before an act on a run, "" for none.
func question(id string, run api.Run, act api.RunAct) pages.Question {
	q := pages.Question{
		ID: id, Open: act != "", Keep: text.T("activity.back.leave"),
		Go: components.Button{ID: id + "-go", Kind: components.KindGo},
	}
	switch c := run.Counts; act { //nolint:exhaustive // the others aren't asked about
	case api.RunActCancel:
		q.Title, q.Go.Label, q.Go.Kind = text.T("runs.ask.cancel"), text.T("runs.stop"), components.KindStop
		q.Text = text.N("runs.ask.cancel.text", c.Waiting+c.Working)
		if c.Done > 0 {
			q.Body = pages.Paragraphs([]string{text.N("runs.ask.cancel.done", c.Done)})
		}
	case api.RunActNow:
		q.Title, q.Go.Label = text.N("runs.ask", total(c)), text.T("runs.now")
		q.Text = text.N("runs.ask.now", total(c), title(run))
		q.Body = func() []app.UI { return []app.UI{diff.More(said(run), saidFew)} }
	}
	return q
}
