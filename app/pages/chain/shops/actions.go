package shops

import (
	"encoding/json"
	"slices"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/backend"
	"github.com/shopdesk/shopdesk/app/device"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/chain/runs/wizard"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
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
	p.State.SetShopsView(k.write())
}

// looks makes a control's handler, which changes how the list is looked at.
func looks[T any](p *Page, change func(*look, T)) func(app.Context, T) {
	return func(_ app.Context, v T) {
		k := p.look
		change(&k, v)
		p.show(k)
	}
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

func (p *Page) showAll(ctx app.Context) {
	p.show(p.look.whole())
	components.FocusID(ctx, fieldFind)
}

// tickAll ticks all that are listed, or unticks them.
func (p *Page) tickAll(_ app.Context, on bool) { p.chosen.set(p.ids, on) }

func (p *Page) tickNone(ctx app.Context) {
	p.chosen.none()
	components.FocusID(ctx, fieldFind)
}

// ticked are the shops that are ticked, in the order of their names.
func (p *Page) ticked() (ids []int64) {
	for i := range p.table.entries {
		if id := p.table.entries[i].shop.ShopID; p.chosen.ids[id] {
			ids = append(ids, id)
		}
	}
	return ids
}

// change goes on to the page that changes many shops.
func (p *Page) change(ctx app.Context) { wizard.For(ctx, p.Deps, p.ticked(), api.Change{}, "") }

// pause asks about pausing or resuming the shops that are ticked.
func (p *Page) pause(ctx app.Context) { ctx.NewActionWithValue(state.ActionPauseMany, p.ticked()) }

// export hands out what is listed as a file: what is ticked among it, if
// anything is.
func (p *Page) export(ctx app.Context) {
	list := p.list
	if p.chosen.among(p.ids) > 0 {
		unticked := func(i int) bool { return !p.chosen.ids[p.table.entries[i].shop.ShopID] }
		list = slices.DeleteFunc(slices.Clone(list), unticked)
	}
	device.Download(ctx, "shops.csv", "text/csv;charset=utf-8", p.table.csv(list, p.table.shown(p.look), p.clock()))
	p.Toast(ctx, text.N("shops.csv.done", len(list)))
}

func (p *Page) again(ctx app.Context) {
	p.State.SetListErr(nil)
	p.Read(ctx)
}

func (p *Page) openForm(ctx app.Context) {
	p.adding.open = true
	components.FocusID(ctx, fieldIDs)
}

// closeForm closes the form. What was typed stays.
func (p *Page) closeForm(ctx app.Context) {
	a := &p.adding
	*a = adding{ids: a.ids, zone: a.zone, busy: a.busy, sent: a.sent}
	components.FocusID(ctx, buttonAdd)
}

func (p *Page) typeIDs(_ app.Context, v string) {
	p.adding.open, p.adding.ids = true, v // open also once another person has added shops
	shops, _ := p.State.Shops()
	p.adding.check(shops)
}

func (p *Page) submit(app.Context) {
	shops, _ := p.State.Shops()
	p.adding.zone = p.zone()
	request, ok := p.adding.submit(shops)
	if !ok {
		return
	}
	p.add(request)
}

// add adds shops. They are listed, too, when the form was closed before the server's answer; a failure opens the form.
func (p *Page) add(request api.AddShops) {
	call, typed := backend.AddShops.To(p.Backend, request), p.adding.ids
	pages.Send(p.ctx, &p.calls, call, func(ctx app.Context, answer api.Shops, err error) {
		if err != nil {
			p.adding.open = true
			p.adding.failed(err)
			p.Read(ctx) // some may be there: an answer was lost now, or before
			return
		}
		if p.adding.busy = false; p.adding.ids == typed { // else others are typed
			p.adding = adding{}
		}
		p.State.SetShops(answer.Spread())
		p.refresh()
		p.line.Reload() // the new ones' rows
		p.Changed(ctx)
		ctx.NewAction(state.ActionRead) // with the first shops there is something to listen to
		p.Toast(ctx, text.N("shops.add.done", len(request.ShopIDs)))
	})
}
