package orders

import (
	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/app/desk"
	"github.com/shopdesk/shopdesk/app/pages"
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

// mainAct is the one thing to do next with an order, "" for none: a rider's
// order is out of our hands once it is ready.
func mainAct(o *api.Order, m may) api.Act {
	if !m.work {
		return ""
	}
	switch of := desk.LaneOf(o); of { //nolint:exhaustive // the others ask for nothing
	case desk.LaneNew:
		return api.ActAccept
	case desk.LanePreparing:
		return api.ActReady
	case desk.LaneReady:
		if o.Pickup {
			return api.ActCollect
		}
	}
	return ""
}

// mayCancel reports whether cancelling is offered: while somebody still has
// work with the order. The platform has the last word (interface 3.2, rule 3).
func mayCancel(o *api.Order, m may) bool {
	lane := desk.LaneOf(o)
	return m.abort && (lane == desk.LaneNew || lane == desk.LanePreparing || lane == desk.LaneReady)
}

// mayRefund reports whether a partial refund is offered.
func mayRefund(o *api.Order, m may) bool {
	lane := desk.LaneOf(o)
	return m.refund && !desk.RefundAsked(o) && (lane == desk.LanePreparing || lane == desk.LaneReady || lane == desk.LaneDone)
}
