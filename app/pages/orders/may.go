package orders

import (
	"github.com/shopdesk/shopdesk/app/live/book"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
)

// may is what the operator may do in a shop.
type may struct{ work, abort, refund bool }

func mayIn(deps pages.Deps, shopID int64) may {
	return may{
		work:   deps.State.May(shopID, platform.PermissionOrderWork),
		abort:  deps.State.May(shopID, platform.PermissionOrderAbort),
		refund: deps.State.May(shopID, platform.PermissionRefund),
	}
}

// actOn asks for an act on an order.
func actOn(o *api.Order, act api.Act) api.ActOrder {
	return api.ActOrder{ShopID: o.ShopID, OrderID: o.OrderID, Act: act, Version: o.Version}
}

// mainAct is the one thing to do next with an order, "" for none: a rider's
// order is out of our hands once it is ready. The interface doesn't tell which
// orders customers collect: any may be one of which nothing says that a rider comes.
func mainAct(o *api.Order, m may) api.Act {
	if !m.work {
		return ""
	}
	switch of := book.LaneOf(o); of { //nolint:exhaustive // the others ask for nothing
	case book.LaneNew, book.LaneOther: // one whose status we don't know may be new: the platform has the last word
		return api.ActAccept
	case book.LanePreparing:
		return api.ActReady
	case book.LaneReady:
		if o.Way != "" || o.Pickup || !o.Rider && o.Delivery == nil { // a type that we don't know may be collected
			return api.ActCollect
		}
	}
	return ""
}

// mayCancel reports whether cancelling is offered: while somebody still has
// work with the order. The platform has the last word (interface 3.2, rule 3).
func mayCancel(o *api.Order, m may) bool {
	return m.abort && o.Column.Open()
}

// mayRefund reports whether a partial refund is offered: once the order is accepted, and while it isn't cancelled.
func mayRefund(o *api.Order, m may) bool {
	lane := book.LaneOf(o)
	return m.refund && !o.Erased && !book.RefundAsked(o) && lane != book.LaneNew && lane != book.LaneCancelled
}
