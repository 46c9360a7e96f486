package components

import "github.com/maxence-charriere/go-app/v10/pkg/app"

// held is what stands in a control, as far as we have heard. The browser may be
// ahead of that: to write what it has would undo a press, or lose what is typed. So
// the control is written only when its owner wants something else than we know of,
// and drawn as it was at first, since go-app writes what it draws anew.
type held[T comparable] struct {
	first, known T
	drawn        bool
}

// draw is what the control is drawn with.
func (h *held[T]) draw(value T) T {
	if !h.drawn {
		h.first, h.known, h.drawn = value, value, true
	}
	return h.first
}

// heard notes what a press has left in the control.
func (h *held[T]) heard(value T) { h.known = value }

// tell is heard, and tells the owner, who may not ask to be told.
func (h *held[T]) tell(ctx app.Context, value T, owner func(app.Context, T)) {
	if h.heard(value); owner != nil {
		owner(ctx, value)
	}
}

// differs reports whether the owner wants something else than we know of. It is to
// be written then.
func (h *held[T]) differs(value T) bool {
	differs := h.known != value
	h.known = value
	return differs
}
