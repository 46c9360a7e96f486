package orders

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/store"
)

// eventNames word what a message told (interface 6.3).
var eventNames = map[platform.Event]string{
	platform.EventOrderPlaced: "placed", platform.EventOrderAccepted: "accepted",
	platform.EventOrderCompleted: "completed", platform.EventOrderCancelled: "cancelled",
	platform.EventRefund: "a refund was asked for", platform.EventPartialRefund: "a partial refund",
	platform.EventDelivery: "news of the delivery",
}

// reachNames word how an order reached a device.
var reachNames = map[api.Reach]string{
	api.ReachRang: "rang", api.ReachNobody: "shown in silence", api.ReachOff: "shown in silence, the sound is off",
	api.ReachBrowser: "shown in silence, the browser waits for a tap", api.ReachSeen: "seen",
	api.ReachOpened: "opened", api.ReachNotified: "notification shown",
	api.ReachInSight: "notification came, the board was in sight",
	api.ReachSent:    "notification taken by the push service", api.ReachGone: "device unknown to its push service",
	api.ReachRefused: "notification refused by the push service", api.ReachUnreachable: "push service doesn't answer",
}

// facts are the lines of what happened, oldest first.
func (s *story) facts() []string {
	type fact struct {
		at   int64
		text string
	}
	var all []fact
	if s.known {
		all = append(all, fact{s.order.PlacedAt, "the customer placed the order"})
	}
	for _, e := range s.timeline {
		switch e.What { //nolint:exhaustive // the others are told by what follows from them
		case api.TimelineEvent:
			name := cmp.Or(eventNames[platform.Event(e.Event)], fmt.Sprint("event ", e.Event))
			if e.Came == 0 {
				all = append(all, fact{e.At, "the platform told: " + name})
				continue
			}
			all = append(all, fact{e.Came, fmt.Sprintf("message of the platform: %s, acted on after %s", name,
				round(hearing(&e)))})
		case api.TimelineAct:
			all = append(all, fact{e.At, fmt.Sprintf("%s: %s%s", e.Act, e.State, by(e.Via, e.By))})
		case api.TimelineRead:
			all = append(all, fact{e.At, fmt.Sprint("read from the platform with status ", e.Status)})
		}
	}
	for _, r := range s.reach {
		all = append(all, fact{r.At, cmp.Or(reachNames[api.Reach(r.How)], r.How) + ": " + device(r)})
	}
	slices.SortStableFunc(all, func(a, b fact) int { return cmp.Compare(a.at, b.at) })
	lines := make([]string, 0, len(all))
	for _, f := range all {
		lines = append(lines, s.clock(f.at)+"  "+f.text)
	}
	return lines
}

// clock is a moment in the shop's zone.
func (s *story) clock(at int64) string {
	return time.UnixMilli(at).In(s.zone).Format("2006-01-02 15:04:05")
}

// after is the time from the order's placing to a moment.
func (s *story) after(at int64) time.Duration { return round(milliseconds(at - s.order.PlacedAt)) }

// hearing is how long a message waited until we acted on it.
func hearing(e *api.TimelineEntry) time.Duration { return milliseconds(e.Heard - e.Came) }

func milliseconds(n int64) time.Duration { return time.Duration(n) * time.Millisecond }

// round leaves out what nobody measures, and no negative time: clocks differ.
func round(d time.Duration) time.Duration {
	if d < 10*time.Second {
		return max(0, d).Round(10 * time.Millisecond)
	}
	return d.Round(time.Second)
}

// by names who did something.
func by(via api.Via, name string) string {
	switch {
	case name != "":
		return " by " + name
	case via != "":
		return fmt.Sprintf(" (%s)", via)
	}
	return ""
}

func devices(n int) string {
	if n == 1 {
		return "1 device"
	}
	return fmt.Sprint(n, " devices")
}

func person(r store.OrderReach) string { return cmp.Or(r.Operator, "Somebody") }

// device names a device by its browser and its operator.
func device(r store.OrderReach) string {
	return strings.TrimSuffix(cmp.Or(r.Agent, "a device")+" of "+r.Operator, " of ")
}

// list names devices, each once.
func list(reached []store.OrderReach) string {
	var names []string
	for _, r := range reached {
		if name := device(r); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return strings.Join(names, ", ")
}
