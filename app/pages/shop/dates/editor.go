package dates

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
)

// editor is the dialog that one entry is edited in. What is edited shows in the
// calendar and the list at once; Cancel takes it back.
func (b *board) editor() app.UI {
	title := text.T("dates.editor")
	if find(b.model.before, b.model.open) == nil {
		title = text.T("dates.editor.new")
	}
	return &components.Dialog{
		ID: "date-editor", Title: title, Open: b.model.open != 0, CloseLabel: text.T("dates.cancel"), OnClose: b.cancel,
		Body: b.editorBody,
		Actions: func() []app.UI {
			return []app.UI{
				app.If(find(b.model.before, b.model.open) != nil, func() app.UI {
					return &components.Button{ID: "date-remove", Label: text.T("dates.remove"), Kind: components.KindStop, OnClick: b.removeOpen}
				}),
				&components.Button{ID: "date-cancel", Label: text.T("dates.cancel"), Kind: components.KindBare, OnClick: b.cancel},
				&components.Button{ID: "date-done", Label: text.T("dates.done"), Kind: components.KindGo, OnClick: b.done},
			}
		},
	}
}

func (b *board) editorBody() []app.UI {
	it, _ := b.model.Item(b.model.open)
	problems := b.model.EditorProblems()
	all, _ := b.model.schedule(b.week())
	nights := nights(it, b.week(), all)
	return []app.UI{
		app.Div().Class("dates-range").Body(
			&components.TextField{ID: fieldFirst, Label: text.T("dates.first"), Type: "date", Value: it.First, Error: fieldError(problems, fieldFirst), OnInput: b.setFirst, OnCommit: b.leave},
			&components.TextField{ID: fieldLast, Label: text.T("dates.last"), Type: "date", Value: it.Last, Error: fieldError(problems, fieldLast), OnInput: b.setLast, OnCommit: b.leave},
		),
		&components.TextField{ID: fieldName, Label: text.T("dates.name"), Hint: text.T("dates.name.hint"), Optional: text.T("dates.name.optional"), Value: it.Name, MaxLength: api.MaxDateName, OnInput: b.setName},
		&components.Field{ID: fieldKind, Label: text.T("dates.kind"), Group: true, Error: fieldError(problems, fieldKind), Body: func() []app.UI {
			var choices []app.UI
			for _, k := range []kind{kindClosed, kindWhole, kindShifts} {
				choices = append(choices, app.Label().Class("check").Body(
					&components.Radio{ID: fieldKind + "-" + string(k), Name: fieldKind, On: it.Kind == k, OnChoose: func(app.Context) { b.setKind(k) }},
					app.Span().Class("check-label").Text(text.T("dates.choose."+string(k))),
				))
			}
			return []app.UI{app.Div().Class("dates-kinds").Body(choices...)}
		}},
		app.If(it.Kind == kindShifts, func() app.UI { return b.shifts(it, problems) }),
		app.If(it.over(b.today()), func() app.UI {
			return &components.Note{Tone: components.ToneWarn, Title: text.T("dates.over"), Text: text.T("dates.over.text")}
		}),
		app.If(len(nights) > 0, func() app.UI {
			return &components.Note{ID: "date-nights", Tone: components.ToneInfo, Title: text.T("dates.nights"), Body: func() []app.UI {
				return []app.UI{app.Range(nights).Slice(func(i int) app.UI { return app.P().Text(nights[i]) })}
			}}
		}),
	}
}

// shifts are the hours of the entry's days.
func (b *board) shifts(it item, problems []problem) app.UI {
	return &components.Field{ID: "date-shifts", Label: text.T("dates.shifts"), Hint: text.T("dates.shifts.hint"), Group: true, Body: func() []app.UI {
		return []app.UI{
			app.Div().Class("dates-shifts").Body(app.Range(it.Shifts).Slice(func(i int) app.UI {
				return &shiftLine{
					Board: b, Index: i, Start: it.Shifts[i].Start, End: it.Shifts[i].End,
					Next: it.Shifts[i].crosses(), Only: len(it.Shifts) == 1,
					StartError: fieldError(problems, shiftID(i, false)), EndError: fieldError(problems, shiftID(i, true)),
				}
			})),
			&components.Button{ID: "date-shift-add", Label: text.T("dates.shift.add"), Icon: components.IconPlus, OnClick: b.addShift},
		}
	}}
}

// shiftLine is one shift of the editor.
type shiftLine struct {
	app.Compo

	Board                *board
	Index                int
	Start, End           string
	Next                 bool // it ends on the next day
	Only                 bool // there is no other to keep
	StartError, EndError string
}

// CompoID is the shift's place.
func (l *shiftLine) CompoID() string { return strconv.Itoa(l.Index) }

// Render draws both times with what is wrong with them.
func (l *shiftLine) Render() app.UI {
	n := l.Index + 1
	return app.Div().Class("dates-shift").Body(
		app.Div().Class("dates-times").Body(
			l.time(false, text.T("dates.shift.opens", n), l.Start, "11:00", l.StartError),
			app.Span().Class("soft").Text(text.T("dates.to")),
			l.time(true, text.T("dates.shift.closes", n), l.End, "22:00", l.EndError),
			app.If(l.Next, func() app.UI { return app.Span().Class("soft", "small").Text(text.T("dates.next")) }),
			app.If(!l.Only, func() app.UI {
				return &components.IconButton{Icon: components.IconTrash, Label: text.T("dates.shift.remove", n), Kind: components.KindBare, OnClick: l.remove}
			}),
		),
		wrong(l.Index, false, l.StartError),
		wrong(l.Index, true, l.EndError),
	)
}

func wrong(i int, end bool, words string) app.UI {
	return app.If(words != "", func() app.UI {
		return app.P().Class("err").ID("%s", shiftID(i, end)+"-error").Body(&components.Icon{Name: components.IconWarn}, app.Span().Text(words))
	})
}

func (l *shiftLine) time(end bool, label, value, placeholder, fault string) app.UI {
	id, about := shiftID(l.Index, end), ""
	if fault != "" {
		about = id + "-error"
	}
	return &components.TimeField{
		ID: id, Label: label, Text: value, Placeholder: placeholder, Invalid: fault != "", DescribedBy: about,
		OnInput:  func(_ app.Context, v string) { l.Board.typeTime(l.Index, end, v) },
		OnCommit: func(_ app.Context, v string) { l.Board.enterTime(l.Index, end, v) },
		OnStep:   func(_ app.Context, by int) { l.Board.stepTime(l.Index, end, by) },
	}
}

func (l *shiftLine) remove(app.Context) { l.Board.removeShift(l.Index) }
