package stepup

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/api"
)

// Guard knows which act waits for the proof. Its zero value waits for none.
type Guard struct{ again func(app.Context) }

// Asks reports whether err asks for the proof; then the dialog opens, and again
// is called once the proof is given.
func (g *Guard) Asks(err error, again func(app.Context)) bool {
	if api.CodeOf(err) != api.CodeStepUp {
		return false
	}
	g.again = again
	return true
}

// Open reports whether an act waits.
func (g *Guard) Open() bool { return g.again != nil }

// Cancel forgets the act.
func (g *Guard) Cancel(app.Context) { g.again = nil }

// Proved repeats the act.
func (g *Guard) Proved(ctx app.Context) {
	again := g.again
	g.again = nil
	if again != nil {
		again(ctx)
	}
}
