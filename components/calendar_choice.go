package components

import (
	"cmp"
	"math"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// How days are chosen by pointer, finger and assistive technology.

// dayOf is the date of the day that an element stands in, "" for none.
func dayOf(el app.Value) string {
	if !el.Truthy() {
		return ""
	}
	day := el.Call("closest", "[data-date]")
	if !day.Truthy() {
		return ""
	}
	return day.Call("getAttribute", "data-date").String()
}

// press begins a choice. The grid takes the pointer, so that the drag goes on
// wherever it leads.
func (c *Calendar) press(ctx app.Context, e app.Event) {
	date := dayOf(e.Get("target"))
	if date == "" || e.Get("button").Int() != 0 {
		return
	}
	ctx.JSSrc().Call("setPointerCapture", e.Get("pointerId"))
	c.dragging, c.lifted, c.shown = true, "", c.Days[0].Date
	if e.Get("shiftKey").Truthy() && c.First != "" {
		c.pick(ctx, c.from(), date)
		return
	}
	if c.OnTap != nil && e.Get("pointerType").String() == "touch" {
		c.tapped, c.over = date, date // it may become scrolling yet
		c.x, c.y = e.Get("clientX").Float(), e.Get("clientY").Float()
		return
	}
	c.pick(ctx, date, date)
}

// drag goes on with a choice, unless the press has turned the month: other days lie under the pointer then.
func (c *Calendar) drag(ctx app.Context, e app.Event) {
	if !c.dragging || c.shown != c.Days[0].Date {
		ctx.PreventUpdate()
		return
	}
	x, y := e.Get("clientX"), e.Get("clientY")
	under := document().Call("elementFromPoint", x, y)
	date := dayOf(under)
	scrolls := c.tapped != "" && math.Abs(y.Float()-c.y) >= math.Abs(x.Float()-c.x) // by touch-action
	if scrolls || date == "" || date == c.over || !ctx.JSSrc().Call("contains", under).Bool() {
		ctx.PreventUpdate()
		return
	}
	from := cmp.Or(c.tapped, c.anchor)
	c.tapped = ""
	c.pick(ctx, from, date)
}

// release ends a choice, which asks to be opened. A tap counts with the click that follows it: what opens sooner would
// get that click.
func (c *Calendar) release(ctx app.Context, e app.Event) {
	if c.lifted = c.tapped; c.lifted == "" && c.dragging && c.OnOpen != nil {
		c.OnOpen(ctx)
	}
	c.leave(ctx, e)
}

// leave ends what the pointer did; the browser scrolls with it from here on.
func (c *Calendar) leave(app.Context, app.Event) { c.tapped, c.dragging = "", false }

// click is the end of a tap, or a press without a pointer: assistive technology, or Enter.
func (c *Calendar) click(ctx app.Context, e app.Event) {
	if date := c.lifted; date != "" {
		c.lifted = ""
		c.OnTap(ctx, date)
		return
	}
	date := dayOf(e.Get("target"))
	if date == "" || e.Get("detail").Int() != 0 {
		return
	}
	if c.First == "" || date < c.First || date > c.Last {
		c.pick(ctx, date, date)
	}
	if c.OnOpen != nil {
		c.OnOpen(ctx)
	}
}

// from is where the present choice began. First and Last are a frame late when
// keys follow each other fast; what was picked last isn't.
func (c *Calendar) from() string { return cmp.Or(c.anchor, c.First) }

// OnUpdate forgets where the choice began when the owner has made another.
func (c *Calendar) OnUpdate(app.Context) {
	if min(c.anchor, c.over) != c.First || max(c.anchor, c.over) != c.Last {
		c.anchor = ""
	}
}

func (c *Calendar) pick(ctx app.Context, from, to string) {
	c.anchor, c.over = from, to
	if c.OnPick != nil {
		c.OnPick(ctx, min(from, to), max(from, to))
	}
}
