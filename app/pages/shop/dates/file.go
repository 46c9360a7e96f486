package dates

import (
	"errors"
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/device"
	"github.com/shopdesk/shopdesk/app/pages/shop/dates/ics"
	"github.com/shopdesk/shopdesk/app/state"
)

// chooseFile reads the chosen calendar file. The choice is forgotten at once,
// so that the same file can be chosen again.
func (p *Page) chooseFile(ctx app.Context, _ app.Event) {
	input := ctx.JSSrc()
	file := input.Get("files").Index(0)
	if !file.Truthy() {
		return
	}
	if file.Get("size").Int() > ics.MaxBytes {
		p.bringing = &bringing{err: errLarge}
		return
	}
	file.Call("text").Then(func(content app.Value) {
		words := content.String()
		p.ctx.Dispatch(func(app.Context) { p.offer(words) })
	})
	input.Set("value", "")
}

// offer reads a calendar file and opens the choice.
func (p *Page) offer(words string) {
	calendar, err := ics.Read(words, ics.ReadOptions{Zone: p.model.at.zone, Lookup: state.ZoneOf})
	if errors.Is(err, ics.ErrTooLarge) {
		err = errLarge
	}
	p.bringing = &bringing{offered: p.model.Offer(calendar.Events, p.today()), skipped: calendar.Skipped, err: err}
}

// export hands the list to the browser as a file to keep.
func (p *Page) export(app.Context) {
	shop, _ := p.Deps.State.Shop(p.Deps.Route.ShopID)
	id := strconv.FormatInt(p.Deps.Route.ShopID, 10)
	content := ics.Write(p.model.Events(), ics.WriteOptions{Name: state.DisplayName(shop), Host: id + ".shopdesk", Now: p.Deps.State.Now()})
	device.Download(p.ctx, "special-dates-"+id+".ics", "text/calendar;charset=utf-8", content)
}
