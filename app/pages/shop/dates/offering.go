package dates

import (
	"slices"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/backend"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
)

// offering is the dialog of public holidays while it is open.
type offering struct {
	loading bool
	err     error // of the read
	failed  error // of a dismissal
	got     api.Holidays
	country string // as chosen, "" for the shop's
}

func (p *Page) openHolidays(ctx app.Context) {
	p.offers = &offering{}
	p.readHolidays(ctx)
}

func (p *Page) closeHolidays(app.Context) {
	p.offers = nil
	p.holidays.Drop()
}

func (p *Page) chooseCountry(ctx app.Context, country string) {
	p.offers.country = country
	p.readHolidays(ctx)
}

func (p *Page) readHolidays(app.Context) {
	o := p.offers
	o.loading, o.err = true, nil
	call := p.Backend.Holidays(p.Route.ShopID, o.country, areaCode(p.Record().Shop))
	pages.Load(p.ctx, &p.holidays, call, func(_ app.Context, got api.Holidays, err error) {
		o.loading, o.err = false, err
		if err == nil {
			o.got, o.country = got, got.Country
		}
	})
}

func (p *Page) holiday(id string) (h api.Holiday, ok bool) {
	if p.offers == nil {
		return h, false
	}
	i := slices.IndexFunc(p.offers.got.Holidays, func(h api.Holiday) bool { return h.ID == id })
	if i < 0 {
		return h, false
	}
	return p.offers.got.Holidays[i], true
}

// takeHoliday closes the shop on a holiday; the dialog stays for the next.
func (p *Page) takeHoliday(id string) {
	if h, ok := p.holiday(id); ok {
		p.model.AddHoliday(h)
		p.edit.Edited(text.T("dates.holiday.added", HolidayName(h)))
		components.FocusID(p.ctx, HolidayID(id))
	}
}

// openHoliday goes to the editor, for hours.
func (p *Page) openHoliday(id string) {
	if h, ok := p.holiday(id); ok {
		p.closeHolidays(p.ctx)
		p.model.OpenHoliday(h, p.week())
		p.show(p.model.open)
		p.edit.Edited("")
	}
}

// dismissHoliday asks the server to remember that a holiday isn't wanted here,
// or is after all. It shows at once and comes back if that fails.
func (p *Page) dismissHoliday(id string, dismissed bool) {
	o := p.offers
	dismiss := api.DismissHoliday{ShopID: p.Route.ShopID, ID: id, Dismissed: dismissed}
	o.mark(id, dismissed)
	o.failed = nil
	components.FocusID(p.ctx, "holidays-list")
	call := backend.DismissHoliday.To(p.Backend, dismiss)
	pages.Load(p.ctx, new(pages.Generation), call, func(_ app.Context, _ backend.None, err error) {
		if err != nil {
			o.mark(id, !dismissed)
			o.failed = err
		}
	})
}

func (o *offering) mark(id string, dismissed bool) {
	o.got.Holidays = slices.Clone(o.got.Holidays)
	for i := range o.got.Holidays {
		if o.got.Holidays[i].ID == id {
			o.got.Holidays[i].Dismissed = dismissed
		}
	}
}
