package shops

import (
	"context"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
)

func (p *Page) find(_ app.Context, query string) { p.query = query }

func (p *Page) showAll(ctx app.Context) {
	p.query = ""
	components.FocusID(ctx, fieldFind)
}

func (p *Page) again(ctx app.Context) {
	p.Deps.State.SetListErr(nil)
	p.Deps.Read(ctx)
}

func (p *Page) openForm(ctx app.Context) {
	p.adding.open = true
	components.FocusID(ctx, fieldIDs)
}

func (p *Page) closeForm(ctx app.Context) {
	p.calls.Drop()
	p.adding = adding{}
	components.FocusID(ctx, buttonAdd)
}

func (p *Page) typeIDs(_ app.Context, v string) {
	p.adding.ids = v
	shops, _ := p.Deps.State.Shops()
	p.adding.check(shops)
}

func (p *Page) chooseZone(_ app.Context, v string) { p.adding.zone = v }

func (p *Page) submit(_ app.Context, e app.Event) {
	e.PreventDefault()
	shops, _ := p.Deps.State.Shops()
	p.adding.zone = p.zone()
	request, ok := p.adding.submit(shops)
	if !ok {
		return
	}
	pages.Load(p.ctx, &p.calls, func(c context.Context) ([]api.Shop, error) {
		return p.Deps.Backend.AddShops(c, request)
	}, p.added)
}

func (p *Page) added(ctx app.Context, shops []api.Shop, err error) {
	if err != nil {
		p.adding.failed(err)
		return
	}
	count := len(p.adding.sent)
	p.adding = adding{}
	p.Deps.State.SetShops(shops)
	p.Deps.Changed(ctx)
	p.Deps.Toast(ctx, text.N("shops.add.done", count))
}
