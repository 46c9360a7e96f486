package components

import (
	"cmp"
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// CalendarDay is one day of a Calendar.
type CalendarDay struct {
	Date     string // "2026-12-24"
	Number   string // "24"
	Label    string // the day and what is on, in words, for assistive technology
	Name     string // what the special date is called, "" for none
	Lines    []string
	Segments []Segment
	Mark     string // "closed", "whole" or "shifts" for a special date, "" for none
	Changed  bool   // not saved yet
	Outside  bool   // of the month before or after
	Past     bool
	Today    bool
}

// CalendarHead names a column.
type CalendarHead struct{ Short, Long string }

// Calendar is a month of days as a grid. Days are chosen by pressing one,
// dragging over several, or by the keyboard: arrows, Home, End, Page Up and
// Page Down, with Shift to choose several; Enter asks to open what is chosen.
// Dates are texts, in no zone. Its owner hands the choice back as First and
// Last, and shows the month that they are in.
type Calendar struct {
	app.Compo

	ID     string
	Label  string // the month
	Heads  []CalendarHead
	Days   []CalendarDay // whole weeks
	First  string        // chosen, "" for none
	Last   string
	OnPick func(ctx app.Context, first, last string)
	OnOpen func(app.Context)

	anchor   string // where a choice of several began
	over     string // where it has come to
	dragging bool
}

// Render draws the grid.
func (c *Calendar) Render() app.UI {
	rows := []app.UI{app.Div().Class("calendar-row").Role("row").Body(app.Range(c.Heads).Slice(func(i int) app.UI {
		return app.Span().Class("calendar-head").Role("columnheader").Aria("label", c.Heads[i].Long).Text(c.Heads[i].Short)
	}))}
	stop := c.stop()
	for from := 0; from+7 <= len(c.Days); from += 7 {
		rows = append(rows, app.Div().Class("calendar-row").Role("row").Body(app.Range(c.Days[from:from+7]).Slice(func(i int) app.UI {
			return c.cell(from+i, stop)
		})))
	}
	return app.Div().ID("%s", c.ID).Class("calendar").Role("grid").Aria("label", c.Label).Aria("multiselectable", "true").
		On("pointerdown", c.press).
		On("pointermove", c.drag).
		On("pointerup", c.release).
		On("pointercancel", c.release).
		OnClick(c.click).
		OnKeyDown(c.key).
		Body(rows...)
}

func (c *Calendar) cell(i, stop int) app.UI {
	d := c.Days[i]
	return &calendarCell{
		ID: c.dayID(d.Date), Bar: c.ID + "-bar-" + strconv.Itoa(i), Day: d, Stop: i == stop,
		Chosen: c.First != "" && c.First <= d.Date && d.Date <= c.Last,
	}
}

// calendarCell is one day. It has no handlers, so that it can be compared: a day
// that is as it was isn't drawn again.
type calendarCell struct {
	app.Compo

	ID, Bar      string
	Day          CalendarDay
	Stop, Chosen bool
}

// Render draws the day.
func (c *calendarCell) Render() app.UI {
	d := c.Day
	tab := -1
	if c.Stop {
		tab = 0
	}
	cell := app.Div().Class("calendar-cell").Role("gridcell").Aria("selected", truth(c.Chosen))
	return cell.Body(app.Button().Type("button").ID("%s", c.ID).Class("calendar-day").
		TabIndex(tab).
		Aria("label", d.Label).
		Aria("current", when(d.Today, "date")).
		DataSet("date", d.Date).
		DataSet("mark", d.Mark).
		DataSet("outside", when(d.Outside, "true")).
		DataSet("past", when(d.Past, "true")).
		DataSet("chosen", when(c.Chosen, "true")).
		Body(
			app.Span().Class("calendar-number", "num").Body(
				app.Text(d.Number),
				app.If(d.Changed, func() app.UI { return app.Span().Class("calendar-changed") }),
			),
			app.If(d.Name != "", func() app.UI { return app.Span().Class("calendar-name").Dir("auto").Text(d.Name) }).
				Else(func() app.UI { return app.Span().Class("calendar-name") }),
			app.Span().Class("calendar-lines", "num").Attr("dir", "ltr").Body(app.Range(d.Lines).Slice(func(i int) app.UI {
				return app.Span().Text(d.Lines[i])
			})),
			&DayBar{ID: c.Bar, Segments: d.Segments},
		))
}

func (c *Calendar) dayID(date string) string { return c.ID + "-" + date }

// stop is the day that Tab leads to: the end of the choice, today, or the
// first day of the month.
func (c *Calendar) stop() int {
	first, today := 0, -1
	for i, d := range c.Days {
		switch {
		case c.Last != "" && d.Date == c.end():
			return i
		case d.Today && !d.Outside:
			today = i
		case d.Number == "1" && !d.Outside:
			first = i
		}
	}
	if today >= 0 {
		return today
	}
	return first
}

// end is the side of the choice that moves.
func (c *Calendar) end() string {
	if c.anchor == c.Last {
		return c.First
	}
	return c.Last
}

// dayOf is the date of the day that an element stands in, "" for none.
func dayOf(el app.Value) string {
	if !el.Truthy() {
		return ""
	}
	day := el.Call("closest", "[data-date]")
	if !day.Truthy() {
		return ""
	}
	return day.Call("getAttribute", "data-date").String()
}

// press begins a choice. The grid takes the pointer, so that the drag goes on
// wherever it leads.
func (c *Calendar) press(ctx app.Context, e app.Event) {
	date := dayOf(e.Get("target"))
	if date == "" || e.Get("button").Int() != 0 {
		return
	}
	if e.Get("shiftKey").Bool() && c.First != "" {
		c.pick(ctx, c.from(), date)
		return
	}
	ctx.JSSrc().Call("setPointerCapture", e.Get("pointerId"))
	c.dragging = true
	c.pick(ctx, date, date)
}

func (c *Calendar) drag(ctx app.Context, e app.Event) {
	if !c.dragging {
		ctx.PreventUpdate()
		return
	}
	under := app.Window().Get("document").Call("elementFromPoint", e.Get("clientX"), e.Get("clientY"))
	date := dayOf(under)
	if date == "" || date == c.over || !ctx.JSSrc().Call("contains", under).Bool() {
		ctx.PreventUpdate()
		return
	}
	c.pick(ctx, c.anchor, date)
}

func (c *Calendar) release(app.Context, app.Event) { c.dragging = false }

// click is a press without a pointer: assistive technology, or Enter.
func (c *Calendar) click(ctx app.Context, e app.Event) {
	date := dayOf(e.Get("target"))
	if date == "" || e.Get("detail").Int() != 0 {
		return
	}
	if c.First == "" || date < c.First || date > c.Last {
		c.pick(ctx, date, date)
	}
	if c.OnOpen != nil {
		c.OnOpen(ctx)
	}
}

func (c *Calendar) key(ctx app.Context, e app.Event) {
	at, ok := rules.ParseDate(dayOf(e.Get("target")))
	if !ok {
		return
	}
	to, ok := moved(at, e.Get("key").String(), rightToLeft(), c.weekStart())
	if !ok {
		return
	}
	e.PreventDefault()
	from := to.String()
	if e.Get("shiftKey").Bool() {
		from = cmp.Or(c.from(), at.String())
	}
	c.pick(ctx, from, to.String())
	FocusID(ctx, c.dayID(to.String()))
}

// from is where the present choice began. First and Last are a frame late when
// keys follow each other fast; what was picked last isn't.
func (c *Calendar) from() string {
	if c.anchor != "" {
		return c.anchor
	}
	return c.First
}

// OnUpdate forgets where the choice began when the owner has made another.
func (c *Calendar) OnUpdate(app.Context) {
	if min(c.anchor, c.over) != c.First || max(c.anchor, c.over) != c.Last {
		c.anchor = ""
	}
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
	forward := 1
	if rtl {
		forward = -1
	}
	switch key {
	case "ArrowRight":
		return at.AddDays(forward), true
	case "ArrowLeft":
		return at.AddDays(-forward), true
	case "ArrowDown":
		return at.AddDays(7), true
	case "ArrowUp":
		return at.AddDays(-7), true
	case "Home":
		return at.AddDays(-inWeek(at, start)), true
	case "End":
		return at.AddDays(6 - inWeek(at, start)), true
	case "PageDown":
		return sameDay(at, 1), true
	case "PageUp":
		return sameDay(at, -1), true
	}
	return at, false
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

func rightToLeft() bool {
	return app.Window().Call("getComputedStyle", app.Window().Get("document").Get("documentElement")).Get("direction").String() == "rtl"
}

func (c *Calendar) pick(ctx app.Context, from, to string) {
	c.anchor, c.over = from, to
	if c.OnPick != nil {
		c.OnPick(ctx, min(from, to), max(from, to))
	}
}
