package dates

import (
	"errors"
	"strconv"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/ics"
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
	shop, _ := p.Deps.State.Shop(p.shopID())
	id := strconv.FormatInt(p.shopID(), 10)
	content := ics.Write(p.model.Events(), ics.WriteOptions{Name: state.DisplayName(shop), Host: id + ".shopdesk", Now: p.Deps.State.Now()})
	p.download("special-dates-"+id+".ics", "text/calendar;charset=utf-8", content)
}

// addressLife is how long a file's address lasts: some browsers read it only
// after the press.
const addressLife = time.Minute

func (p *Page) download(name, kind, content string) {
	if app.IsServer {
		return
	}
	window := app.Window()
	blob := window.Get("Blob").New([]any{content}, map[string]any{"type": kind})
	address := window.Get("URL").Call("createObjectURL", blob)
	link := window.Get("document").Call("createElement", "a")
	link.Set("href", address)
	link.Set("download", name)
	link.Call("click")
	p.ctx.After(addressLife, func(app.Context) { window.Get("URL").Call("revokeObjectURL", address) })
}
