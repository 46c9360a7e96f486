package activity

import (
	"cmp"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/backend"
	"github.com/shopdesk/shopdesk/app/device"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/internal/api"
)

// export is a CSV file in the making: all that the filter chooses, page by
// page.
type export struct {
	busy    bool
	entries []api.ActivityEntry
	err     error
	calls   pages.Generation
}

func (p *Page) startExport(app.Context) {
	if p.export.busy {
		return
	}
	p.export.busy, p.export.entries, p.export.err = true, nil, nil
	p.exportMore(p.query(), p.filter.kind)
}

// exportMore reads one page, and the next when it is there.
func (p *Page) exportMore(query backend.ActivityQuery, kind string) {
	pages.Load(p.ctx, &p.export.calls, p.Backend.Activity(query), func(ctx app.Context, a api.Activity, err error) {
		if err != nil {
			p.export.busy, p.export.err = false, err
			return
		}
		p.export.entries = append(p.export.entries, fitting(kind, a.Entries)...)
		if query.Before = a.Next; a.Next != 0 {
			p.exportMore(query, kind)
			return
		}
		p.export.busy = false
		device.Download(ctx, "activity.csv", "text/csv;charset=utf-8", p.csv())
		p.Toast(ctx, text.N("activity.csv.done", len(p.export.entries)))
	})
}

func (p *Page) stopExport(app.Context) {
	p.export.calls.Drop()
	p.export.busy = false
}

// csv is the file.
func (p *Page) csv() string {
	b := pages.CSV("label.time.local", "shops.add.zone", "activity.member.person", "nav.shop", "shop.number", "pauses.do",
		"activity.csv.what", "today.key.before", "activity.csv.after", "runs.csv.state", "activity.csv.detail")
	r := reader{p.State}
	for _, e := range p.export.entries {
		zone, zoneName := pages.FileZone(p.State, e.ShopID)
		at := text.CSVTime(e.At, zone)
		changes := r.changes(e)
		if len(changes) == 0 {
			changes = []change{{}}
		}
		order := orderOf(e.Request)
		for _, c := range changes {
			if order != 0 && c.After == number(order) {
				c.After = "#" + c.After // as in the file of orders: spreadsheets keep 15 digits of a number
			}
			text.CSVLine(
				b, at, zoneName, who(e), p.shopName(e.ShopID), number(e.ShopID), title(e), c.What,
				cmp.Or(c.PhotoBefore, c.Before), cmp.Or(c.PhotoAfter, c.After), outcome(e), e.Detail,
			)
		}
	}
	return b.String()
}

// shopName is the shop's name, or its number when it isn't ours any more.
func (p *Page) shopName(id int64) string {
	if id == 0 {
		return ""
	}
	return p.ShopName(id)
}
