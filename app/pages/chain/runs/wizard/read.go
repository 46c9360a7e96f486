package wizard

import (
	"slices"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/backend"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/internal/api"
)

// readRoster reads groups and how the shops stand. Shops can be chosen without.
func (p *Page) readRoster(app.Context) {
	p.rosterErr = nil
	pages.LoadRoster(p.ctx, p.Deps, &p.rosters, func(_ app.Context, roster *api.Roster, err error) {
		if p.rosterErr = err; err == nil {
			p.State.SetRoster(roster)
			p.roster = roster
			p.list = newListing(p.listed, roster)
		}
	})
}

// readTemplates reads what the change can be filled in from.
func (p *Page) readTemplates(app.Context) {
	pages.Load(p.ctx, new(pages.Generation), backend.Templates.From(p.Backend),
		func(_ app.Context, answer *api.Templates, err error) {
			if err == nil {
				p.templates = answer.Templates
			}
		})
}

// preview asks what the change would do.
func (p *Page) preview(ctx app.Context) {
	p.unlook()
	p.lookAgain(ctx)
}

// lookAgain has the last preview stay until the next one comes: the run's time is typed under it.
func (p *Page) lookAgain(app.Context) {
	at, _ := p.w.When.at(p.clock())
	p.lookAt, p.lookErr = at, nil
	request := api.AskPreview{Shops: pages.ShopTexts(p.w.Shops), Change: p.w.change(p.clock()), At: at}
	pages.Load(p.ctx, &p.looks, backend.PreviewRun.To(p.Backend, request),
		func(_ app.Context, answer *api.Preview, err error) {
			if p.lookErr = err; err != nil {
				return
			}
			chosen := p.w.Shops.set() // some may have been taken out meanwhile
			answer.Shops = slices.DeleteFunc(answer.Shops, func(s api.PreviewShop) bool { return !chosen[s.ShopID] })
			p.look = &outlook{Preview: *answer, at: at, names: p.searched}
			p.spoken = text.N("runs.preview.said", len(p.look.taking()))
		})
}

// searched is what a search looks at in a shop, folded.
func (p *Page) searched(id int64) string { return p.list.hay[id] }
