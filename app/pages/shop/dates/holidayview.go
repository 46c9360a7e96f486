package dates

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// HolidayID is the id of a holiday's line.
func HolidayID(id string) string { return "holiday-" + strings.ReplaceAll(id, "/", "-") }

// holidayDialog offers the public holidays of the shop's country, one by one.
func (p *Page) holidayDialog() app.UI {
	return &components.Dialog{
		ID: "dates-holidays", Title: text.T("dates.holiday.title"), Wide: true, Open: p.offers != nil,
		CloseLabel: text.T("action.close"), OnClose: p.closeHolidays, Body: p.holidayBody,
		Actions: pages.Buttons(components.Button{
			ID: "holidays-done", Label: text.T("dates.holiday.done"), Kind: components.KindGo, OnClick: p.closeHolidays,
		}),
	}
}

func (p *Page) holidayBody() []app.UI {
	o := p.offers
	if o == nil {
		return nil
	}
	if o.loading && len(o.got.Countries) == 0 {
		return []app.UI{&components.Skeleton{Label: text.T("dates.holiday.loading"), Lines: 5}}
	}
	return []app.UI{
		pages.Soft(text.T("dates.holiday.text")),
		pages.MaybeFailure(text.T("dates.holiday.failed"), o.err, p.readHolidays),
		pages.MaybeFailure(text.T("dates.holiday.unkept"), o.failed, nil),
		HolidayCountry(o.got.Countries, components.Select{
			ID: "holidays-country", Hint: countryHint(o.got.By), Value: o.country, OnChange: p.chooseCountry,
		}),
		components.Maybe(o.got.Country != "", func() app.UI { return p.holidayList(o) }),
	}
}

// HolidayCountry chooses whose holidays are offered, among the countries there are.
func HolidayCountry(countries []string, s components.Select) app.UI {
	s.Label = text.T("dates.holiday.country")
	if s.Value == "" {
		s.Options = append(s.Options, components.Option{Label: text.T("dates.holiday.choose")})
	}
	for _, c := range countries {
		s.Options = append(s.Options, components.Option{Value: c, Label: text.Region(c)})
	}
	return components.Shown(len(countries) > 0, &s)
}

// countryHint says where the country is from.
func countryHint(by string) string {
	switch by {
	case "phone":
		return text.T("dates.holiday.by.phone")
	case "zone":
		return text.T("dates.holiday.by.zone")
	case "":
		return text.T("dates.holiday.by.none")
	}
	return ""
}

func (p *Page) holidayList(o *offering) app.UI {
	offered, dismissed := p.model.Holidays(o.got.Holidays)
	until, _ := rules.ParseDate(o.got.Until)
	lines := func(rows []holidayRow) app.UI {
		return app.Ul().Class("dates-list").Body(pages.Each(rows, func(r holidayRow) app.UI {
			return &holidayLine{Row: r, OnTake: p.takeHoliday, OnOpen: p.openHoliday, OnDismiss: p.dismissHoliday}
		}))
	}
	return app.Div().ID("holidays-list").TabIndex(-1).Body(
		app.If(len(offered) == 0, func() app.UI {
			return pages.Soft(text.T("dates.holiday.none", text.Date(until, text.DateFull)))
		}).Else(func() app.UI { return lines(offered) }),
		components.Maybe(len(dismissed) > 0, func() app.UI {
			return app.Details().Class("dates-past").Body(app.Summary().Text(text.N("dates.holiday.dismissed", len(dismissed))),
				lines(dismissed))
		}),
	)
}

// holidayLine is one holiday with what can be done about it.
type holidayLine struct {
	app.Compo

	Row       holidayRow
	OnTake    func(id string)
	OnOpen    func(id string)
	OnDismiss func(id string, dismissed bool)
}

// CompoID is the holiday.
func (l *holidayLine) CompoID() string { return l.Row.ID }

// Render draws the holiday.
func (l *holidayLine) Render() app.UI {
	r := l.Row
	return app.Li().ID("%s", HolidayID(r.ID)).Class("dates-row").TabIndex(-1).Body(
		app.Div().Class("dates-row-head").Body(
			app.B().Dir("auto").Text(r.Name),
			app.Span().Text(r.Dates),
			components.Only(r.Basis != "", &components.Pill{Tone: components.ToneWarn, Text: r.Basis}),
		),
		app.If(r.Taken != "", func() app.UI {
			return pages.SoftSmall(text.T("dates.holiday.taken", r.Taken))
		}).ElseIf(r.Dismissed, func() app.UI {
			return app.Div().Class("dates-row-tools").Body(
				&tool{Text: text.T("dates.holiday.again"), Label: text.T("edit.of", text.T("dates.holiday.again"), r.Name),
					OnClick: func(app.Context) {
						l.OnDismiss(r.ID, false)
					}},
			)
		}).Else(func() app.UI {
			return app.Div().Class("dates-row-tools").Body(
				&tool{ID: HolidayID(r.ID) + "-take", Text: text.T("dates.holiday.close"),
					Label: text.T("edit.of", text.T("dates.holiday.close"), r.Name), OnClick: func(app.Context) {
						l.OnTake(r.ID)
					}},
				&tool{ID: HolidayID(r.ID) + "-open", Text: text.T("dates.holiday.hours"),
					Label: text.T("edit.of", text.T("dates.holiday.hours"), r.Name), OnClick: func(app.Context) {
						l.OnOpen(r.ID)
					}},
				&tool{ID: HolidayID(r.ID) + "-dismiss", Text: text.T("dates.holiday.dismiss"),
					Label: text.T("edit.of", text.T("dates.holiday.dismiss"), r.Name), OnClick: func(app.Context) {
						l.OnDismiss(r.ID, true)
					}},
			)
		}),
	)
}
