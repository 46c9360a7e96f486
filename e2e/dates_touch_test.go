package e2e

import (
	"fmt"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
)

// touched moves a finger from one element to another; the same one is a tap.
func (b *tab) touched(from, to string) {
	b.t.Helper()
	middle := func(css string) *input.TouchPoint {
		var at []float64
		b.wait(css)
		b.eval(fmt.Sprintf(`(() => { const r = document.querySelector(%q).getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2] })()`, css), &at)
		return &input.TouchPoint{X: at[0], Y: at[1]}
	}
	start, end := middle(from), middle(to)
	b.do(input.DispatchTouchEvent(input.TouchStart, []*input.TouchPoint{start}))
	for i := range 4 {
		if from != to {
			part := float64(i+1) / 4
			b.do(input.DispatchTouchEvent(input.TouchMove, []*input.TouchPoint{{X: start.X + part*(end.X-start.X),
				Y: start.Y + part*(end.Y-start.Y)}}))
		}
	}
	b.do(input.DispatchTouchEvent(input.TouchEnd, []*input.TouchPoint{}))
}

// Two taps choose several days on a phone, where the calendar scrolls under a
// finger that moves down.
func TestTapARange(t *testing.T) {
	t.Parallel()
	_, b := openDates(t, outing)
	b.viewport(390, 844)
	b.do(emulation.SetTouchEmulationEnabled(true))
	b.click("#dates-next")
	month := nextMonth()
	day := func(i int) string { return "#calendar-" + month.AddDate(0, 0, i).Format(time.DateOnly) }
	chosen := func(n int) string {
		return fmt.Sprintf(`document.querySelectorAll(".calendar-day[data-chosen]").length === %d`, n)
	}
	b.sees(month.Format("January 2006")) // the month before has days of this one, elsewhere
	b.wait(day(3))
	b.eval(`document.querySelector("#calendar").scrollIntoView({block: "center", behavior: "instant"})`, nil)
	b.touched(day(3), day(3))
	b.sees("Tap the last day, or the same one again.")
	b.shot("dates-tap-first")
	b.touched(day(18), day(18))
	b.wait("#date-editor[open]")
	if first, last := b.value("#date-first"), b.value("#date-last"); "#calendar-"+first != day(3) ||
		"#calendar-"+last != day(18) {
		t.Errorf("the editor has %s to %s", first, last)
	}
	b.shot("dates-tap-last")
	b.click("#date-cancel")
	b.until(chosen(16), "sixteen days to be chosen")
	b.eval(`document.querySelector("#calendar").scrollIntoView({block: "center", behavior: "instant"})`, nil)
	var before float64
	b.eval(`scrollY`, &before)
	b.touched(day(25), day(4))
	b.until(fmt.Sprintf(`scrollY > %f`, before), "the page to scroll")
	if !b.is(chosen(16)) {
		t.Error("scrolling chose other days")
	}
}
