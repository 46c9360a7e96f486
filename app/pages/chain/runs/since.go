package runs

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/backend"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/chain/runs/wizard"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
)

// since is which of a run's shops somebody has changed after it, as far as our
// own records know: those in which the same change would do something again.
type since struct {
	known   bool
	changed []int64
	readAt  int64 // how old the oldest record is, 0 if it is older than the run's end
}

// sinceOf reads a preview of the run's own change in the shops that it changed.
func sinceOf(p *api.Preview, endedAt int64) since {
	s := since{known: true}
	if at := wizard.Oldest(p); at >= endedAt {
		s.readAt = at
	}
	for _, shop := range p.Shops {
		if shop.Verdict == api.VerdictChanges || shop.Verdict == api.VerdictBroken {
			s.changed = append(s.changed, shop.ShopID)
		}
	}
	return s
}

// named is how many shops are named.
const named = 12

// words say which shops an undo would leave.
func (s since) words(name func(int64) string) []string {
	rule := text.T("runs.ask.back.since")
	switch {
	case !s.known, len(s.changed) == 0 && s.readAt == 0:
		return []string{rule}
	case len(s.changed) == 0:
		return []string{rule, text.T("runs.ask.back.none", text.When(s.readAt))}
	}
	return []string{rule, text.N("runs.ask.back.left", len(s.changed), pages.SomeShops(s.changed, named, name))}
}

// askUndo asks before the run is taken back, unless that was done elsewhere meanwhile: no news of another run tells of
// this one.
func (p *One) askUndo(app.Context) {
	p.readThen(func() {
		if !p.undoable() {
			components.FocusID(p.ctx, pages.HeadingID)
			return
		}
		p.asking, p.since = actUndo, since{}
		p.lookSince()
	})
}

// lookSince finds out which shops an undo would leave. What an undo has done is no change that can be looked at, nor is
// a pause until the next opening, which may be another one by now.
func (p *One) lookSince() {
	request := api.AskPreview{Change: p.run.Change}
	var pause api.ChangePause
	if request.Change.Pause != nil {
		pause = *request.Change.Pause
		pause.Minutes = 0 // it ends when it does, not so long after this look
		request.Change.Pause = &pause
	}
	if p.run.UndoOf != "" || pause.Opening {
		return
	}
	for _, s := range p.run.Shops {
		if s.State == api.RunShopDone && !s.Undone {
			request.Shops = append(request.Shops, strconv.FormatInt(s.ShopID, 10))
		}
	}
	pages.Load(p.ctx, &p.looks, backend.PreviewRun.To(p.Backend, request),
		func(_ app.Context, answer *api.Preview, err error) {
			if err == nil { // without it the rule is said, and the result names them
				p.since = sinceOf(answer, p.run.EndedAt)
			}
		})
}
