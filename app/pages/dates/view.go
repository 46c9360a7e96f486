package dates

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/platform"
)

// Render draws the page as soon as the dates are here.
func (p *Page) Render() app.UI {
	record := p.Deps.Record()
	var body []app.UI
	switch {
	case !p.model.loaded:
		body = append(body, app.If(record.Err == nil && p.zoneKnown(), func() app.UI {
			return &components.Card{Body: func() []app.UI {
				return []app.UI{&components.Skeleton{Label: text.T("dates.loading"), Lines: 8}}
			}}
		}))
	case p.merge != nil:
		body = append(body, p.conflict())
	default:
		body = append(body, p.summary(), app.Div().Class("cols").Body(p.calendar(), p.lists()), p.bar())
	}
	// What comes and goes has a box of its own: the dialogs keep their places,
	// and whoever types in one keeps the keyboard.
	return app.Div().Class("stack").Body(
		p.head(), p.notes(record), app.Div().Class("stack").Body(body...),
		p.editor(), p.clearDialog(), p.bringDialog(), p.holidayDialog(),
		app.Div().Class("hidden").Role("status").Text(p.spoken),
	)
}

func (p *Page) zoneKnown() bool {
	_, ok := p.Deps.State.Zone(p.shopID())
	return ok
}

func (p *Page) head() app.UI {
	shop, _ := p.Deps.State.Shop(p.shopID())
	return app.Div().Class("head").Body(
		app.Div().Body(
			app.H1().ID(pages.HeadingID).TabIndex(-1).Text(text.T("dates.title")),
			app.P().Class("soft").Text(text.T("dates.text")),
			app.If(p.zoneKnown(), func() app.UI {
				return app.P().Class("soft", "small").Text(text.T("dates.zone", text.Place(shop.Zone)))
			}),
		),
		app.If(p.model.loaded && p.may() && p.merge == nil, func() app.UI {
			return app.Div().Class("row").Body(
				&components.Button{ID: "dates-holidays-open", Label: text.T("dates.holiday.open"), OnClick: p.openHolidays},
				&components.Button{ID: "dates-add", Label: text.T("dates.add"), Kind: components.KindGo, Icon: components.IconPlus, OnClick: p.addDates},
			)
		}),
	)
}

// notes are what stands above the calendar.
func (p *Page) notes(record state.Record) app.UI {
	var notes []app.UI
	if shop, _ := p.Deps.State.Shop(p.shopID()); !p.zoneKnown() {
		notes = append(notes, &components.Note{Tone: components.ToneWarn, Title: text.T("shop.zone.unknown", shop.Zone)})
	}
	if record.Err != nil {
		what := text.T("dates.failed")
		if p.model.loaded {
			what = text.T("dates.old", text.Moment(record.SpecialAt))
		}
		notes = append(notes, pages.FailureNote(what, record.Err, p.Deps.Read))
	}
	if p.model.loaded {
		notes = append(notes, p.standingNotes()...)
		if p.merge == nil {
			notes = append(notes, p.editNotes()...)
		}
	}
	return app.Div().Class("dates-notes", "stack").Body(notes...)
}

// standingNotes are about the operator, the browser and the platform.
func (p *Page) standingNotes() []app.UI {
	var notes []app.UI
	if !p.may() {
		notes = append(notes, &components.Note{Tone: components.ToneInfo, Text: text.T("dates.readonly"), Quiet: true})
	}
	if p.unkept {
		notes = append(notes, &components.Note{Tone: components.ToneWarn, Title: text.T("dates.storage"), Text: text.T("dates.storage.text")})
	}
	if p.Deps.State.ListsActive() {
		notes = append(notes, &components.Note{ID: "dates-active", Tone: components.ToneInfo, Text: text.T("dates.active"), Quiet: true})
	}
	if note := p.unlistedNote(); note != nil {
		notes = append(notes, note)
	}
	switch {
	case p.model.OtherAnchor():
		title := text.T("dates.anchor.utc")
		if p.model.fits == platform.AnchorShop {
			title = text.T("dates.anchor.shop")
		}
		notes = append(notes, &components.Note{ID: "dates-anchor", Tone: components.ToneWarn, Title: title, Text: text.T("dates.anchor.text")})
	case p.model.mixed:
		notes = append(notes, &components.Note{ID: "dates-anchor", Tone: components.ToneWarn, Title: text.T("dates.anchor.mixed"), Text: text.T("dates.anchor.text")})
	case !p.model.clean:
		notes = append(notes, &components.Note{ID: "dates-anchor", Tone: components.ToneWarn, Title: text.T("dates.anchor.neither"), Text: text.T("dates.anchor.whole")})
	}
	return notes
}

