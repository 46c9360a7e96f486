package book

import "github.com/shopdesk/shopdesk/internal/api"

// Notices are the orders of which people must hear something beside that they
// are new, and haven't: they were stopped, or nobody accepted them in time, or else
// their customer asks for a refund.
func (d *Book) Notices() []*api.Order {
	list := d.notices
	d.notices = nil
	return list
}

// HeedStopped notes that somebody has read of the stopped orders.
func (d *Book) HeedStopped() {
	for _, o := range d.Stopped {
		delete(d.before.Stopped, o.OrderID)
	}
	d.Stopped = nil
	d.revision++
}

// notice notes what an order brings; known is how it was, nil for unknown. A
// refund of an order of which only the event is known waits for the number that
// people call out.
func (d *Book) notice(known, o *api.Order) {
	switch {
	case known != nil && o.Column == api.ColumnCancelled && (known.Column == api.ColumnPreparing ||
		known.Column == api.ColumnReady || known.Column == api.ColumnNew && o.Lapsed()):
		if d.cancelledHere(known, o) {
			return
		}
		d.Stopped = append(d.Stopped, o)
	case RefundAsked(o) && !o.Partial && (known == nil || known.Partial || !RefundAsked(known) ||
		known.Refund.At < o.Refund.At):
	default:
		return
	}
	d.notices = append(d.notices, o)
}

// cancelledHere reports whether the console's own people cancelled an order. The
// platform's message of it may be faster than the answer to them.
func (d *Book) cancelledHere(known, o *api.Order) bool {
	return o.Cancel != nil && o.Cancel.Via == api.ViaPerson || known.Doing != nil && known.Doing.Act == api.ActCancel ||
		d.doing[o.OrderID].Act == api.ActCancel
}
