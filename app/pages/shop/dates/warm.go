package dates

import (
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// breath is how long one waits between two weeks that are worked out ahead.
const breath = 100 * time.Millisecond

// warm works out what the months beside the present one show, a week at a time
// and while nothing else is under way: turning to them then only draws. Most of
// it is asking the browser for the dates in words.
func (p *Page) warm() {
	p.ctx.After(breath, func(ctx app.Context) {
		ctx.PreventUpdate()
		if !p.model.loaded || !p.zoneKnown() {
			return
		}
		for _, by := range []int{1, -1} {
			first := firstShown(turn(p.month, by))
			for week := range weeksShown {
				if p.model.Know(first.AddDays(7*week), 7, p.today(), p.week()) > 0 {
					p.warm()
					return
				}
			}
		}
	})
}
