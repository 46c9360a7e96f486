package shops

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/components"
)

// page is how many rows Page Up and Page Down go.
const page = 10

// clicked hears of every press in the list: on a row's box it ticks, with Shift
// all from the last one on.
func (p *Page) clicked(_ app.Context, e app.Event) {
	target := e.Get("target")
	shop, ok := shopAt(target)
	if !ok {
		return
	}
	p.cursor = shop
	shift := e.Get("shiftKey").Truthy()
	if components.Within(target, "a") || !shift && !components.Within(target, ".shops-tick") {
		return
	}
	if shift {
		p.chosen.through(shop, p.ids)
		app.Window().Call("getSelection").Call("removeAllRanges") // Shift has marked the words between
		return
	}
	p.chosen.toggle(shop)
}

// shopAt is the shop whose row an element is in.
func shopAt(target app.Value) (shop int64, ok bool) {
	if !target.Truthy() || !target.Get("closest").Truthy() {
		return 0, false
	}
	el := target.Call("closest", "[data-shop]")
	if !el.Truthy() {
		return 0, false
	}
	shop, err := strconv.ParseInt(el.Get("dataset").Get("shop").String(), 10, 64)
	return shop, err == nil
}

// pressed hears of every key in the rows.
func (p *Page) pressed(ctx app.Context, e app.Event) {
	shop, ok := shopAt(e.Get("target"))
	if !ok {
		ctx.PreventUpdate()
		return
	}
	at := p.position(shop)
	key, shift := e.Get("key").String(), e.Get("shiftKey").Truthy()
	command := e.Get("ctrlKey").Truthy() || e.Get("metaKey").Truthy()
	if next, moves := moved(key, at, len(p.ids)); moves && !command {
		e.PreventDefault()
		p.goTo(ctx, next, shift)
		return
	}
	switch {
	case key == " " && !command:
		e.PreventDefault()
		if shift {
			p.chosen.through(shop, p.ids)
		} else {
			p.chosen.toggle(shop)
		}
	case command && !shift && components.Letter(e) == "a":
		e.PreventDefault()
		p.tickAll(ctx, p.chosen.among(p.ids) < len(p.ids))
	case key == "Enter" && !command:
		e.PreventDefault()
		p.Go(ctx, routes.Route{Page: routes.Shop, ShopID: shop})
	default:
		ctx.PreventUpdate()
	}
}

// moved is where a key goes from a position in a list.
func moved(key string, at, count int) (next int, ok bool) {
	switch key {
	case "ArrowDown":
		next = at + 1
	case "ArrowUp":
		next = at - 1
	case "PageDown":
		next = at + page
	case "PageUp":
		next = at - page
	case "Home":
		next = 0
	case "End":
		next = count - 1
	default:
		return at, false
	}
	return max(0, min(next, count-1)), count > 0
}

// goTo gives a row the keyboard, drawing it first where it isn't; with ticking,
// what was done to the last one is done to all on the way.
func (p *Page) goTo(ctx app.Context, at int, ticking bool) {
	if ticking {
		if p.chosen.anchor == 0 || p.position(p.chosen.anchor) < 0 {
			p.chosen.anchor = p.cursor
		}
		if p.chosen.anchor != 0 && !p.chosen.ids[p.chosen.anchor] {
			p.chosen.set([]int64{p.chosen.anchor}, true)
		}
		p.chosen.through(p.ids[at], p.ids)
	}
	p.cursor = p.ids[at]
	p.sight.reveal(at)
	if at < p.sight.from || at >= p.sight.to {
		p.sight.at(at)
	}
	components.FocusID(ctx, rowID(p.cursor))
}

// scrolled draws the rows that have come into sight. The row that has the
// keyboard keeps it, while it can be seen: another one may take its place in the
// page.
func (p *Page) scrolled(ctx app.Context) {
	shop, inRows := shopAt(components.ActiveElement())
	height := p.sight.px
	if !p.sight.look() {
		ctx.PreventUpdate()
		return
	}
	switch at := p.position(shop); {
	case !inRows || at < 0:
	case p.sight.px != height: // each row stands elsewhere now
		p.goTo(ctx, at, false)
	case at >= p.sight.from && at < p.sight.to:
		ctx.Defer(func(app.Context) {
			if el := app.Window().GetElementByID(rowID(shop)); el.Truthy() {
				el.Call("focus", map[string]any{"preventScroll": true})
			}
		})
	}
}
