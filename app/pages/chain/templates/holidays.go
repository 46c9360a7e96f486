package templates

import (
	"slices"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/chain/diff"
	"github.com/shopdesk/shopdesk/app/pages/shop/dates"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
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
	d.busy, d.err = true, nil
	pages.Load(p.ctx, &d.calls, p.Deps.Backend.Holidays(shop, d.country, ""),
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

func (p *Editor) pickHoliday(id string, on bool) { p.days.picked[id] = on }

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
			added = append(added, api.ChangeDate{ChangeRange: api.ChangeRange{From: h.First, To: h.Last}, Shifts: []api.Shift{{0, 0}}, Name: dates.HolidayName(h)})
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
	return &components.Dialog{
		ID: "template-holidays-ask", Title: text.T("templates.holidays"), Wide: true, Open: p.days.open,
		CloseLabel: text.T("action.close"), OnClose: p.closeHolidays, Body: p.holidayBody,
		Actions: func() []app.UI {
			n := 0
			for _, h := range p.free() {
				if p.days.picked[h.ID] {
					n++
				}
			}
			return []app.UI{
				&components.Button{Label: text.T("settings.cancel"), OnClick: p.closeHolidays},
				&components.Button{ID: "template-holidays-go", Label: text.N("templates.holidays.take", n), Kind: components.KindGo, Disabled: n == 0, OnClick: p.takeHolidays},
			}
		},
	}
}

func (p *Editor) holidayBody() []app.UI {
	d := &p.days
	options := []components.Option{}
	if d.country == "" {
		options = append(options, components.Option{Label: text.T("dates.holiday.choose")})
	}
	for _, c := range d.got.Countries {
		options = append(options, components.Option{Value: c, Label: text.Region(c)})
	}
	free, picked := p.free(), 0
	for _, h := range free {
		if d.picked[h.ID] {
			picked++
		}
	}
	return []app.UI{
		app.P().Class("soft").Text(text.T("templates.holidays.text")),
		components.Maybe(d.err != nil, func() app.UI { return pages.FailureNote(text.T("dates.holiday.failed"), d.err, p.readHolidays) }),
		components.Maybe(len(d.got.Countries) > 0, func() app.UI {
			return &components.Select{ID: "template-country", Label: text.T("dates.holiday.country"), Value: d.country, Options: options, OnChange: p.chooseCountry}
		}),
		components.Maybe(d.busy, func() app.UI { return &components.Skeleton{Label: text.T("dates.holiday.loading"), Lines: 5} }),
		components.Maybe(!d.busy && len(free) > 0, func() app.UI {
			return &components.Checkbox{ID: "template-holidays-all", Label: text.T("templates.holidays.all"), Checked: picked == len(free), Mixed: picked > 0 && picked < len(free), OnChange: p.pickAll}
		}),
		components.Maybe(!d.busy && d.country != "", func() app.UI {
			return app.Ul().Class("templates-holidays").Body(app.Range(d.got.Holidays).Slice(func(i int) app.UI {
				h := d.got.Holidays[i]
				return &holidayLine{Holiday: h, Taken: p.taken(h), Picked: d.picked[h.ID], OnPick: p.pickHoliday}
			}))
		}),
	}
}

// holidayLine is one holiday that can be taken over.
type holidayLine struct {
	app.Compo

	Holiday api.Holiday
	Taken   string
	Picked  bool
	OnPick  func(id string, on bool)
}

// CompoID is the holiday's.
func (l *holidayLine) CompoID() string { return l.Holiday.ID }

// Render draws the holiday, and what already stands on its days.
func (l *holidayLine) Render() app.UI {
	h := l.Holiday
	words := text.T("templates.date", text.Isolate(dates.HolidayName(h)), diff.Span(h.First, h.Last))
	return app.Li().Body(
		app.If(l.Taken == "", func() app.UI {
			return &components.Checkbox{ID: dates.HolidayID(h.ID), Label: words, Hint: basis(h), Checked: l.Picked, OnChange: l.pick}
		}).Else(func() app.UI {
			return app.P().Class("soft").Text(text.T("templates.holidays.taken", words, l.Taken))
		}),
	)
}

func (l *holidayLine) pick(_ app.Context, on bool) { l.OnPick(l.Holiday.ID, on) }

// basis says how sure a date is, "" for a fixed one.
func basis(h api.Holiday) string {
	if h.Basis == api.BasisFixed {
		return ""
	}
	return text.T("dates.holiday." + h.Basis)
}
