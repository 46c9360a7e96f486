package components

import (
	"cmp"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
)

func (c *Calendar) key(ctx app.Context, e app.Event) {
	// Where the keyboard is now: a drawing since the press may have made another day
	// of its target.
	on := dayOf(ActiveElement())
	if on != "" {
		on = cmp.Or(c.going, on) // a month that is being turned to is drawn a frame later
	}
	at, ok := rules.ParseDate(on)
	if !ok || commands(e) {
		return
	}
	to, ok := moved(at, e.Get("key").String(), rightToLeft(), c.weekStart())
	if !ok {
		return
	}
	e.PreventDefault()
	from := to.String()
	if e.Get("shiftKey").Truthy() {
		from = cmp.Or(c.from(), at.String())
	}
	c.pick(ctx, from, to.String())
	c.going = to.String()
	FocusID(ctx, c.dayID(c.going))
	ctx.Defer(func(app.Context) { c.going = "" })
}

// weekStart is the day on which the weeks shown begin.
func (c *Calendar) weekStart() platform.Day {
	if len(c.Days) == 0 {
		return platform.Monday
	}
	first, _ := rules.ParseDate(c.Days[0].Date)
	return first.Weekday()
}

// moved is where a key leads from a day, in weeks that begin on start.
func moved(at rules.Date, key string, rtl bool, start platform.Day) (rules.Date, bool) {
	forward, in := 1, inWeek(at, start)
	if rtl {
		forward = -1
	}
	if months := map[string]int{"PageDown": 1, "PageUp": -1}[key]; months != 0 {
		return sameDay(at, months), true
	}
	days, ok := map[string]int{
		"ArrowRight": forward, "ArrowLeft": -forward, "ArrowDown": 7, "ArrowUp": -7, "Home": -in, "End": 6 - in,
	}[key]
	return at.AddDays(days), ok
}

// inWeek is how many days after its week's first a day is.
func inWeek(at rules.Date, start platform.Day) int { return (int(at.Weekday()) - int(start) + 7) % 7 }

// sameDay is the same day of another month, or that month's last.
func sameDay(at rules.Date, months int) rules.Date {
	n := at.Year*12 + at.Month - 1 + months
	first := rules.Date{Year: n / 12, Month: n%12 + 1, Day: 1}
	next := rules.Date{Year: (n + 1) / 12, Month: (n+1)%12 + 1, Day: 1}
	return first.AddDays(min(at.Day, next.Days()-first.Days()) - 1)
}

func rightToLeft() bool { return rootStyle().Get("direction").String() == "rtl" }

// rootStyle is how the browser draws the page as a whole.
func rootStyle() app.Value { return app.Window().Call("getComputedStyle", root()) }
