package orders

import (
	"slices"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
)

// echoes are the events by which the platform tells that it did what the console asked for.
var echoes = map[api.Act]platform.Event{
	api.ActAccept: platform.EventOrderAccepted, api.ActCollect: platform.EventOrderCompleted,
	api.ActCancel: platform.EventOrderCancelled, api.ActRefundApply: platform.EventPartialRefund,
}

// storyOf is a timeline without doubles: "Accepted by Marco Lam", not that and "accepted by the platform". The event
// may come before the answer to the act. Acts that weren't done, or nobody knows whether, have no echo.
func storyOf(timeline []api.TimelineEntry) []api.TimelineEntry {
	done := map[platform.Event]int{}
	for _, e := range timeline {
		if event, ok := echoes[e.Act]; ok && e.What == api.TimelineAct && e.State == api.ActDone {
			done[event]++
		}
	}
	return slices.DeleteFunc(slices.Clone(timeline), func(e api.TimelineEntry) bool {
		event := platform.Event(e.Event)
		if e.What != api.TimelineEvent || done[event] == 0 {
			return false
		}
		done[event]--
		return true
	})
}
