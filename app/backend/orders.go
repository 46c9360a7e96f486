package backend

import (
	"context"
	"net/url"
	"strconv"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
)

// OrderList is the orders of a board.
type OrderList struct {
	api.Orders

	Asked time.Time // when they were asked for
}

// Orders lists the orders of a shop's board, or with 0 of all the operator's.
func (b *Backend) Orders(shopID int64) Call[OrderList] {
	return func(ctx context.Context) (OrderList, error) {
		path := api.PathOrders + shopQuery(shopID, "?")
		response, err := b.exchange(ctx, "GET", path, map[string]string{}, nil)
		if err != nil {
			return OrderList{}, err
		}
		list := OrderList{Asked: response.Asked}
		return list, decode(path, response, &list.Orders)
	}
}

// Order reads everything about one order.
func (b *Backend) Order(shopID, orderID int64) Call[api.OrderDetail] {
	query := shopQuery(shopID, "?") + "&order=" + strconv.FormatInt(orderID, 10)
	return Get[api.OrderDetail](api.PathOrder + query).From(b)
}

// Wanted is what to look for in the history.
type Wanted struct {
	ShopID int64  // 0 for all
	From   string // "2026-11-21" in each shop's zone, "" for no bound
	To     string // included
	State  string // columns joined by commas, "" for any
	Text   string
	Behind string // which orders behind a figure, as a query: "only=lost" ([api.History])
	Cursor string // of the page before
}

// query asks for at most so many, 0 for no bound.
func (w Wanted) query(limit int64) string {
	asked, _ := url.ParseQuery(w.Behind)
	for name, n := range map[string]int64{"limit": limit, "shop": w.ShopID} {
		if n != 0 {
			asked.Set(name, strconv.FormatInt(n, 10))
		}
	}
	for name, v := range map[string]string{
		"from": w.From, "to": w.To, "state": w.State, "q": w.Text, "cursor": w.Cursor,
	} {
		if v != "" {
			asked.Set(name, v)
		}
	}
	return "?" + asked.Encode()
}

// History reads one page of past orders, of at most so many.
func (b *Backend) History(w Wanted, limit int64) Call[api.History] {
	return Get[api.History](api.PathHistory + w.query(limit)).From(b)
}

// HistoryTotals adds past orders up.
func (b *Backend) HistoryTotals(w Wanted) Call[api.HistoryTotals] {
	w.Cursor = ""
	return Get[api.HistoryTotals](api.PathHistoryTotals + w.query(0)).From(b)
}

// OrderSettings lists how the shop, or with 0 all shops, take orders.
func (b *Backend) OrderSettings(shopID int64) Call[api.OrderSettingsList] {
	return Get[api.OrderSettingsList](api.PathOrderSettings + shopQuery(shopID, "?")).From(b)
}

// Poll asks what happened after an event; shops is the Shops of the last answer.
func (b *Backend) Poll(shopID, after int64, shops string) Call[api.LiveBatch] {
	return Get[api.LiveBatch](api.PathLivePoll + afterQuery(shopID, after, shops)).From(b)
}

// LiveURL is where the events after one are streamed; shops is as for Poll.
func (b *Backend) LiveURL(shopID, after int64, shops string) string {
	return string(b.mount) + api.PathLive + afterQuery(shopID, after, shops)
}

func afterQuery(shopID, after int64, shops string) string {
	return "?after=" + strconv.FormatInt(after, 10) + shopQuery(shopID, "&") + "&shops=" + shops
}

func shopQuery(shopID int64, lead string) string {
	if shopID == 0 {
		return ""
	}
	return lead + "shop=" + strconv.FormatInt(shopID, 10)
}

// Today asks what needs somebody in a shop, or with 0 in all the operator's,
// and with a period how the orders went.
func (b *Backend) Today(shopID int64, period api.Period) Call[api.Today] {
	return Get[api.Today](api.PathToday + "?period=" + string(period) + shopQuery(shopID, "&")).From(b)
}
