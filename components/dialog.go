package components

import (
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// Dialog asks something above the page, which can't be used meanwhile. It is
// the browser's own <dialog>: the keyboard stays inside, Escape closes it and
// the keyboard returns to where it was. Keep it in the page and switch Open.
type Dialog struct {
	app.Compo

	ID         string
	Title      string
	Open       bool
	Wide       bool
	Full       bool   // the whole screen
	CloseLabel string // "": nobody closes it but the page
	Body       func() []app.UI
	Actions    func() []app.UI // optional; the main one last
	OnClose    func(app.Context)

	open   bool      // when it was looked at last
	opener app.Value // who had the keyboard
	asked  app.Func  // opens it, in a task of its own
	timer  app.Value // that task's
	shown  time.Time // when it opened
	first  app.Value // who got the keyboard then, until another key is pressed
	touch  bool      // a finger or the mouse was used in it last
}

// OnMount opens it if asked to.
func (d *Dialog) OnMount(ctx app.Context) {
	ctx.PreventUpdate()
	ctx.Defer(d.sync)
}

// OnUpdate opens or closes it once its content has been rendered, so that the
// keyboard finds the first control.
func (d *Dialog) OnUpdate(ctx app.Context) {
	if d.Open || d.open {
		ctx.Defer(d.sync)
	}
}

// OnDismount gives the keyboard back when the page drops an open dialog.
func (d *Dialog) OnDismount() {
	d.forget()
	d.giveBack()
}

func (d *Dialog) sync(app.Context) {
	d.open = d.Open
	el := elementByID(d.ID)
	switch {
	case !el.Truthy() || el.Get("open").Bool() == d.Open:
	case !d.Open:
		el.Call("close")
		d.giveBack()
	case d.asked == nil:
		d.opener = ActiveElement()
		d.asked = app.FuncOf(d.show)
		d.timer = app.Window().Call("setTimeout", d.asked)
	}
}

// show opens the dialog in a task of its own: the browser lays out the whole
// page for it, which takes as long as drawing the content did.
func (d *Dialog) show(app.Value, []app.Value) any {
	d.forget()
	if el := elementByID(d.ID); d.Open && el.Truthy() && !el.Get("open").Bool() {
		el.Call("showModal")
		switch at := ActiveElement(); {
		case at.Call("matches", ".dialog-body").Bool():
			at.Set("tabIndex", 0) // it scrolls, and would lose the keyboard once it doesn't
		case at.Call("matches", "fieldset").Bool(): // in Safari, though Tab leaves it out
			if control := at.Call("querySelector", ":is(input, select, textarea, button):enabled"); control.Truthy() {
				control.Call("focus")
			}
		}
		d.shown, d.first, d.touch = time.Now(), ActiveElement(), false
	}
	return nil
}

func (d *Dialog) forget() {
	if d.asked != nil {
		app.Window().Call("clearTimeout", d.timer)
		d.asked.Release()
		d.asked = nil
	}
}

func (d *Dialog) giveBack() {
	if d.opener == nil {
		return
	}
	if connected(d.opener) {
		d.opener.Call("focus")
	}
	d.opener = nil
	if !d.touch { // else, in Safari, the opener had no keyboard to give, and a box would come around the heading
		// The opener may have gone, or take no presses now. The page stays where a person reads it.
		land(Lasting, map[string]any{"preventScroll": true})
	}
}

// Render draws the dialog; what is in it is there only while it is open.
func (d *Dialog) Render() app.UI {
	return app.Dialog().ID("%s", d.ID).Class("dialog").
		DataSet("wide", Flag(d.Wide)).
		DataSet("full", Flag(d.Full)).
		Aria("labelledby", when(d.Open, d.ID+"-title")).
		On("keydown", d.pressed).
		On("pointerdown", d.touched).
		On("cancel", d.cancel).
		On("close", d.closed).
		Body(app.IfSlice(d.Open, d.content))
}

func (d *Dialog) content() []app.UI {
	return []app.UI{
		Voice(d.ID + "-said"), // below the rest the dialog would scroll to it
		app.H2().ID("%s", d.ID+"-title").Class("dialog-title").Text(d.Title),
		app.Div().Class("dialog-body").Body(slot(d.Body)...),
		Only(d.Actions != nil, app.Div().Class("dialog-foot").Body(slot(d.Actions)...)),
		// Last in the order of the keyboard: the first control of the content takes
		// the focus.
		Only(d.CloseLabel != "", app.Div().Class("dialog-close").Body(
			&IconButton{Icon: IconClose, Label: d.CloseLabel, Kind: KindBare, OnClick: d.ask},
		)),
	}
}

// pressed misses the second of a double press of the key that opened the dialog: it was meant for what had the
// keyboard then.
func (d *Dialog) pressed(ctx app.Context, e app.Event) {
	ctx.PreventUpdate()
	d.touch = false
	if key := e.Get("key").String(); key != "Enter" && key != " " {
		d.first = nil
	} else if d.first != nil && time.Since(d.shown) < twice && d.first.Equal(e.Get("target")) {
		e.PreventDefault()
	}
}

func (d *Dialog) touched(ctx app.Context, _ app.Event) {
	ctx.PreventUpdate()
	d.touch = true
}

// cancel is Escape: the owner decides, the browser doesn't close by itself.
func (d *Dialog) cancel(ctx app.Context, e app.Event) {
	e.PreventDefault()
	d.ask(ctx)
}

// closed hears of a closing that the page didn't ask for: browsers close on a
// second Escape whatever the page says. The word of any closing comes with the
// browser's next frame, when the dialog may be wanted open again.
func (d *Dialog) closed(ctx app.Context, _ app.Event) {
	el := elementByID(d.ID)
	if stands := el.Truthy() && el.Get("open").Bool(); d.Open && d.asked == nil && !stands {
		d.ask(ctx)
	}
}

func (d *Dialog) ask(ctx app.Context) {
	if d.OnClose == nil {
		d.sync(ctx)
		return
	}
	d.OnClose(ctx)
}
