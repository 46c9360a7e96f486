package sandbox

import (
	"slices"
	"time"

	"github.com/shopdesk/shopdesk/platform"
)

// Bounds of the lists on the control page.
const (
	ordersShown = 60
	pushesShown = 60
)

type orderView struct {
	ID, ShopID         int64
	Number             int
	Shop, At, Summary  string
	Total, Status      string
	Left               time.Duration // to confirm
	New, Accepted      bool
	Prepared, Done     bool
	Cancelled, Pickup  bool
	Asked, POS         bool
	Rider              string
	CanRide            bool
	CancelledBy, Words string
}

// orderAct is a button beside an order.
type orderAct struct {
	Do, Words string
	Order     orderView
}

func (s *Sandbox) viewOrders(v *controlView) {
	names := map[int64]*shop{}
	for _, sh := range s.all() {
		names[sh.Record.ShopID] = sh
	}
	all := s.sales()
	v.Known, v.Places, v.Events = len(all), OrderKinds(), platform.Events()
	for _, sold := range slices.Backward(all) {
		if sold.Status == platform.OrderPlaced {
			v.Waiting++
		}
		if len(v.Orders) < ordersShown {
			v.Orders = append(v.Orders, orderViewOf(sold, names[sold.ShopID], v.Now))
		}
	}
	v.Pushes = s.Pushes()
	v.Pushes = v.Pushes[:min(len(v.Pushes), pushesShown)]
}

func orderViewOf(sold *sale, sh *shop, now time.Time) orderView {
	_, _, paid, _ := sold.fees()
	o := orderView{
		ID: sold.ID, ShopID: sold.ShopID, Number: sold.Number, Summary: sold.summary(),
		Total: platform.FormatAmount(paid, sold.Currency), Status: sold.Status.String(),
		New: sold.Status == platform.OrderPlaced, Accepted: sold.Status == platform.OrderAccepted,
		Prepared: sold.Status == platform.OrderPrepared, Done: sold.Status == platform.OrderCompleted,
		Cancelled: sold.Status == platform.OrderCancelled, Pickup: sold.Delivery == platform.ByPickup,
		Asked: sold.pending() >= 0, POS: sold.POS,
	}
	if sh != nil {
		o.Shop = sh.Record.EnName
		o.At = time.UnixMilli(sold.Placed).In(location(sh.Zone)).Format("15:04:05")
	}
	if o.New {
		o.Left = time.UnixMilli(sold.Placed).Add(confirmWithin).Sub(now).Round(time.Second)
	}
	if sold.rider() != 0 {
		o.Rider = sold.rider().String()
	}
	o.CanRide = !o.Pickup && (o.Accepted || o.Prepared) && (o.Prepared || sold.rider() != platform.RiderAtShop)
	if sold.Cancelled != nil {
		o.CancelledBy, o.Words = sold.Cancelled.OpType.String(), sold.Cancelled.CancelReason
	}
	return o
}