// editNotes are about the edit under way.
func (p *Page) editNotes() []app.UI {
	var notes []app.UI
	if !p.draftAt.IsZero() && p.model.Dirty() {
		notes = append(notes, pages.Notice{
			Tone: components.ToneInfo, Title: text.T("dates.draft", text.Moment(p.draftAt)), Text: text.T("dates.draft.text"),
			Action: text.T("dates.draft.drop"), Do: p.discard,
		}.Note("dates-draft"))
	}
	if p.newer != nil {
		notes = append(notes, pages.Notice{
			Tone: components.ToneWarn, Title: text.T("dates.newer"), Text: text.T("dates.newer.text"),
			Action: text.T("dates.newer.look"), Do: p.lookAtBoth,
		}.Note("dates-newer"))
	}
	if p.notice.Title != "" {
		notes = append(notes, p.notice.Note(noticeID))
	}
	return notes
}

func (p *Page) summary() app.UI {
	items := p.model.summary()
	return app.If(len(items) > 0, func() app.UI {
		return &components.ErrorSummary{ID: "dates-summary", Title: text.T("form.problem"), Items: items, Focus: p.model.tried}
	})
}

// calendar is the month with the chosen days below it.
func (p *Page) calendar() app.UI {
	return app.Section().Class("card").Aria("labelledby", "dates-month").Body(
		app.Div().Class("card-head").Body(
			app.H2().ID("dates-month").Aria("live", "polite").Text(text.Date(p.month, text.DateMonth)),
			app.Div().Class("row").Body(
				&components.IconButton{ID: "dates-before", Icon: components.IconBack, Label: text.T("dates.month.before"), Kind: components.KindBare, OnClick: p.monthBefore},
				&components.Button{ID: "dates-today", Label: text.T("dates.month.today"), Kind: components.KindBare, OnClick: p.monthToday},
				&components.IconButton{ID: "dates-next", Icon: components.IconForward, Label: text.T("dates.month.next"), Kind: components.KindBare, OnClick: p.monthNext},
			),
		),
		&components.Calendar{
			ID: "calendar", Label: text.Date(p.month, text.DateMonth), Heads: heads(),
			Days:  p.model.Days(p.month, p.today(), p.week()),
			First: p.first.String(), Last: p.last.String(), OnPick: p.pick, OnTap: p.tap, OnOpen: p.openChosen,
		},
		p.chosen(),
		app.Div().Class("dates-legend", "small").Role("group").Aria("label", text.T("dates.legend")).Body(
			&components.Pill{Tone: components.ToneBad, Text: text.T("dates.legend.closed")},
			&components.Pill{Tone: components.ToneInfo, Text: text.T("dates.legend.other")},
			app.Span().Class("soft").Text(text.T("dates.hint")),
		),
	)
}

func heads() []components.CalendarHead {
	heads := make([]components.CalendarHead, 0, 7)
	for _, d := range text.Week() {
		heads = append(heads, components.CalendarHead{Short: text.HeadDay(d), Long: text.Day(d)})
	}
	return heads
}

// chosen says what applies on the chosen days, and offers to change it.
func (p *Page) chosen() app.UI {
	v := p.model.Chosen(p.first, p.last, p.week())
	label := text.T("dates.chosen.set")
	if v.Item != 0 {
		label = text.T("dates.chosen.edit")
	}
	return app.Div().Class("dates-chosen").Role("group").Aria("label", text.T("dates.chosen")).Body(
		app.Div().Aria("live", "polite").Body(
			app.If(v.Name != "", func() app.UI { return app.P().Body(app.B().Dir("auto").Text(v.Name)) }),
			app.P().Body(app.B().Text(v.Title+" "), app.Span().Class("num").Text(v.Words)),
			app.Range(v.Lines).Slice(func(i int) app.UI { return app.P().Class("soft", "small").Text(v.Lines[i]) }),
			app.If(p.choosing(), func() app.UI { return app.P().Text(text.T("dates.tap")) }),
		),
		app.If(p.may(), func() app.UI {
			return &components.Button{ID: "dates-set", Label: label, OnClick: p.openChosen}
		}),
	)
}

// bar is there while there is something to save or to undo.
func (p *Page) bar() app.UI {
	return app.If(p.model.Dirty() || p.model.CanUndo(), func() app.UI {
		n := p.model.Changes()
		return &components.SaveBar{
			Label: text.T("dates.bar"), Count: text.N("dates.bar.count", n), Text: text.T("dates.bar.unsaved"),
			Actions: func() []app.UI {
				return []app.UI{
					&components.Button{ID: "dates-undo", Label: text.T("dates.undo"), Icon: components.IconUndo, Kind: components.KindBare, Disabled: !p.model.CanUndo(), OnClick: p.undo},
					&components.Button{ID: "dates-discard", Label: text.T("dates.discard"), Kind: components.KindBare, Disabled: n == 0, OnClick: p.discard},
					&components.Button{ID: "dates-save", Label: text.T("dates.save"), Kind: components.KindGo, Busy: p.busy, Disabled: n == 0, OnClick: p.save},
				}
			},
		}
	})
}

func editID(id int) string { return "date-" + strconv.Itoa(id) + "-edit" }
