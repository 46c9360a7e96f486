package pages

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/state"
)

// Offer is a toast with a button, for example to undo. The page that made it
// may be gone when it is pressed: Do gets the frame's context.
type Offer struct {
	Text   string
	Action string
	Do     func(app.Context)
}

// Offer tells that something went well, and what can be done about it.
func (d Deps) Offer(ctx app.Context, o Offer) { ctx.NewActionWithValue(state.ActionToast, o) }
