package overview

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
)

// earlyButton closes the day early at one time.
type earlyButton struct {
	app.Compo

	At      int // in seconds after the day's midnight
	Label   string
	Busy    bool
	OnPress func(ctx app.Context, at int)
}

// CompoID is the time.
func (b *earlyButton) CompoID() string { return b.Label }

// Render draws the button.
func (b *earlyButton) Render() app.UI {
	return app.Button().Type("button").Class("btn", "num").ID("%s", "quick-at-"+strconv.Itoa(b.At/60)).
		Disabled(b.Busy).OnClick(b.press).Text(b.Label)
}

func (b *earlyButton) press(ctx app.Context, _ app.Event) { b.OnPress(ctx, b.At) }

// quickShift is one shift of other hours.
type quickShift struct {
	app.Compo

	Index                int
	Start, End           string
	Only                 bool
	StartError, EndError string
	OnTime               func(i int, end, settled bool, words string)
	OnRemove             func(app.Context, int)
}

// CompoID is the shift's place.
func (l *quickShift) CompoID() string { return strconv.Itoa(l.Index) }

// Render draws both times with what is wrong with them.
func (l *quickShift) Render() app.UI {
	n := l.Index + 1
	return app.Div().Class("shop-shift").Body(
		app.Div().Class("shop-times").Body(
			l.field(false, text.T("dates.shift.opens", n), l.Start, l.StartError, "11:00"),
			app.Span().Class("soft").Text(text.T("dates.to")),
			l.field(true, text.T("dates.shift.closes", n), l.End, l.EndError, "22:00"),
			app.If(!l.Only, func() app.UI {
				return &components.IconButton{Icon: components.IconTrash, Label: text.T("dates.shift.remove", n), Kind: components.KindBare, OnClick: l.remove}
			}),
		),
		wrong(quickID(l.Index, false), l.StartError),
		wrong(quickID(l.Index, true), l.EndError),
	)
}

func (l *quickShift) field(end bool, label, value, fault, placeholder string) app.UI {
	id := quickID(l.Index, end)
	f := &components.TimeField{
		ID: id, Label: label, Text: value, Placeholder: placeholder, Invalid: fault != "",
		OnInput:  func(_ app.Context, words string) { l.OnTime(l.Index, end, false, words) },
		OnCommit: func(_ app.Context, words string) { l.OnTime(l.Index, end, true, words) },
	}
	if fault != "" {
		f.DescribedBy = id + "-error"
	}
	return f
}

func wrong(id, words string) app.UI {
	return components.Maybe(words != "", func() app.UI {
		return app.P().Class("err").ID("%s", id+"-error").Body(&components.Icon{Name: components.IconWarn}, app.Span().Text(words))
	})
}

func (l *quickShift) remove(ctx app.Context) { l.OnRemove(ctx, l.Index) }
