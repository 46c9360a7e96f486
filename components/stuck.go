package components

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// Edge is an edge of the screen that parts of a page stick to.
type Edge string

// The edges. Each is the custom property of the page that holds how much of the screen is covered there (layout.css).
const (
	EdgeStart Edge = "--stuck-start"
	EdgeEnd   Edge = "--stuck-end"
)

// Stuck is a part of a page that sticks to an edge of the screen. Its height is told to the page, which is scrolled so
// that a control isn't under it when the keyboard comes to the control. In a dialog nothing sticks.
type Stuck struct {
	app.Compo

	To   Edge
	Draw func() app.UI

	observer app.Value
	sized    app.Func
}

// OnMount follows the height of the part.
func (s *Stuck) OnMount(ctx app.Context) {
	ctx.PreventUpdate()
	el := s.JSValue()
	if app.IsServer || Within(el, "dialog") {
		return
	}
	s.sized = app.FuncOf(func(app.Value, []app.Value) any {
		s.tell(el.Get("offsetHeight").Int())
		return nil
	})
	s.observer = app.Window().Get("ResizeObserver").New(s.sized)
	s.observer.Call("observe", el)
}

// OnDismount gives the edge free.
func (s *Stuck) OnDismount() {
	if s.observer != nil {
		s.observer.Call("disconnect")
		s.sized.Release()
		s.tell(0)
	}
}

func (s *Stuck) tell(height int) {
	root().Get("style").Call("setProperty", string(s.To), strconv.Itoa(height)+"px")
}

// Render draws the part.
func (s *Stuck) Render() app.UI { return s.Draw() }
