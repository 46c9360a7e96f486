package components

import "github.com/maxence-charriere/go-app/v10/pkg/app"

// Maybe keeps the place of something that comes and goes. go-app matches
// children by position: without it, an error that disappears above a field
// makes a new field, and the keyboard and the last key presses are lost. The
// place itself takes no room.
func Maybe(shown bool, what func() app.UI) app.UI {
	return app.Div().Class("maybe").Body(app.If(shown, what))
}

// Shown is [Maybe] for an element that can be made while it isn't shown.
func Shown(shown bool, what app.UI) app.UI {
	return Maybe(shown, func() app.UI { return what })
}

// Only is [app.If] for an element that can be made while it isn't shown.
func Only(shown bool, what app.UI) app.UI {
	return app.If(shown, func() app.UI { return what })
}

// slotRow is a row of what a slot gives, or nothing without a slot.
func slotRow(f func() []app.UI) app.UI {
	return app.If(f != nil, func() app.UI { return app.Div().Class("row").Body(f()...) })
}
