package hours

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/shop/special"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/platform"
)

// row is one day. Its props hold no function, and the board's address never
// changes: go-app leaves a row alone whose view is as it was.
type row struct {
	app.Compo

	Board *board
	View  rowView
}

func (b *board) row(v rowView) app.UI { return &row{Board: b, View: v} }

// CompoID is the day.
func (r *row) CompoID() string { return r.View.Day.Key() }

// Render draws the row.
func (r *row) Render() app.UI {
	v := &r.View
	id := dayID(v.Day)
	return app.Div().ID("%s", id).Class("hours-day").Role("group").Aria("labelledby", id+"-name").TabIndex(-1).
		DataSet("changed", components.Flag(v.Changed)).
		On("focusout", r.leave).
		Body(
			app.H2().ID("%s", id+"-name").Class("hours-name").Body(
				app.Text(text.Day(v.Day)),
				components.Only(v.Changed, pages.Span("hidden", text.T("join.aside", "", text.T("hours.changed")))),
			),
			components.Only(!v.ReadOnly, pages.Div("hours-switch", &components.Switch{
				ID: openID(v.Day), Label: text.T("hours.open", text.Day(v.Day)), HideLabel: true, On: v.Open,
				OnChange: func(_ app.Context, open bool) {
					r.Board.setOpen(v.Day, open)
				},
			})),
			pages.Div("hours-ranges", r.ranges()...),
			app.If(!v.ReadOnly, r.tools),
			pages.Div("hours-line",
				app.Range(v.Problems).Slice(func(i int) app.UI {
					return pages.Wrong(v.Problems[i]).ID("%s", problemID(v.Day, i))
				}),
				pages.Each(v.Doubts, pages.Doubt),
			),
			pages.Div("hours-line hours-bar",
				&components.DayBar{ID: id + "-bar", Segments: v.Bar, Ticks: v.Day == 6},
				components.Only(v.Spill != "", pages.P("hours-spill soft", v.Spill)),
			),
		)
}

// ranges are the shifts, or what stands in their place.
func (r *row) ranges() []app.UI {
	v := &r.View
	switch {
	case v.ReadOnly:
		return []app.UI{pages.Span("hours-words num", v.Words)}
	case !v.Open:
		return []app.UI{pages.Span("hours-words soft", text.T("shift.closed"))}
	case v.Whole:
		return []app.UI{pages.Span("hours-words", text.T("dates.kind.whole"))}
	}
	shifts := make([]app.UI, len(v.Shifts))
	for i, s := range v.Shifts {
		shifts[i] = &line{Board: r.Board, Day: v.Day, Index: i, Of: len(v.Shifts), View: s}
	}
	return shifts
}

// tools are the day's buttons.
func (r *row) tools() app.UI {
	v := &r.View
	key, name := v.Day.Key(), text.DayWithin(v.Day)
	return pages.Div("hours-tools",
		&components.Button{
			ID: key + "-add", Label: text.T("hours.add"), Name: text.T("hours.add.to", name), Kind: components.KindBare,
			Icon: components.IconPlus, Disabled: !v.CanAdd, OnClick: func(app.Context) { r.Board.addShift(v.Day) },
		},
		&components.Button{
			ID: key + "-whole", Label: text.T("hours.around"), Name: text.T("hours.around.of", name),
			Kind: components.KindBare, Toggle: true, On: v.Whole,
			OnClick: func(app.Context) { r.Board.toggleWhole(v.Day) },
		},
		components.Only(v.CanCopy, &components.Button{
			ID: key + "-copy", Label: text.T("action.copy"), Name: text.T("hours.copy.of", name), Kind: components.KindBare,
			Icon: components.IconCopy, OnClick: func(app.Context) { r.Board.startCopy(v.Day) },
		}),
	)
}

func (r *row) leave(app.Context, app.Event) { r.Board.settle() }

// line is one shift of a row.
type line struct {
	app.Compo

	Board *board
	Day   platform.Day
	Index int
	Of    int // shifts of the day
	View  shiftView
}

// CompoID is the shift's place: what a press means never changes.
func (l *line) CompoID() string { return shiftID(l.Day, l.Index) }

// Render draws the two times.
func (l *line) Render() app.UI {
	v := &l.View
	return app.Span().Class("hours-range").Body(
		l.time(startOf(l.Day, l.Index), text.T("hours.opens"), v.Start, v.StartProblem),
		app.Span().Class("soft").Aria("hidden", "true").Text(text.T("hours.to")),
		l.time(endOf(l.Day, l.Index), text.T("hours.closes"), v.End, v.EndProblem),
		components.Only(l.Of > 1, &components.IconButton{
			ID: shiftID(l.Day, l.Index) + "-remove", Icon: components.IconClose, Kind: components.KindBare, Once: true,
			Label: text.T("action.remove.of", text.T("join.comma", text.DayWithin(l.Day), nth(l.Index, l.Of))),
			OnClick: func(app.Context) {
				l.Board.removeShift(l.Day, l.Index)
			},
		}),
	)
}

func (l *line) time(f field, what, value, problem string) app.UI {
	field := special.TimeField(fieldID(f), label(l.Day, l.Index, l.Of, what), value, f.end,
		func(_ app.Context, left bool, v string) { l.Board.enterTime(f, left, v) })
	field.Invalid, field.DescribedBy = problem != "", problem
	field.OnStep = func(_ app.Context, by int) { l.Board.stepTime(f, by) } // steps one after another are one of undo
	if f.end && l.View.NextDay {
		field.Badge = text.T("hours.next")
	}
	return field
}
