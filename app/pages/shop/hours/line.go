package hours

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/platform"
)

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
		&components.TimeField{
			ID: fieldID(l.start()), Label: label(l.Day, l.Index, l.Of, text.T("hours.opens")), Text: v.Start,
			Invalid: v.StartProblem != "", DescribedBy: v.StartProblem,
			OnInput: l.typeStart, OnCommit: l.enterStart, OnStep: l.stepStart,
		},
		app.Span().Class("soft").Aria("hidden", "true").Text(text.T("hours.to")),
		&components.TimeField{
			ID: fieldID(l.end()), Label: label(l.Day, l.Index, l.Of, text.T("hours.closes")), Text: v.End,
			Invalid: v.EndProblem != "", DescribedBy: v.EndProblem,
			OnInput: l.typeEnd, OnCommit: l.enterEnd, OnStep: l.stepEnd,
		},
		app.If(v.NextDay, func() app.UI { return &components.Pill{Tone: components.ToneInfo, Text: text.T("hours.next")} }),
		app.If(l.Of > 1, func() app.UI {
			return &components.IconButton{
				ID: shiftID(l.Day, l.Index) + "-remove", Icon: components.IconClose, Kind: components.KindBare,
				Label: text.T("hours.remove", text.Day(l.Day), nth(l.Index, l.Of)), OnClick: l.remove,
			}
		}),
	)
}

func (l *line) start() field { return startOf(l.Day, l.Index) }

func (l *line) end() field { return endOf(l.Day, l.Index) }

func (l *line) typeStart(_ app.Context, value string) { l.Board.typeTime(l.start(), value) }

func (l *line) typeEnd(_ app.Context, value string) { l.Board.typeTime(l.end(), value) }

func (l *line) enterStart(_ app.Context, value string) { l.Board.enterTime(l.start(), value) }

func (l *line) enterEnd(_ app.Context, value string) { l.Board.enterTime(l.end(), value) }

func (l *line) stepStart(_ app.Context, by int) { l.Board.stepTime(l.start(), by) }

func (l *line) stepEnd(_ app.Context, by int) { l.Board.stepTime(l.end(), by) }

func (l *line) remove(app.Context) { l.Board.removeShift(l.Day, l.Index) }
