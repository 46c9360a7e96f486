package components

import (
	"fmt"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// Crop shows a picture with a frame around the part that is kept. The frame is
// moved by dragging or by the arrow keys, resized at its corners or by + and −;
// Shift makes steps larger, Home gives the largest frame. Its place is written
// into SVG attributes, since the page's policy forbids styles in the markup.
type Crop struct {
	app.Compo

	ID       string
	Src      string // of the picture
	Label    string // of the frame
	Hint     string // how it is moved
	Area     CropArea
	Box      CropBox
	Disabled bool
	OnChange func(app.Context, CropBox)

	held   string // the corner that is dragged, "all" for the frame, "" for nothing
	fromX  int    // where the pointer took hold, in the picture's pixels
	fromY  int
	before CropBox
}

const heldAll = "all"

// CompoID keeps one picture's frame from becoming another's.
func (c *Crop) CompoID() string { return c.ID + c.Src }

// Render draws picture and frame. Keys and pointers are taken by the frame
// itself: a reader of screens passes the arrow keys on to it.
func (c *Crop) Render() app.UI {
	a, b := c.Area, c.Box
	inner := fmt.Sprintf("M%d %dv%dh%dv%dz", b.X, b.Y, b.H, b.W, -b.H)
	thirds := fmt.Sprintf("M%d %dv%dM%d %dv%dM%d %dh%dM%d %dh%d",
		b.X+b.W/3, b.Y, b.H, b.X+2*b.W/3, b.Y, b.H, b.X, b.Y+b.H/3, b.W, b.X, b.Y+2*b.H/3, b.W)
	return app.Div().Class("crop").Body(
		app.Div().ID("%s", c.ID).Class("crop-frame").Attr("dir", "ltr").
			Role("application").TabIndex(0).Aria("label", c.Label).Aria("describedby", c.ID+"-hint").
			Aria("disabled", Flag(c.Disabled)).
			OnKeyDown(c.key).
			On("pointerdown", c.hold).On("pointermove", c.drag).On("pointerup", c.drop).On("pointercancel", c.lose).
			Body(
				// The engine leaves out an empty alt.
				app.Img().Class("crop-picture").Src(c.Src).Role("presentation").Attr("draggable", "false").
					Width(a.Width).Height(a.Height),
				drawing(fmt.Sprintf("0 0 %d %d", a.Width, a.Height)).Class("crop-lines").Body(
					svgElem("path").Class("crop-outside").Attr("fill-rule", "evenodd").
						Attr("d", fmt.Sprintf("M0 0H%dV%dH0z", a.Width, a.Height)+inner),
					svgElem("path").Class("crop-thirds").Attr("d", thirds),
					svgElem("path").Class("crop-edge").Attr("d", inner),
					c.handle(cornerNW, b.X, b.Y), c.handle(cornerNE, b.X+b.W, b.Y),
					c.handle(cornerSW, b.X, b.Y+b.H), c.handle(cornerSE, b.X+b.W, b.Y+b.H),
				),
			),
		app.P().ID("%s", c.ID+"-hint").Class("hint").Text(c.Hint),
	)
}

// handle is a corner's, with a larger unseen disc that a finger finds.
func (c *Crop) handle(corner string, x, y int) app.UI {
	size := max(c.Area.Width, c.Area.Height)
	disc := func(r int) app.HTMLElem {
		return svgElem("circle").Attr("cx", x).Attr("cy", y).Attr("r", r).DataSet("corner", corner)
	}
	return svgElem("g").Body(disc(size/14).Class("crop-reach"), disc(size/45).Class("crop-handle"))
}

func (c *Crop) change(ctx app.Context, b CropBox) {
	if b != c.Box && c.OnChange != nil && !c.Disabled {
		c.Box = b
		c.OnChange(ctx, b)
	}
}

func (c *Crop) key(ctx app.Context, e app.Event) {
	if c.Disabled || commands(e) {
		return
	}
	step := max(1, max(c.Area.Width, c.Area.Height)/100)
	if e.Get("shiftKey").Truthy() {
		step *= 5
	}
	b, a := c.Box, c.Area
	switch e.Get("key").String() {
	case "ArrowLeft":
		b = a.Move(b, -step, 0)
	case "ArrowRight":
		b = a.Move(b, step, 0)
	case "ArrowUp":
		b = a.Move(b, 0, -step)
	case "ArrowDown":
		b = a.Move(b, 0, step)
	case "+", "=":
		b = a.Grow(b, 2*step)
	case "-", "_", "\u2212":
		b = a.Grow(b, -2*step)
	case "Home":
		b = a.Whole()
	default:
		return
	}
	e.PreventDefault()
	c.change(ctx, b)
}

// at is the pointer's place in the picture's pixels.
func (c *Crop) at(e app.Event) (x, y int) {
	box := app.Window().GetElementByID(c.ID).Call("getBoundingClientRect")
	scale := func(of string, from string, size string, pixels int) int {
		long := box.Get(size).Float()
		if long <= 0 {
			return 0
		}
		return int((e.Get(of).Float() - box.Get(from).Float()) / long * float64(pixels))
	}
	return scale("clientX", "left", "width", c.Area.Width), scale("clientY", "top", "height", c.Area.Height)
}

func (c *Crop) hold(ctx app.Context, e app.Event) {
	if c.Disabled || e.Get("button").Int() != 0 || c.held != "" {
		return
	}
	x, y := c.at(e)
	corner := e.Get("target").Get("dataset").Get("corner")
	switch b := c.Box; {
	case corner.Truthy():
		c.held = corner.String()
	case x >= b.X && y >= b.Y && x <= b.X+b.W && y <= b.Y+b.H:
		c.held = heldAll
	default:
		return
	}
	c.fromX, c.fromY, c.before = x, y, c.Box
	ctx.JSSrc().Call("setPointerCapture", e.Get("pointerId"))
}

func (c *Crop) drag(ctx app.Context, e app.Event) {
	if c.held == "" {
		return
	}
	e.PreventDefault()
	x, y := c.at(e)
	if c.held == heldAll {
		c.change(ctx, c.Area.Move(c.before, x-c.fromX, y-c.fromY))
		return
	}
	c.change(ctx, c.Area.Pull(c.before, c.held, x, y))
}

func (c *Crop) drop(ctx app.Context, e app.Event) {
	c.drag(ctx, e)
	c.held = ""
}

func (c *Crop) lose(app.Context, app.Event) { c.held = "" }
