package orders

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/backend"
	"github.com/shopdesk/shopdesk/app/device"
	"github.com/shopdesk/shopdesk/app/live/book"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/orders/confirm"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// pastExport is a CSV file in the making: all that the filters choose, page by page.
type pastExport struct {
	busy  bool
	lines strings.Builder
	count int // of orders
	err   error
	calls pages.Generation
}

func (p *Past) startExport(app.Context) {
	if p.export.busy {
		return
	}
	p.export.busy, p.export.count, p.export.err = true, 0, nil
	p.export.lines.Reset()
	p.export.lines.WriteString("\uFEFF") // by which spreadsheets know UTF-8
	csvHead(&p.export.lines)
	wanted := p.wanted
	wanted.Cursor = ""
	p.exportMore(wanted)
}

// exportMore reads one page, and the next when it is there.
func (p *Past) exportMore(wanted backend.Wanted) {
	call := p.Backend.History(wanted, api.HistoryPages)
	pages.Load(p.ctx, &p.export.calls, call, func(ctx app.Context, page api.History, err error) {
		if err != nil {
			p.export.busy, p.export.err = false, err
			return
		}
		for i := range page.Orders {
			o := &page.Orders[i]
			zone, zoneName := pages.FileZone(p.State, o.ShopID)
			shop, _ := p.State.Shop(o.ShopID)
			csvOrder(&p.export.lines, o, page.Refunds[o.OrderID], csvShop{state.DisplayName(shop), zoneName, zone})
		}
		p.export.count += len(page.Orders)
		if wanted.Cursor = page.Next; page.Next != "" {
			p.exportMore(wanted)
			return
		}
		p.export.busy = false
		device.Download(ctx, "orders.csv", "text/csv;charset=utf-8", p.export.lines.String())
		p.Toast(ctx, text.N("orders.past.csv.done", p.export.count))
	})
}

// csvShop is what a line says of the order's shop.
type csvShop struct {
	name, zoneName string
	zone           rules.Zone
}

func csvHead(b *strings.Builder) {
	text.CSVLine(b, text.T("orders.csv.line"), text.T("orders.order"), text.T("shops.col.number"),
		text.T("nav.shop"), text.T("shop.number"), text.T("label.time.local"), text.T("shops.add.zone"),
		text.T("shops.col.status"), text.T("orders.csv.currency"), text.T("orders.total"), text.T("orders.csv.paid"),
		text.T("orders.past.refunded"), text.T("orders.refund.total"), text.T("label.reason"))
}

// csvOrder writes a line of an order and one of each of its refunds. Amounts have a point and no sign; the columns of
// what was paid and of what was refunded add up to the page's totals.
func csvOrder(b *strings.Builder, o *api.Order, refunds []api.OrderRefund, in csvShop) {
	line := func(kind string, at int64, state string, total, paid, refunded *api.Money, refund, reason string) {
		currency := ""
		for _, m := range []*api.Money{total, paid, refunded} {
			if m != nil {
				currency = m.Currency
			}
		}
		text.CSVLine(b, text.T("orders.csv."+kind), csvID(o.OrderID), confirm.Number(o), in.name,
			strconv.FormatInt(o.ShopID, 10), text.CSVTime(at, in.zone), in.zoneName, state, currency, decimal(total),
			decimal(paid), decimal(refunded), refund, reason)
	}
	reason := ""
	if o.Cancel != nil {
		reason = o.Cancel.Reason
	}
	line("is.order", o.PlacedAt, laneName(book.LaneOf(o)), o.Total, o.Paid(), nil, "", reason)
	for i := range refunds {
		r := &refunds[i]
		id := ""
		if r.ID != 0 {
			id = csvID(r.ID)
		}
		line("is.refund", r.At, confirm.Standing(r), r.Money, nil, o.Refunded(r), id, r.Reason)
	}
}

// csvID writes an id as the console does. Spreadsheets keep 15 digits of a number, and drop zeros at its beginning.
func csvID(id int64) string { return "#" + strconv.FormatInt(id, 10) }

func decimal(m *api.Money) string {
	if m == nil {
		return ""
	}
	return text.Decimal(m.Amount, m.Currency)
}
