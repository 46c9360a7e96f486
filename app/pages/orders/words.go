package orders

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/live/book"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/orders/confirm"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// laneKeys name the lanes in the page, and what they say where they are empty.
var laneKeys = [book.Lanes]string{"new", "preparing", "ready", "refunds", "other", "done", "cancelled"}

// laneWords end the keys of their words, where there is one with the platform's status.
var laneWords = [book.Lanes]string{"10", "30", "35", "refunds", "other", "40", "50"}

func laneName(lane book.Lane) string { return text.T("orders.lane." + laneWords[lane]) }

// clock is an instant on the shop's clock.
func clock(at, now int64, zone rules.Zone) string {
	if at == 0 || zone == nil {
		return ""
	}
	return text.Isolate(pages.At(at, now, zone))
}

// stands says how long an order has been in its lane, and by whom.
func stands(o *api.Order, lane book.Lane, now int64, zone rules.Zone) string {
	switch lane { //nolint:exhaustive // the others ask for nothing
	case book.LanePreparing:
		return text.T("orders.at.accepted", clock(o.AcceptedAt, now, zone), confirm.Who(o.AcceptedVia, o.AcceptedBy))
	case book.LaneReady:
		return text.T("orders.at.ready", clock(o.ReadyAt, now, zone))
	case book.LaneCancelled:
		return text.T("orders.at.cancelled", clock(o.CancelledAt, now, zone), cancelledBy(o.Cancel))
	case book.LaneDone, book.LaneRefunds:
		return text.T("orders.at.done", clock(o.DoneAt, now, zone))
	}
	placed := text.T("orders.at.placed", clock(o.PlacedAt, now, zone))
	if lane == book.LaneOther && (o.Status != 0 || o.StatusRaw != "") {
		return text.Dots(text.Upper(text.CodeOr(api.KindOrder, o.Status, o.StatusRaw)), placed)
	}
	return placed
}

// laterFrom is how long after it was placed an order is promised at the least to be one for later, in milliseconds. The
// interface has no member that says so.
const laterFrom = 75 * 60_000

// forLater reports whether an order is for later, not as soon as possible.
func forLater(o *api.Order) bool { return o.PlacedAt != 0 && o.PromisedAt-o.PlacedAt > laterFrom }

// since is when the time beside an open order began to run, 0 for none.
func since(o *api.Order, lane book.Lane) int64 {
	switch lane { //nolint:exhaustive // the others ask for nothing
	case book.LanePreparing:
		return o.AcceptedAt
	case book.LaneReady:
		return o.ReadyAt
	case book.LaneOther:
		return o.PlacedAt
	}
	return 0
}

// cancelledBy is who cancelled an order.
func cancelledBy(end *api.OrderEnd) string {
	switch {
	case end == nil:
		return ""
	case (end.OpType != 0 || end.OpRaw != "") && (end.Via == "" || end.Via == api.ViaPlatform):
		return text.T("orders.by", text.CodeOr(api.KindParty, end.OpType, end.OpRaw))
	}
	return confirm.Who(end.Via, end.By)
}

// itemCount is how many pieces the order has.
func itemCount(o *api.Order) int {
	if o.ItemCount > 0 {
		return o.ItemCount
	}
	n := 0
	for _, item := range o.Items {
		n += item.Count
	}
	return n
}

// some says how many of something there are, "" for none.
func some(key string, n int) string {
	if n == 0 {
		return ""
	}
	return text.N(key, n)
}

// times writes a count of pieces: "2×".
func times(n int) string { return strconv.Itoa(n) + "×" }

// way words the platform's delivery type, "" where it says no more than that a rider comes.
func way(o *api.Order) string {
	words, named := text.CodeName(api.KindWay, o.Way)
	switch {
	case named:
		return words
	case o.Pickup:
		return text.T("orders.pickup")
	case o.Way == "":
		return ""
	}
	return text.Upper(text.RawCode(api.KindWay, o.Way))
}

// riding words how far a delivery is, "" where the platform doesn't tell.
func riding(status int, raw string) string {
	if status == 0 && raw == "" {
		return ""
	}
	return text.CodeOr(api.KindDelivery, status, raw)
}

// dotted sets words behind others, apart from them whichever way each is read.
func dotted(words string) app.UI {
	return app.Span().Class("soft").Body(app.Text(" · "), pages.Name(words))
}

// feeName is what an order is made up of; a name that isn't known is shown as
// it came.
func feeName(name string) string {
	return text.Word("orders.fee.", name)
}
