package hours

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
)

// row is one day. Its props hold no function, and the board's address never
// changes: go-app leaves a row alone whose view is as it was.
type row struct {
	app.Compo

	Board *board
	View  rowView
}

// CompoID is the day.
func (r *row) CompoID() string { return r.View.Day.Key() }

// Render draws the row.
func (r *row) Render() app.UI {
	v := &r.View
	id := dayID(v.Day)
	return app.Div().ID("%s", id).Class("hours-day").Role("group").Aria("labelledby", id+"-name").TabIndex(-1).
		DataSet("changed", flag(v.Changed)).
		On("focusout", r.leave).
		Body(
			app.H2().ID("%s", id+"-name").Class("hours-name").Body(
				app.Text(text.Day(v.Day)),
				app.If(v.Changed, func() app.UI { return app.Span().Class("hidden").Text(" (" + text.T("hours.changed") + ")") }),
			),
			app.If(!v.ReadOnly, func() app.UI {
				return app.Div().Class("hours-switch").Body(&components.Switch{
					ID: openID(v.Day), Label: text.T("hours.open", text.Day(v.Day)), HideLabel: true, On: v.Open, OnChange: r.setOpen,
				})
			}),
			app.Div().Class("hours-ranges").Body(r.ranges()...),
			app.If(!v.ReadOnly, r.tools),
			app.Div().Class("hours-line").Body(
				app.Range(v.Problems).Slice(func(i int) app.UI {
					return app.P().ID("%s", problemID(v.Day, i)).Class("err").Body(
						&components.Icon{Name: components.IconWarn}, app.Span().Text(v.Problems[i]))
				}),
				app.If(v.Spill != "", func() app.UI { return app.P().Class("soft", "small").Text(v.Spill) }),
			),
			app.Div().Class("hours-line").Body(&components.DayBar{ID: id + "-bar", Segments: v.Bar, Ticks: v.Day == 6}),
		)
}

// ranges are the shifts, or what stands in their place.
func (r *row) ranges() []app.UI {
	v := &r.View
	switch {
	case v.ReadOnly:
		return []app.UI{app.Span().Class("hours-words", "num").Text(v.Words)}
	case !v.Open:
		return []app.UI{app.Span().Class("hours-words", "soft").Text(text.T("hours.closed"))}
	case v.Whole:
		return []app.UI{app.Span().Class("hours-words").Text(text.T("hours.whole"))}
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
	key, name := v.Day.Key(), text.Day(v.Day)
	return app.Div().Class("hours-tools").Body(
		&tool{ID: key + "-add", Icon: components.IconPlus, Text: text.T("hours.add"), Label: text.T("hours.add.to", name), Disabled: !v.CanAdd, OnClick: r.add},
		&tool{ID: key + "-whole", Text: text.T("hours.around"), Label: text.T("hours.around.of", name), Toggle: true, On: v.Whole, OnClick: r.whole},
		&tool{ID: key + "-copy", Icon: components.IconCopy, Text: text.T("hours.copy"), Label: text.T("hours.copy.of", name), OnClick: r.copy},
	)
}

func (r *row) setOpen(_ app.Context, open bool) { r.Board.setOpen(r.View.Day, open) }

func (r *row) add(app.Context) { r.Board.addShift(r.View.Day) }

func (r *row) whole(app.Context) { r.Board.toggleWhole(r.View.Day) }

func (r *row) copy(app.Context) { r.Board.startCopy(r.View.Day) }

func (r *row) leave(app.Context, app.Event) { r.Board.settle() }

// flag is the value of an attribute that is left out when it doesn't hold.
func flag(holds bool) string {
	if holds {
		return "true"
	}
	return ""
}
