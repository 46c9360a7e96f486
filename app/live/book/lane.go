package book

import (
	"cmp"

	"github.com/shopdesk/shopdesk/internal/api"
)

// Lane is a column of the board.
type Lane int

// The lanes, from left to right. Refunds holds orders that are over but for a
// customer's request; Other those whose status says nothing to us.
const (
	LaneNew Lane = iota
	LanePreparing
	LaneReady
	LaneRefunds
	LaneOther
	LaneDone
	LaneCancelled
	Lanes // how many there are
)

// LaneOf is where an order stands.
func LaneOf(o *api.Order) Lane {
	switch o.Column {
	case api.ColumnNew:
		return LaneNew
	case api.ColumnPreparing:
		return LanePreparing
	case api.ColumnReady:
		return LaneReady
	case api.ColumnDone, api.ColumnCancelled:
	case api.ColumnOther:
		return LaneOther
	default: // of a newer server
		return LaneOther
	}
	switch {
	case RefundAsked(o):
		return LaneRefunds
	case o.Column == api.ColumnDone:
		return LaneDone
	}
	return LaneCancelled
}

// RefundAsked reports whether a customer waits for an answer.
func RefundAsked(o *api.Order) bool {
	return o.Refund != nil && o.Refund.Standing == api.RefundAsked
}

// entered is when an order came into its lane, which is what lanes are sorted
// by: somebody who looks away finds every card where it was, and new ones below.
func entered(o *api.Order, lane Lane) int64 {
	at := int64(0)
	switch lane {
	case LanePreparing:
		at = o.AcceptedAt
	case LaneReady:
		at = o.ReadyAt
	case LaneRefunds:
		at = o.Refund.At
	case LaneDone:
		at = o.DoneAt
	case LaneCancelled:
		at = o.CancelledAt
	case LaneNew, LaneOther, Lanes:
	}
	return cmp.Or(at, o.PlacedAt)
}

// slots are a lane's places in the page. One that is left stays empty (0)
// instead of being closed: go-app compares children by position, and closing
// it would make every card below anew, under somebody's finger.
type slots []int64

// spare is how many empty places a lane may have beyond one for each order.
const spare = 48

// wasteful reports whether the lane had better be laid out anew.
func (s slots) wasteful() bool {
	empty := 0
	for _, id := range s {
		if id == 0 {
			empty++
		}
	}
	return empty > len(s)-empty+spare
}
