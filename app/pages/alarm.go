package pages

import (
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// Alarm rings once. Its zero value is off. A page with an alarm that may ring much later stops it when it goes: until
// then the alarm holds the page, and all that it has drawn.
type Alarm struct{ timer *time.Timer }

// Set has do called when a time has passed, instead of what was to ring before.
func (a *Alarm) Set(ctx app.Context, wait time.Duration, do func(app.Context)) {
	a.Stop()
	var mine *time.Timer
	mine = time.AfterFunc(wait, func() {
		ctx.Dispatch(func(ctx app.Context) {
			if a.timer == mine {
				do(ctx)
			}
		})
	})
	a.timer = mine
}

// Stop turns the alarm off.
func (a *Alarm) Stop() {
	if a.timer != nil {
		a.timer.Stop()
		a.timer = nil
	}
}
