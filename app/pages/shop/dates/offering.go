package dates

import (
	"fmt"

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
	got     api.Holidays
	country string // as chosen, "" for the shop's
	rows    []*holidayRow
	tried   bool // to save: what is wrong with hours shows
	shop    int64
	was     string // the choice that was proposed
	back    bool   // somebody wants it back
}

// choice is what is chosen, as a text.
func (o *offering) choice() string { return fmt.Sprint(ticked(o.rows)) }

func (p *Page) openHolidays(ctx app.Context) {
	p.offers = &offering{shop: p.Route.ShopID}
	p.readHolidays(ctx)
}

func (p *Page) closeHolidays(app.Context) {
	p.offers = nil
	p.holidays.Drop()
}

// actionHolidays hands a choice that was closed to the page of its shop, and actionHere tells that a page is there.
const (
	actionHolidays = "shopdesk/holidays"
	actionHere     = "shopdesk/dates"
)

// dropHolidays closes the dialog. What was chosen can be had back.
func (p *Page) dropHolidays(ctx app.Context) {
	o := p.offers
	p.closeHolidays(ctx)
	if o != nil && len(o.rows) > 0 && o.choice() != o.was {
		p.Dropped(ctx, func(ctx app.Context) {
			o.giveBack(ctx)
			ctx.Dispatch(func(ctx app.Context) {
				if o.back { // the page was left
					p.Go(ctx, p.Route)
				}
			})
		})
	}
}

// giveBack hands it to its page: now, or once that is opened.
func (o *offering) giveBack(ctx app.Context) {
	o.back = true
	give := func(ctx app.Context, _ app.Action) { ctx.NewActionWithValue(actionHolidays, o) }
	ctx.Handle(actionHere, give)
	give(ctx, app.Action{})
}

// openedAgain opens the dialog with what was chosen.
func (p *Page) openedAgain(_ app.Context, a app.Action) {
	if o, ok := a.Value.(*offering); ok && o.back && o.shop == p.Route.ShopID && p.offers == nil {
		p.offers, o.back = o, false
	}
}

func (p *Page) chooseCountry(ctx app.Context, country string) {
	if p.offers != nil {
		p.offers.country = country
	}
	p.readHolidays(ctx)
}

func (p *Page) readHolidays(app.Context) {
	o := p.offers
	if o == nil {
		return
	}
	o.loading, o.err, o.rows, o.got.Country = true, nil, nil, "" // the rows are those of the country before
	call := p.Backend.Holidays(p.Route.ShopID, o.country, areaCode(p.Record().Shop))
	pages.Load(p.Ctx, &p.holidays, call, func(_ app.Context, got api.Holidays, err error) {
		o.loading, o.err = false, err
		if err == nil {
			o.got, o.country, o.rows, o.tried = got, got.Country, p.model.Holidays(got.Holidays), false
			o.was = o.choice()
		}
	})
}

// open are the rows of holidays that can be chosen for.
func (o *offering) open() []*holidayRow {
	var rows []*holidayRow
	for _, r := range o.rows {
		if r.Taken == "" {
			rows = append(rows, r)
		}
	}
	return rows
}

func (p *Page) tickHolidays(_ app.Context, on bool) {
	if p.offers == nil {
		return
	}
	for _, r := range p.offers.open() {
		r.Ticked = on
	}
}

// takeHolidays saves what is chosen for all holidays.
func (p *Page) takeHolidays(ctx app.Context) {
	o := p.offers
	if o == nil {
		return
	}
	o.tried = true
	for _, r := range o.rows {
		if found := r.entry.problems(); r.Ticked && len(found) > 0 {
			p.Focus(r.field(found[0].field))
			return
		}
	}
	p.closeHolidays(ctx)
	p.decideHolidays(o)
	if p.model.TakeHolidays(o.rows) > 0 {
		p.edit.Edited("")
		p.saveNow(ctx)
	}
}

// decideHolidays asks the server to remember the holidays that are as usual against the proposal, and to forget those
// that aren't any more.
func (p *Page) decideHolidays(o *offering) {
	for i, r := range o.rows {
		was := o.got.Holidays[i].Dismissed
		now := !r.Ticked && (was || r.Last != "")
		if r.Taken != "" || now == was {
			continue
		}
		call := backend.DismissHoliday.To(p.Backend, api.DismissHoliday{ShopID: p.Route.ShopID, ID: r.ID, Dismissed: now})
		pages.Load(p.Ctx, new(pages.Generation), call, func(_ app.Context, _ backend.None, err error) {
			if err != nil {
				p.edit.Tell(p.Ctx, pages.Notice{Tone: components.ToneWarn, Title: text.T("told.unsaved")})
			}
		})
	}
}
