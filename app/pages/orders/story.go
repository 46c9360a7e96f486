package orders

import (
	"cmp"
	"slices"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
)

// echoes are the events by which the platform tells that it did what the console asked for.
var echoes = map[api.Act]platform.Event{
	api.ActAccept: platform.EventOrderAccepted, api.ActCollect: platform.EventOrderCompleted,
	api.ActCancel: platform.EventOrderCancelled, api.ActRefundApply: platform.EventPartialRefund,
}

// reached are the statuses that events tell of.
var reached = map[platform.Event]platform.OrderStatus{
	platform.EventOrderAccepted: platform.OrderAccepted, platform.EventOrderCompleted: platform.OrderCompleted,
	platform.EventOrderCancelled: platform.OrderCancelled,
}

// toldOf is all that the page tells of an order, the earliest first. Messages that came late together have one line.
func toldOf(d *api.OrderDetail) []api.TimelineEntry {
	told := append(storyOf(d.Timeline), d.Reached...)
	slices.SortStableFunc(told, func(a, b api.TimelineEntry) int { return cmp.Compare(a.At, b.At) })
	return slices.CompactFunc(told, func(a, b api.TimelineEntry) bool {
		return a.What == b.What && a.What == api.TimelineLate && b.At-a.At < time.Minute.Milliseconds()
	})
}

// storyOf is a timeline without doubles: "Accepted by Marco Lam", not that and "accepted by the platform". The event
// may come before the answer to the act. Acts that weren't done, or nobody knows whether, have no echo, and a refund
// that a customer asked for is none. A status that was found on the platform is told only if neither an act nor an
// event tells of it.
func storyOf(timeline []api.TimelineEntry) []api.TimelineEntry {
	done := map[platform.Event]int{}
	known := map[platform.OrderStatus]bool{}
	for _, e := range timeline {
		if e.What == api.TimelineEvent {
			known[reached[platform.Event(e.Event)]] = true
		}
		if e.Act == api.ActReady && e.State == api.ActDone {
			known[platform.OrderPrepared] = true
		}
		if event, ok := echoes[e.Act]; ok && e.What == api.TimelineAct && e.State == api.ActDone {
			done[event]++
			known[reached[event]] = true
		}
	}
	return slices.DeleteFunc(slices.Clone(timeline), func(e api.TimelineEntry) bool {
		event := platform.Event(e.Event)
		if e.What != api.TimelineEvent || done[event] == 0 || event == platform.EventPartialRefund &&
			e.Via == api.ViaCustomer {
			return e.What == api.TimelineRead && known[platform.OrderStatus(e.Status)]
		}
		done[event]--
		return true
	})
}
