package dates

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/shop/special"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// HolidayID is the id of a holiday's line.
func HolidayID(id string) string { return "holiday-" + strings.ReplaceAll(id, "/", "-") }

// holidayDialog offers the public holidays of the shop's country, all in one list.
func (p *Page) holidayDialog() app.UI {
	words, loading := text.T("action.save"), false
	if p.offers != nil {
		loading = p.offers.loading
		if n := len(ticked(p.offers.rows)); n > 0 {
			words = text.N("dates.holiday.go", n)
		}
	}
	return pages.Question{
		ID: "dates-holidays", Title: text.T("dates.holiday.title"), Wide: true, Open: p.offers != nil,
		Close: p.dropHolidays, Body: p.holidayBody,
		Go: components.Button{
			ID: "holidays-go", Label: words, Kind: components.KindGo, Busy: loading, OnClick: p.takeHolidays,
		},
	}.Dialog()
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
		HolidayCountry(o.got.Countries, components.Select{
			ID: "holidays-country", Hint: countryHint(o.got.By), Value: o.country, OnChange: p.chooseCountry,
		}),
		components.Shown(o.loading, &components.Skeleton{Label: text.T("dates.holiday.loading"), Lines: 5}),
		components.Maybe(o.got.Country != "", func() app.UI { return p.holidayList(o) }),
	}
}

// HolidayCountry chooses whose holidays are offered, among the countries there are.
func HolidayCountry(countries []string, s components.Select) app.UI {
	none := ""
	if s.Value == "" {
		none = text.T("dates.holiday.choose")
	}
	s.Label, s.Options = text.T("dates.holiday.country"), pages.Options(none, countries, text.Region)
	return components.Shown(len(countries) > 0, &s)
}

// countryHint says where the country is from.
func countryHint(by string) string {
	switch by {
	case "phone", "zone":
		return text.T("dates.holiday.by." + by)
	case "":
		return text.T("dates.holiday.by.none")
	}
	return ""
}

func (p *Page) holidayList(o *offering) app.UI {
	until, _ := rules.ParseDate(o.got.Until)
	open, ticked := len(o.open()), len(ticked(o.rows))
	return app.Div().ID("holidays-list").TabIndex(-1).Body(
		app.If(open == 0, func() app.UI {
			return pages.Soft(text.T("dates.holiday.none", text.Date(until, text.DateFull)))
		}).Else(func() app.UI {
			return &components.Checkbox{
				ID: "holidays-all", Label: text.T("dates.holiday.all"), Checked: ticked == open,
				Mixed: ticked > 0 && ticked < open, OnChange: p.tickHolidays,
			}
		}),
		app.Ul().Class("dates-list").Body(pages.Each(o.rows, func(r *holidayRow) app.UI { return p.holidayLine(r) })),
	)
}

// field is the id of a field of the holiday's hours, of which an entry's problem names another.
func (r *holidayRow) field(of string) string {
	return HolidayID(r.ID) + strings.TrimPrefix(of, shiftsID)
}

// holidayLine is one holiday: as usual, or closed or with hours of its own when it is ticked.
func (p *Page) holidayLine(r *holidayRow) app.UI {
	id := HolidayID(r.ID)
	head := text.T("edit.of", text.Isolate(r.Name), r.Dates)
	if r.Taken != "" {
		return app.Li().ID("%s", id).Class("dates-holiday").Body(
			app.P().Text(head), pages.SoftSmall(text.T("dates.holiday.taken", r.Taken)))
	}
	hint := r.Last
	if r.Basis != "" {
		if hint = r.Basis; r.Last != "" {
			hint = text.T("edit.list.comma", r.Basis, r.Last)
		}
	}
	turn := text.T("dates.holiday.hours")
	if r.entry.Kind == kindShifts {
		turn = text.T("shift.closed")
	}
	return app.Li().ID("%s", id).Class("dates-holiday").Body(
		pages.Div("dates-holiday-head",
			&components.Checkbox{ID: id + "-take", Label: head, Hint: hint, Checked: r.Ticked,
				OnChange: func(_ app.Context, on bool) { r.Ticked = on }},
			components.Shown(r.Ticked, &components.Pill{Tone: toneOf(r.entry.Kind), Text: kindText(r.entry.Kind)}),
			components.Shown(r.Ticked, &components.Button{
				ID: id + "-open", Label: turn, Name: text.T("edit.of", turn, r.Name), Kind: components.KindBare,
				OnClick: func(app.Context) { r.toggle(p.model.at.Week) },
			}),
		),
		components.Shown(r.Ticked && r.entry.Kind == kindShifts, p.holidayHours(r)),
	)
}

// holidayHours are the hours of a holiday that aren't the week's.
func (p *Page) holidayHours(r *holidayRow) app.UI {
	return special.ShiftLines{
		Of: HolidayID(r.ID), Shifts: r.entry.Shifts,
		Wrong: func(field string) string {
			if !p.offers.tried {
				return ""
			}
			for _, found := range r.entry.problems() {
				if r.field(found.field) == field {
					return found.text
				}
			}
			return ""
		},
		OnTime: func(i int, end, left bool, typed string) {
			special.SetTime(r.entry.Shifts, i, end, left, typed)
		},
		OnRemove: func(i int) { r.entry.Shifts = special.Without(r.entry.Shifts, i) },
	}.Draw()
}
