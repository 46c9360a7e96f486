package dates

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/platform"
)

// Render draws the page.
func (p *Page) Render() app.UI {
	if !p.zoneKnown() {
		return p.Headed(p.head())
	}
	return p.edit.Page(p.Headed(p.head()), p.body, p.editor(), p.clearDialog(), p.bringDialog(), p.holidayDialog())
}

func (p *Page) body() app.UI {
	return pages.Stack(
		pages.Div("dates-notes stack", p.notes()...),
		p.edit.Summary(), pages.Div("cols", p.calendar(), p.lists()), p.edit.Bar(),
	)
}

func (p *Page) zoneKnown() bool {
	_, ok := p.State.Zone(p.Route.ShopID)
	return ok
}

func (p *Page) head() app.UI {
	shop, _ := p.State.Shop(p.Route.ShopID)
	return pages.Head(
		app.Div().Body(
			pages.Heading(text.T("nav.dates")),
			pages.Soft(text.T("dates.text")),
			app.If(p.zoneKnown(), func() app.UI {
				return pages.SoftSmall(text.T("shop.zone", text.Place(shop.Zone)))
			}).Else(func() app.UI {
				return &components.Note{Tone: components.ToneWarn, Title: text.T("shop.zone.unknown", shop.Zone)}
			}),
		),
		components.Only(p.model.loaded && p.edit.May() && !p.edit.Choosing(), pages.Row(
			&components.Button{
				ID: "dates-holidays-open", Label: text.T("dates.holiday.open"), OnClick: p.openHolidays,
			},
			&components.Button{
				ID: "dates-add", Label: text.T("dates.add"), Kind: components.KindGo, Icon: components.IconPlus,
				OnClick: p.addDates,
			},
		)),
	)
}

// notes are about the platform and its list.
func (p *Page) notes() []app.UI {
	var notes []app.UI
	if p.State.ListsActive() {
		notes = append(notes, &components.Note{
			ID: "dates-active", Tone: components.ToneInfo, Text: text.T("dates.active"), Quiet: true,
		})
	}
	if note := p.unlistedNote(); note != nil {
		notes = append(notes, note)
	}
	if title, advice := p.anchorWords(); title != "" {
		notes = append(notes, &components.Note{
			ID: "dates-anchor", Tone: components.ToneWarn, Title: text.T(title), Text: text.T(advice),
		})
	}
	return notes
}

// anchorWords are the keys of what to say of a list that isn't kept by the configured anchor, "" for one that is.
func (p *Page) anchorWords() (title, advice string) {
	switch {
	case p.model.OtherAnchor() && p.model.fits == platform.AnchorShop:
		return "problem.other_anchor.shop", "dates.anchor.text"
	case p.model.OtherAnchor():
		return "problem.other_anchor.utc", "dates.anchor.text"
	case p.model.mixed:
		return "dates.anchor.mixed", "dates.anchor.text"
	case !p.model.clean:
		return "dates.anchor.neither", "dates.anchor.whole"
	}
	return "", ""
}

// calendar is the month with the chosen days below it.
func (p *Page) calendar() app.UI {
	return app.Section().Class("card").Aria("labelledby", "dates-month").Body(
		pages.Div("card-head",
			app.H2().ID("dates-month").Aria("live", "polite").Text(text.Date(p.month, text.DateMonth)),
			pages.Row(
				&components.IconButton{
					ID: "dates-before", Icon: components.IconBack, Label: text.T("dates.month.before"),
					Kind: components.KindBare, OnClick: p.monthBefore,
				},
				&components.Button{
					ID: "dates-today", Label: text.T("nav.today"), Kind: components.KindBare,
					OnClick: p.monthToday,
				},
				&components.IconButton{
					ID: "dates-next", Icon: components.IconForward, Label: text.T("dates.month.next"),
					Kind: components.KindBare, OnClick: p.monthNext,
				},
			),
		),
		&components.Calendar{
			ID: "calendar", Label: text.Date(p.month, text.DateMonth), Heads: heads(),
			Days:  p.model.Days(p.month, p.today()),
			First: p.first.String(), Last: p.last.String(), OnPick: p.pick, OnTap: p.tap, OnOpen: p.openChosen,
		},
		p.chosen(),
		app.Div().Class("dates-legend", "small").Role("group").Aria("label", text.T("dates.legend")).Body(
			&components.Pill{Tone: components.ToneBad, Text: text.T("dates.kind.closed")},
			&components.Pill{Tone: components.ToneInfo, Text: text.T("dates.kind.shifts")},
			pages.Span("soft", text.T("dates.hint")),
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
	v := p.model.Chosen(p.first, p.last)
	label := text.T("dates.chosen.set")
	if p.model.Having(p.first, p.last) != 0 {
		label = text.T("dates.chosen.edit")
	}
	return app.Div().Class("dates-chosen").Role("group").Aria("label", text.T("dates.chosen")).Body(
		app.Div().Aria("live", p.live()).Body(
			components.Only(v.Name != "", app.P().Body(app.B().Dir("auto").Text(v.Name))),
			app.P().Body(app.B().Text(v.Title+" "), app.Span().Body(pages.Unbroken(v.Words)...)),
			pages.Each(v.Lines, pages.SoftSmall),
			components.Only(p.choosing(), app.P().Text(text.T("dates.tap"))),
		),
		components.Only(p.edit.May() && !p.last.Before(p.today()), &components.Button{
			ID: "dates-set", Label: label, OnClick: p.openChosen,
		}),
	)
}

// live has the words read out, but for a day that the keyboard has come to: its own name says the same.
func (p *Page) live() string {
	if !app.IsServer && p.first == p.last && components.Within(components.ActiveElement(), ".calendar-day:focus-visible") {
		return "off"
	}
	return "polite"
}

func editID(id int) string { return "date-" + strconv.Itoa(id) + "-edit" }
