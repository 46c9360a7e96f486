package components

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
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
// dragging over several, tapping the first and the last of several, or by the keyboard: arrows, Home, End, Page Up and
// Page Down, with Shift to choose several. A choice that the mouse or a dragging finger ends asks to be opened, and so
// does Enter.
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
	OnTap  func(ctx app.Context, date string) // of a finger; nil for OnPick
	OnOpen func(app.Context)

	anchor   string  // where a choice of several began
	over     string  // where it has come to
	shown    string  // the first day of the grid when it began
	going    string  // where the keyboard is on its way to, "" once it is there
	tapped   string  // the day under a finger that hasn't gone on to another, "" for none
	lifted   string  // the day that a finger has left without going on, until the click of the tap
	x, y     float64 // where it came down
	dragging bool
}

// Render draws the grid.
func (c *Calendar) Render() app.UI {
	rows := []app.UI{app.Div().Class("calendar-row").Role("row").Body(app.Range(c.Heads).Slice(func(i int) app.UI {
		return app.Span().Class("calendar-head").Role("columnheader").Aria("label", c.Heads[i].Long).Text(c.Heads[i].Short)
	}))}
	stop := c.stop()
	for from := 0; from+7 <= len(c.Days); from += 7 {
		rows = append(rows, app.Div().Class("calendar-row").Role("row").Body(
			app.Range(c.Days[from:from+7]).Slice(func(i int) app.UI {
				return c.cell(from+i, stop)
			})))
	}
	return app.Div().ID("%s", c.ID).Class("calendar").Role("grid").Aria("label", c.Label).Aria("multiselectable", "true").
		On("pointerdown", c.press).
		On("pointermove", c.drag).
		On("pointerup", c.release).
		On("pointercancel", c.leave).
		OnClick(c.click).
		OnKeyDown(c.key).
		Body(rows...)
}

func (c *Calendar) cell(i, stop int) app.UI {
	d := c.Days[i]
	return &calendarCell{
		ID: c.dayID(d.Date), Day: d, Stop: i == stop,
		Chosen: c.First != "" && c.First <= d.Date && d.Date <= c.Last,
	}
}

// calendarCell is one day. It has no handlers, so that it can be compared: a day
// that is as it was isn't drawn again. An ordinary day is its number and its hours,
// and one that is over its number: most days of a month are such.
type calendarCell struct {
	app.Compo

	ID           string
	Day          CalendarDay
	Stop, Chosen bool
}

// Render draws the day.
func (c *calendarCell) Render() app.UI {
	d, marked := c.Day, c.Day.Mark != ""
	tab := -1
	if c.Stop {
		tab = 0
	}
	cell := app.Div().Class("calendar-cell").Role("gridcell").Aria("selected", c.Chosen)
	return cell.Body(app.Button().Type("button").ID("%s", c.ID).Class("calendar-day").
		TabIndex(tab).
		Aria("label", d.Label).
		Aria("current", when(d.Today, "date")).
		DataSet("date", d.Date).
		DataSet("mark", d.Mark).
		DataSet("outside", Flag(d.Outside)).
		DataSet("past", Flag(d.Past)).
		DataSet("chosen", Flag(c.Chosen)).
		Body(
			app.Span().Class("calendar-number", "num").Body(
				app.Text(d.Number),
				app.If(d.Changed, func() app.UI { return app.Span().Class("calendar-changed") }),
			),
			Only(marked, app.Span().Class("calendar-name").Dir("auto").Text(d.Name)),
			Only(marked || !d.Past,
				app.Span().Class("calendar-lines", "num").Attr("dir", "ltr").Text(strings.Join(d.Lines, "\n"))),
			app.If(marked, func() app.UI { return dayLine(d.Segments) }),
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
