package shops

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/app/device"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
)

const (
	minute    = int64(time.Minute / time.Millisecond)
	sweeps    = 30 * minute // the server reads each shop about so often
	keepAfter = 3 * time.Second
)

// rowsOf are the rows that events tell.
func rowsOf(events []api.LiveEvent) (rows []api.RosterShop) {
	for _, e := range events {
		var row api.RosterShop
		if e.Kind == api.LiveRoster && json.Unmarshal(e.Data, &row) == nil {
			rows = append(rows, row)
		}
	}
	return rows
}

// show looks at the list otherwise, and remembers how.
func (p *Page) show(k look) {
	p.find(k)
	p.Deps.State.SetShopsView(k.write())
}

func (p *Page) typeFind(_ app.Context, v string) {
	k := p.look
	k.Find = v
	p.show(k)
}

func (p *Page) chooseStanding(_ app.Context, v string) {
	k := p.look
	k.Standing = api.Standing(v)
	p.show(k)
}

func (p *Page) chooseGroup(_ app.Context, v string) {
	k := p.look
	k.Group = v
	p.show(k)
}

func (p *Page) chooseOnly(_ app.Context, v string) {
	k := p.look
	k.Only = v
	p.show(k)
}

func (p *Page) chooseSort(_ app.Context, v string) {
	k := p.look
	k.Sort, k.Down = column(v), false
	p.show(k)
}

func (p *Page) turnSort(_ app.Context, down bool) {
	k := p.look
	k.Down = down
	p.show(k)
}

// sortBy sorts by a column; by the one it is sorted by, the other way round.
func (p *Page) sortBy(c column) {
	k := p.look
	k.Down = k.Sort == c && !k.Down
	k.Sort = c
	p.show(k)
}

func (p *Page) showColumn(c column, on bool) {
	k := p.look
	k.Columns = toggled(p.table.shown(k), c, on)
	p.show(k)
	p.settle(p.ctx) // cards have another height now
}

func (p *Page) openFilters(app.Context) { p.filtering = !p.filtering }

func (p *Page) showAll(ctx app.Context) {
	p.show(p.look.whole())
	components.FocusID(ctx, fieldFind)
}

// tickAll ticks all that are listed, or unticks them.
func (p *Page) tickAll(_ app.Context, on bool) { p.chosen.set(p.ids, on) }

func (p *Page) tickNone(ctx app.Context) {
	p.chosen = chosen{}
	components.FocusID(ctx, fieldFind)
}

// ticked are the shops that are ticked, in the order of their names.
func (p *Page) ticked() (ids []int64) {
	for i := range p.table.lines {
		if id := p.table.lines[i].shop.ShopID; p.chosen.ids[id] {
			ids = append(ids, id)
		}
	}
	return ids
}

// change goes on to the page that changes many shops.
func (p *Page) change(ctx app.Context) {
	p.Deps.State.SetChosen(p.ticked())
	p.Deps.Go(ctx, routes.Route{Page: routes.Runs, Rest: "new"})
}

// export hands out what is listed as a file: what is ticked among it, if
// anything is.
func (p *Page) export(ctx app.Context) {
	list := p.list
	if p.chosen.among(p.ids) > 0 {
		list = slices.DeleteFunc(slices.Clone(list), func(i int) bool { return !p.chosen.ids[p.table.lines[i].shop.ShopID] })
	}
	device.Download(ctx, "shops.csv", "text/csv;charset=utf-8", p.table.csv(list, p.table.shown(p.look), p.clock()))
	p.Deps.Toast(ctx, text.N("shops.csv.done", len(list)))
}

func (p *Page) again(ctx app.Context) {
	p.Deps.State.SetListErr(nil)
	p.Deps.Read(ctx)
}

func (p *Page) readAgain(app.Context) { p.line.Reload() }

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
	p.refresh()
	p.line.Reload() // the new ones' rows
	p.Deps.Changed(ctx)
	p.Deps.Toast(ctx, text.N("shops.add.done", count))
}
