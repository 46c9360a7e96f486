package dates

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/shop/special"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
)

// editor is the dialog that one entry is edited in. What is edited shows in the
// calendar and the list at once; Cancel takes it back.
func (b *board) editor() app.UI {
	title, done := text.T("dates.editor"), text.T("dates.edit")
	added := find(b.model.before, b.model.open) == nil
	if added {
		title, done = text.T("dates.add"), text.T("action.add")
	}
	if b.save != nil {
		done = text.T("action.save")
	}
	return &components.Dialog{
		ID: "date-editor", Title: title, Open: b.model.open != 0, CloseLabel: text.T("action.cancel"), OnClose: b.cancel,
		Body: b.editorBody,
		Actions: func() []app.UI {
			return []app.UI{
				components.Only(!added, &components.Button{
					ID: "date-remove", Label: text.T("action.remove"), Kind: components.KindStop,
					OnClick: b.removeOpen,
				}),
				&components.Button{
					ID: "date-cancel", Label: text.T("action.cancel"), OnClick: b.cancel,
				},
				&components.Button{
					ID: "date-done", Label: done, Kind: components.KindGo, OnClick: b.done,
				},
			}
		},
	}
}

func (b *board) editorBody() []app.UI {
	it, _ := b.model.Item(b.model.open)
	problems, doubts := b.model.EditorProblems(), b.model.Doubts()
	nights := b.model.nights(it)
	date := func(id, label, value string, set func(string)) app.UI {
		return &components.TextField{
			ID: id, Label: label, Type: "date", Value: value, Error: fieldError(problems, id),
			OnInput: b.takes(set), OnCommit: b.leave,
		}
	}
	return []app.UI{
		pages.Div("dates-range",
			date(fieldFirst, text.T("dates.first"), it.First, b.model.SetFirst),
			date(fieldLast, text.T("dates.last"), it.Last, b.model.SetLast),
		),
		components.Shown(it.days() > 1, daysLine(it.days())),
		b.clashOffers(),
		&components.TextField{
			ID: fieldName, Label: text.T("label.name"), Hint: text.T("dates.name.hint"),
			Optional: text.T("label.optional"), Value: it.Name, MaxLength: api.MaxDateName,
			OnInput: b.takes(b.model.SetName),
		},
		components.Field{
			ID: fieldKind, Label: text.T("dates.kind"), Group: true, Error: fieldError(problems, fieldKind),
		}.With(pages.Div("dates-kinds", pages.Each([]kind{kindClosed, kindWhole, kindShifts}, func(k kind) app.UI {
			return app.Label().Class("check").Body(
				&components.Radio{
					ID: fieldKind + "-" + string(k), Name: fieldKind, On: it.Kind == k,
					OnChoose: func(app.Context) { b.setKind(k) },
				},
				pages.Span("check-label", text.T("dates.kind."+string(k))),
			)
		}))),
		components.Only(it.Kind == kindShifts, b.shifts(it, problems)),
		pages.Each(doubts, pages.Doubt),
		components.Only(it.over(b.today()), &components.Note{
			Tone: components.ToneWarn, Title: text.T("dates.over"), Text: text.T("dates.over.text"),
		}),
		components.Only(len(nights) > 0, &components.Note{ID: "date-nights", Tone: components.ToneInfo,
			Title: text.T("dates.nights"), Body: pages.Paragraphs(nights)}),
	}
}

// daysDoubted is the number of days from which on the last day may be of the wrong year.
const daysDoubted = 60

// daysLine says how many days an entry has, as a doubt when they are many.
func daysLine(n int) app.UI {
	words := text.N("dates.days", n)
	if n < daysDoubted {
		return pages.SoftSmall(words)
	}
	return pages.Doubt(words)
}

// clashOffers are the ways out when other entries have some of the entry's days.
func (b *board) clashOffers() app.UI {
	taken, free := b.model.Clash()
	return components.Maybe(len(taken) > 0, func() app.UI {
		words := taken[0].words()
		for _, s := range taken[1:] {
			words = text.T("edit.list.comma", words, s.words())
		}
		offers := []app.UI{
			&components.Button{ID: "date-replace", Label: text.T("dates.replace", words), OnClick: b.replace},
		}
		for i, s := range free {
			offers = append(offers, &components.Button{
				ID: "date-only-" + strconv.Itoa(i), Label: text.T("dates.only", s.words()),
				OnClick: func(app.Context) { b.only(s) },
			})
		}
		return pages.Row(offers...)
	})
}

// shifts are the hours of the entry's days.
func (b *board) shifts(it item, problems []problem) app.UI {
	return components.Field{
		ID: "date-shifts", Label: text.T("dates.shifts"), Hint: text.T("dates.shifts.hint"), Group: true,
	}.With(
		special.ShiftLines{
			Of: shiftsID, Shifts: it.Shifts, Wrong: func(field string) string { return fieldError(problems, field) },
			OnTime: b.setTime, OnRemove: b.removeShift,
		}.Draw(),
		&components.Button{
			ID: "date-shift-add", Label: text.T("hours.add"), Icon: components.IconPlus, OnClick: b.addShift,
		},
	)
}
