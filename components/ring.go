package components

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// Ring is a countdown, as a clock "3:36" within a ring that empties. [Count]
// keeps it going without rendering anything. It is never read out by itself:
// whoever owns it announces what matters.
type Ring struct {
	app.Compo

	ID    string
	Label string // what the time is left for
	Until int64  // milliseconds of Unix time
	Now   int64  // when it is rendered, by the same clock
	Whole int64  // how long the whole countdown lasts, in milliseconds
}

// CompoID keeps one countdown from becoming another.
func (r *Ring) CompoID() string { return r.ID }

// OnMount draws the ring: its words and its urgency are drawn already.
func (r *Ring) OnMount(ctx app.Context) {
	ctx.PreventUpdate()
	if el := elementByID(r.ID); el.Truthy() {
		empty(el, max(r.Until-r.Now, 0), r.Whole)
	}
}

// OnUpdate draws the ring.
func (r *Ring) OnUpdate(app.Context) { countDown(elementByID(r.ID), r.Until, r.Whole, r.Now) }

// Render draws the countdown.
func (r *Ring) Render() app.UI {
	return app.Span().ID("%s", r.ID).Class("ring", "num").Role("timer").Attr("dir", "ltr").
		DataSet("until", r.Until).DataSet("whole", r.Whole).
		DataSet("urgency", urgency(r.Until-r.Now)).
		Body(
			app.Span().Class("hidden").Text(r.Label+" "),
			app.Span().Class("ring-time").Text(LeftClock(r.Until-r.Now)),
		)
}

// LeftClock writes a time that is left: "3:36". Parts of a second count as one.
func LeftClock(ms int64) string {
	s := (max(ms, 0) + 999) / 1000
	seconds := strconv.FormatInt(s%60, 10)
	if len(seconds) < 2 {
		seconds = "0" + seconds
	}
	return strconv.FormatInt(s/60, 10) + ":" + seconds
}

// perCount is how many lengths [Count] looks at each time.
const perCount = 25

// counted is where in the page Count went on to.
var counted int

// Count brings the countdowns in sight to what they are at now, and some of the
// texts that tell for how long something has lasted (data-since): those show
// minutes, and with hundreds of them their turn comes every some seconds. Since
// words such a length. It touches texts alone: nothing is rendered.
func Count(now int64, since func(ms int64) string) {
	page := document()
	rings, lengths := page.Call("querySelectorAll", ".ring[data-until]"), page.Call("querySelectorAll", "[data-since]")
	height := app.Window().Get("innerHeight").Float()
	var inSight []app.Value // looked for before the first change: looking after one would lay the page out again each time
	for i := range rings.Length() {
		ring := rings.Index(i)
		if place := ring.Call("getBoundingClientRect"); place.Get("bottom").Float() > 0 && place.Get("top").Float() < height {
			inSight = append(inSight, ring)
		}
	}
	for _, ring := range inSight {
		data := ring.Get("dataset")
		countDown(ring, number(data.Get("until")), number(data.Get("whole")), now)
	}
	n := lengths.Length()
	for range min(n, perCount) {
		counted = (counted + 1) % n
		el := lengths.Index(counted)
		setText(el, since(now-number(el.Get("dataset").Get("since"))))
	}
}

func countDown(el app.Value, until, whole, now int64) {
	if !el.Truthy() {
		return
	}
	left := max(until-now, 0)
	setText(el.Get("lastElementChild"), LeftClock(left))
	if data, is := el.Get("dataset"), urgency(left); data.Get("urgency").String() != is {
		data.Set("urgency", is)
	}
	empty(el, left, whole)
}

// urgency tells the sheet of styles how much time is left.
func urgency(left int64) string {
	switch {
	case left <= 60_000:
		return "last"
	case left <= 180_000:
		return "soon"
	}
	return "calm"
}

// empty has the ring itself show what is left of the whole.
func empty(el app.Value, left, whole int64) {
	if whole > 0 {
		el.Get("style").Call("setProperty", "--left", strconv.FormatInt(min(left*100/whole, 100), 10)+"%")
	}
}

func setText(el app.Value, text string) {
	if el.Get("textContent").String() != text {
		el.Set("textContent", text)
	}
}

func number(v app.Value) int64 {
	n, _ := strconv.ParseInt(v.String(), 10, 64) // our own attribute
	return n
}
