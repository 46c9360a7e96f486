package dates

import (
	"context"
	"slices"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
)

// noticeID is the id of the notice.
const noticeID = "dates-notice"

// tell shows a notice, also to somebody who has scrolled down to the button.
func (p *Page) tell(n pages.Notice) {
	p.notice = n
	components.ShowID(p.ctx, noticeID)
}

// followNames takes what our server calls the entries, once it is news.
func (p *Page) followNames() {
	names, _ := p.Deps.State.DateNames(p.shopID())
	if p.model.loaded && !p.busy && !slices.Equal(names, p.model.names) {
		p.model.SetNames(names)
		p.keep()
	}
}

// named takes the names that our server has.
func (p *Page) named(names []api.DateName) {
	p.Deps.State.SetDateNames(p.shopID(), names)
	p.model.SetNames(names)
	if p.model.loaded {
		p.keep()
	}
	p.Deps.Changed(p.ctx)
}

// saveNames sends the names once the dates are saved, or when only they have
// changed.
func (p *Page) saveNames(a attempt, words string) {
	p.busy = true
	b, request := p.Deps.Backend, api.ChangeDateNames{ShopID: p.shopID(), Put: a.put, Drop: a.drop}
	pages.Load(p.ctx, &p.saves, func(c context.Context) ([]api.DateName, error) {
		return b.ChangeDateNames(c, request)
	}, func(_ app.Context, names []api.DateName, err error) {
		p.busy = false
		if err != nil {
			title, advice := text.Error(err)
			p.tell(pages.Notice{
				Tone: components.ToneBad, Title: text.T("error.both", text.T("dates.name.not"), title),
				Text: text.T("error.both", advice, text.T("dates.kept")), Action: text.T("action.again"), Do: p.save,
			})
			return
		}
		p.named(names)
		p.model.NamesSaved()
		p.tellSaved(a, words)
		components.FocusID(p.ctx, pages.HeadingID)
	})
}
