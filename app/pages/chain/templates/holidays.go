package templates

import (
	"slices"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/chain/diff"
	"github.com/shopdesk/shopdesk/app/pages/shop/dates"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
)

// holidays is the dialog in which a region's public holidays are taken over.
type holidays struct {
	open    bool
	busy    bool
	err     error
	got     api.Holidays
	country string
	picked  map[string]bool // by id
	calls   pages.Generation
}

func (p *Editor) openHolidays(ctx app.Context) {
	p.days.open = true
	p.readHolidays(ctx)
}

func (p *Editor) closeHolidays(app.Context) {
	p.days.open = false
	p.days.calls.Drop()
}

func (p *Editor) chooseCountry(ctx app.Context, country string) {
	p.days.country = country
	p.readHolidays(ctx)
}

// readHolidays reads those of a country: first of the one that a shop is in.
func (p *Editor) readHolidays(app.Context) {
	d, shop := &p.days, p.anyShop(platform.PermissionHoursEdit)
	d.busy, d.err, d.got.Holidays = true, nil, nil // those of the country before aren't this one's
	pages.Load(p.ctx, &d.calls, p.Backend.Holidays(shop, d.country, ""),
		func(_ app.Context, got api.Holidays, err error) {
			if d.busy, d.err = false, err; err != nil {
				return
			}
			d.got, d.country, d.picked = got, got.Country, map[string]bool{}
			for _, h := range got.Holidays {
				d.picked[h.ID] = p.taken(h) == ""
			}
		})
}

// taken names the date of the template that has a day of the holiday, "" for none.
func (p *Editor) taken(h api.Holiday) string {
	for _, d := range p.model.Now.Dates.Dates() {
		if d.From <= h.Last && h.First <= d.To {
			if d.Name != "" {
				return text.Isolate(d.Name)
			}
			return diff.Span(d.From, d.To)
		}
	}
	return ""
}

// free are the holidays that the template has no day of.
func (p *Editor) free() []api.Holiday {
	return slices.DeleteFunc(slices.Clone(p.days.got.Holidays), func(h api.Holiday) bool { return p.taken(h) != "" })
}

func (p *Editor) pickAll(_ app.Context, on bool) {
	for _, h := range p.free() {
		p.days.picked[h.ID] = on
	}
}

// takeHolidays adds the picked holidays, closed all day. Hours can be given
// afterwards.
func (p *Editor) takeHolidays(ctx app.Context) {
	var added []api.ChangeDate
	for _, h := range p.free() {
		if p.days.picked[h.ID] {
			days := api.ChangeRange{From: h.First, To: h.Last}
			added = append(added, api.ChangeDate{ChangeRange: days, Shifts: []api.Shift{{0, 0}}, Name: dates.HolidayName(h)})
		}
	}
	p.closeHolidays(ctx)
	if len(added) == 0 {
		return
	}
	p.model.Now.Dates.Add(added)
	p.did(text.N("templates.holidays.added", len(added)))
}

func (p *Editor) holidayDialog() app.UI {
	n := 0
	for _, h := range p.free() {
		if p.days.picked[h.ID] {
			n++
		}
	}
	return pages.Question{
		ID: "template-holidays-ask", Title: text.T("dates.holiday.title"), Wide: true, Open: p.days.open,
		Close: p.closeHolidays,
		Body:  func() []app.UI { return p.holidayBody(n) },
		Go: components.Button{
			ID: "template-holidays-go", Label: text.N("templates.holidays.take", n), Kind: components.KindGo, Disabled: n == 0,
			OnClick: p.takeHolidays,
		},
	}.Dialog()
}

func (p *Editor) holidayBody(picked int) []app.UI {
	d, free := &p.days, len(p.free())
	return []app.UI{
		pages.Soft(text.T("templates.holidays.text")),
		pages.MaybeFailure(text.T("dates.holiday.failed"), d.err, p.readHolidays),
		dates.HolidayCountry(d.got.Countries, components.Select{
			ID: "template-country", Value: d.country, OnChange: p.chooseCountry,
		}),
		components.Shown(d.busy, &components.Skeleton{Label: text.T("dates.holiday.loading"), Lines: 5}),
		components.Shown(!d.busy && free > 0, &components.Checkbox{
			ID: "template-holidays-all", Label: text.T("templates.holidays.all"), Checked: picked == free,
			Mixed: picked > 0 && picked < free, OnChange: p.pickAll,
		}),
		components.Maybe(!d.busy && d.country != "", func() app.UI {
			return app.Ul().Class("templates-holidays").Body(pages.Each(d.got.Holidays, p.holidayLine))
		}),
	}
}

// holidayLine is one holiday that can be taken over, and what already stands on
// its days.
func (p *Editor) holidayLine(h api.Holiday) app.UI {
	words := text.T("join.comma", text.Isolate(dates.HolidayName(h)), diff.Span(h.First, h.Last))
	if taken := p.taken(h); taken != "" {
		return app.Li().Body(pages.Soft(text.T("templates.holidays.taken", words, taken)))
	}
	return app.Li().Body(&components.Checkbox{
		ID: dates.HolidayID(h.ID), Label: words, Hint: dates.HolidayBasis(h), Checked: p.days.picked[h.ID],
		OnChange: func(_ app.Context, on bool) { p.days.picked[h.ID] = on },
	})
}
