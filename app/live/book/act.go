package book

import (
	"cmp"
	"errors"
	"slices"

	"github.com/shopdesk/shopdesk/app/device"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
)

// Told is what came of the last act on an order, said on its card until the
// order changes or somebody has read it.
type Told struct {
	Act     api.Act
	News    api.News // what had happened already
	Via     api.Via  // by whom, if known
	By      string
	Err     error // it was refused, or not sent
	Unknown bool  // the platform may have acted: the server goes on asking
	Request api.ActOrder
	Order   *api.Order // as it stood when it was asked for, nil where it wasn't known
}

// Begin starts an act unless one is on its way for the order. The same act
// again after an unknown outcome has the same key: it does nothing twice. A
// decision has a new one: it may be about another refund.
func (d *Book) Begin(request api.ActOrder) (api.ActOrder, bool) {
	if d.Ours(request.OrderID) != "" {
		return api.ActOrder{}, false
	}
	if o := d.orders[request.OrderID]; o != nil {
		d.began[request.OrderID] = o
		if request.Act != api.ActRefundApply && !request.Act.Decides() { // those tell of which refunds the person knew
			request.Version = max(o.Version, request.Version)
		}
	}
	if before := d.told[request.OrderID]; before != nil && before.Unknown && sameAct(before.Request, request) {
		request.Key = before.Request.Key
	} else {
		request.Key = device.NewID()
	}
	d.doing[request.OrderID] = request
	d.Heeded(request.OrderID)
	d.See(request.OrderID)
	d.revision++
	return request, true
}

func sameAct(a, b api.ActOrder) bool {
	return a.Act == b.Act && !a.Act.Decides() && a.Code == b.Code && a.Reason == b.Reason &&
		slices.Equal(a.Products, b.Products)
}

// End takes what came of an act, and returns what is to be said of that: no error if the live line has told meanwhile
// that the order moved on.
func (d *Book) End(request api.ActOrder, acted api.Acted, err error) Told {
	delete(d.doing, request.OrderID)
	d.revision++
	told := Told{Act: request.Act, Request: request, Order: d.began[request.OrderID]}
	delete(d.began, request.OrderID)
	if acted.Order.OrderID != 0 {
		d.Put(acted.Order)
	}
	now := d.orders[request.OrderID]
	turned := now != nil && (told.Order == nil || LaneOf(now) != LaneOf(told.Order))
	if turned { // also if the live line told before: the button takes presses only now
		d.turned[request.OrderID] = d.now()
	}
	if err != nil {
		was := cmp.Or(told.Order, &api.Order{})
		cancelled := turned && now.Column == api.ColumnCancelled && was.Column != api.ColumnCancelled
		said := told
		told.Err, told.Unknown = err, unknown(err)
		if told.Unknown && now != nil && told.over(was, now) &&
			(told.Act.Decides() || cancelled == (told.Act == api.ActCancel)) {
			return said // the live line was faster to tell
		}
		d.undone(&told)
		return told
	}
	switch acted.State {
	case api.ActNews:
		told.News, told.Via, told.By = acted.News, acted.Via, acted.By
		d.tell(&told)
	case api.ActUnknown, api.ActSent:
		told.Unknown = true
		d.undone(&told)
	case api.ActDone, api.ActRefused:
	}
	return told
}

// over reports whether what is said of an act is of no use any more: the order has moved on. A move to another lane
// doesn't tell what came of a refund.
func (t *Told) over(was, now *api.Order) bool {
	switch {
	case t.Unknown && t.Act.Decides():
		return RefundAsked(was) && !RefundAsked(now)
	case t.Unknown && t.Act == api.ActRefundApply:
		return false
	}
	return LaneOf(was) != LaneOf(now)
}

// tell has something said on an order's card.
func (d *Book) tell(told *Told) {
	d.told[told.Request.OrderID] = told
	d.grow(told.Request.OrderID)
}

// undone has it said that an act wasn't done, or perhaps not. The press on a new order doesn't count as seen any more.
func (d *Book) undone(told *Told) {
	delete(d.seen, told.Request.OrderID)
	d.tell(told)
}

// Heeded takes back what was said on it.
func (d *Book) Heeded(id int64) {
	if d.told[id] != nil {
		delete(d.told, id)
		d.revision++
		d.grow(id)
	}
}

// unknown reports whether a failed act may have been done all the same.
func unknown(err error) bool {
	var refusal *api.Error
	var unreachable *platform.UnreachableError
	switch {
	case errors.As(err, &unreachable):
		return unreachable.Sent
	case errors.As(err, &refusal):
		return refusal.Unknown
	}
	return true
}

// Ours is the act from here that is on its way for an order or waits for its turn, before whose end no other is taken;
// "" for none.
func (d *Book) Ours(id int64) api.Act {
	if i := slices.IndexFunc(d.waiting, func(r api.ActOrder) bool { return r.OrderID == id }); i >= 0 {
		return d.waiting[i].Act
	}
	return d.doing[id].Act
}

// Doing is the act on its way for an order, from here or by somebody else.
func (d *Book) Doing(id int64) (act api.Act, by string, ok bool) {
	if act = d.Ours(id); act != "" {
		return act, "", true
	}
	if o := d.orders[id]; o != nil && o.Doing != nil {
		return o.Doing.Act, o.Doing.By, true
	}
	return "", "", false
}

// Told is what is to be said of the last act on an order, nil for nothing.
func (d *Book) Told(id int64) *Told { return d.told[id] }
