package components

import (
	"cmp"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// Sight tells a component whether its element is near the screen. One that is far may be drawn as an empty place of the
// same height, and so keeps its place in the page. Its zero value is near.
type Sight struct {
	far      bool
	height   int // of the element when it was near last, in pixels
	observer app.Value
	seen     app.Func
}

// Below begins with what is surely below the screen; there is nothing to leave out outside a browser.
func (s *Sight) Below() { s.far = !app.IsServer }

// Watch follows the element with this id. margin is how far beyond the screen is still near, as CSS has it. ctx is that
// of the component, which is drawn again.
func (s *Sight) Watch(ctx app.Context, id, margin string) {
	el := elementByID(id)
	if !el.Truthy() || !app.Window().Get("IntersectionObserver").Truthy() {
		s.far = false
		return
	}
	s.seen = app.FuncOf(func(_ app.Value, args []app.Value) any {
		last := args[0].Index(args[0].Length() - 1)
		near, height := last.Get("isIntersecting").Bool(), last.Get("boundingClientRect").Get("height").Int()
		ctx.Dispatch(func(ctx app.Context) {
			if !s.move(id, near, height) {
				ctx.PreventUpdate()
			}
		})
		return nil
	})
	s.observer = app.Window().Get("IntersectionObserver").New(s.seen, map[string]any{"rootMargin": margin})
	s.observer.Call("observe", el)
}

// move takes where the element is now, and reports whether that changes anything. An element with the keyboard in it
// stays drawn.
func (s *Sight) move(id string, near bool, height int) bool {
	if !near && holdsFocus(id) {
		return false
	}
	if !near && !s.far {
		s.height = height
	}
	changed := s.far == near
	s.far = !near
	return changed
}

func holdsFocus(id string) bool {
	el := elementByID(id)
	return el.Truthy() && el.Call("contains", ActiveElement()).Bool()
}

// Far reports whether the element is far from the screen.
func (s *Sight) Far() bool { return s.far }

// Place is the empty place of an element that is far: as high as it was, or about so high if it was never near.
func (s *Sight) Place(about int) app.UI {
	place := svgElem("svg").Class("far-place").Aria("hidden", "true").Attr("width", 1)
	return place.Attr("height", cmp.Or(s.height, about))
}

// Leave stops watching.
func (s *Sight) Leave() {
	if s.observer != nil {
		s.observer.Call("disconnect")
		s.seen.Release()
		s.observer = nil
	}
}
