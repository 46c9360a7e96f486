package orders

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/backend"
	"github.com/shopdesk/shopdesk/app/device"
	"github.com/shopdesk/shopdesk/app/live/book"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// pastExport is a CSV file in the making: all that the filters choose, page by page.
type pastExport struct {
	busy  bool
	lines *strings.Builder
	count int // of orders
	err   error
	calls pages.Generation
}

func (p *Past) startExport(app.Context) {
	if p.export.busy {
		return
	}
	p.export.busy, p.export.count, p.export.err = true, 0, nil
	p.export.lines = csvHead()
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
			shop := csvShop{p.ShopName(o.ShopID), zoneName, zone}
			csvOrder(p.export.lines, o, page.Refunds[o.OrderID], shop)
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

func csvHead() *strings.Builder {
	return pages.CSV("orders.csv.line", "orders.order", "shops.col.number", "nav.shop", "shop.number",
		"label.time.local", "shops.add.zone", "shops.col.status", "orders.csv.currency", "orders.total", "orders.csv.paid",
		"orders.past.refunded", "orders.refund.total", "orders.csv.asked", "label.reason")
}

// csvRow is a line of an order, or of one of its refunds.
type csvRow struct {
	kind, status     string
	at               int64
	total, paid      *api.Money // of an order
	refunded, asked  *api.Money // of a refund: what the customer got back, and what the refund was for
	refundID, reason string
}

// csvOrder writes a line of an order and one of each of its refunds. Amounts have a point and no sign; the column of
// totals is of orders alone, and the columns of what was paid and of what was refunded add up to the page's totals.
func csvOrder(b *strings.Builder, o *api.Order, refunds []api.OrderRefund, in csvShop) {
	row := csvRow{kind: "is.order", status: laneName(book.LaneOf(o)), at: o.PlacedAt, total: o.Total, paid: o.Paid()}
	if o.Cancel != nil {
		row.reason = o.Cancel.Reason
	}
	row.write(b, o, in)
	for i := range refunds {
		r := &refunds[i]
		row := csvRow{kind: "is.refund", status: text.T("orders.refund." + string(r.Standing)), at: r.At,
			refunded: o.Refunded(r), asked: r.Money, reason: r.Reason}
		if r.ID != 0 {
			row.refundID = csvID(r.ID)
		}
		row.write(b, o, in)
	}
}

func (r *csvRow) write(b *strings.Builder, o *api.Order, in csvShop) {
	currency := ""
	for _, m := range []*api.Money{r.total, r.paid, r.refunded, r.asked} {
		if m != nil {
			currency = m.Currency
		}
	}
	text.CSVLine(b, text.T("orders.csv."+r.kind), csvID(o.OrderID), text.OrderNumber(o), in.name,
		strconv.FormatInt(o.ShopID, 10), text.CSVTime(r.at, in.zone), in.zoneName, r.status, currency, decimal(r.total),
		decimal(r.paid), decimal(r.refunded), r.refundID, decimal(r.asked), r.reason)
}

// csvID writes an id as the console does. Spreadsheets keep 15 digits of a number, and drop zeros at its beginning.
func csvID(id int64) string { return "#" + strconv.FormatInt(id, 10) }

// decimal writes an amount, or the platform's own words where the currency, and so its decimals, isn't known.
func decimal(m *api.Money) string {
	switch {
	case m == nil:
		return ""
	case m.Currency == "":
		return m.Text
	}
	return text.Decimal(m.Amount, m.Currency)
}
