package photo

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/device"
)

// listen takes pictures that are pasted, or dropped anywhere on the page: a
// drop that misses must not lead away from it.
func (p *Page) listen() (stops []func()) {
	return []func(){
		device.Listen("paste", func(e app.Value) { p.take(e, e.Get("clipboardData")) }),
		device.Listen("drop", func(e app.Value) { p.take(e, e.Get("dataTransfer")) }),
		device.Listen("dragover", p.hover), device.Listen("dragleave", p.leave),
	}
}

// take opens the first file that an event brings. Text goes where it belongs.
func (p *Page) take(e, data app.Value) {
	if !data.Truthy() || data.Get("files").Length() == 0 {
		return
	}
	e.Call("preventDefault")
	file := data.Get("files").Index(0)
	p.ctx.Dispatch(func(ctx app.Context) {
		p.over = false
		if p.takes() && !p.secluded() {
			p.open(ctx, file)
		}
	})
}

func (p *Page) hover(e app.Value) {
	data := e.Get("dataTransfer")
	if !data.Truthy() || !data.Get("types").Call("includes", "Files").Bool() {
		return
	}
	e.Call("preventDefault")
	if !p.over {
		p.ctx.Dispatch(func(app.Context) { p.over = true })
	}
}

// leave hears of every element that is left; only the last one is the window.
func (p *Page) leave(e app.Value) {
	if !e.Get("relatedTarget").Truthy() {
		p.ctx.Dispatch(func(app.Context) { p.over = false })
	}
}
