package orders

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/store"
)

// WhyStore is what is needed to tell why an order rang, or didn't.
type WhyStore interface {
	store.Orders
	Shop(ctx context.Context, shopID int64) (store.Shop, error)
	OrderMessages(ctx context.Context, shopID, orderID int64) ([]store.Message, error)
	PushesFor(ctx context.Context, shopID int64) ([]store.PushSubscription, error)
}

// story is everything that is kept of an order's way to people.
type story struct {
	known    bool // we have the order
	order    api.Order
	timeline []api.TimelineEntry
	reach    []store.OrderReach
	messages []store.Message
	devices  int // subscribed to notifications of the shop now
	zone     *time.Location
}

// Why tells in plain words what is kept of an order's way to people, in lines: what happened, an empty line, and then
// why the order rang or didn't, and last what is damaged. An order that we don't have is explained by its messages.
func Why(ctx context.Context, db WhyStore, shopID, orderID int64) ([]string, error) {
	shop, err := db.Shop(ctx, shopID)
	if err != nil {
		return nil, err
	}
	s := story{zone: time.UTC}
	if zone, err := time.LoadLocation(shop.Zone); err == nil {
		s.zone = zone
	}
	row, err := db.Order(ctx, shopID, orderID)
	if store.Optional(err) != nil {
		return nil, err
	}
	var damaged error
	if s.known = err == nil; s.known {
		var k *orderState
		k, damaged = unpack(row)
		s.order = k.Order
	}
	moments, err := db.Timeline(ctx, shopID, orderID)
	timeline, lost := shownTimeline(moments)
	reach, failed := db.Reach(ctx, shopID, orderID)
	messages, unread := db.OrderMessages(ctx, shopID, orderID)
	pushes, uncounted := db.PushesFor(ctx, shopID)
	if err = errors.Join(err, failed, unread, uncounted); err != nil {
		return nil, err
	}
	s.timeline, s.reach, s.messages, s.devices = timeline, reach, messages, len(pushes)
	lines := append(append(s.facts(), ""), s.reasons()...)
	if damaged = errors.Join(damaged, lost); damaged != nil {
		lines = append(lines, damaged.Error())
	}
	return lines, nil
}

// Delays that explain why an order rang late.
const (
	lateHearing = 10 * time.Second
	soonTaken   = 3 * time.Second  // an order that is accepted so soon needn't ring
	soonTold    = 15 * time.Second // until then a device may yet tell that it rang
)

// reasons say why the order rang or didn't, the most telling first.
func (s *story) reasons() []string {
	if !s.known {
		return s.unknown()
	}
	if s.order.Erased {
		return []string{"It was erased at the customer's request. What happened to it isn't kept."}
	}
	var lines []string
	say := func(format string, args ...any) { lines = append(lines, fmt.Sprintf(format, args...)) }
	rang := s.ways(api.ReachRang)
	if len(rang) > 0 {
		say("It rang on %s, first %s after it was placed.", devices(len(rang)), s.after(rang[0].At))
	} else {
		say("It rang on no device.")
	}
	lines = append(lines, s.delays()...)
	if len(rang) == 0 && s.takenSoon() {
		say("It was accepted at %s%s, before a screen could ring.", s.clock(s.order.AcceptedAt),
			by(s.order.AcceptedVia, s.order.AcceptedBy))
	}
	if len(rang) == 0 {
		lines = append(lines, s.silence()...)
	}
	lines = append(lines, s.notifications()...)
	if seen := s.ways(api.ReachSeen, api.ReachOpened); len(seen) > 0 {
		say("%s saw it first, at %s.", person(seen[0]), s.clock(seen[0].At))
	}
	return lines
}

// shown is the order's way to devices as its page tells it: what made its messages late, the devices, and where none
// rang, why. Of an order that is older than this part of the story, or that has just come, only devices are told.
func (s *story) shown(now int64) (shown []api.TimelineEntry) {
	say := func(at int64, what api.TimelineKind) {
		shown = append(shown, api.TimelineEntry{At: at, What: what})
	}
	kept := false
	for _, e := range s.timeline {
		if e.Came == 0 {
			continue
		}
		kept = true
		if e.Came-e.At > lateMessage.Milliseconds() {
			say(e.Came, api.TimelineLate)
		}
		if hearing(&e) > lateHearing {
			say(e.Heard, api.TimelineHeld)
		}
	}
	shown = append(shown, shownReach(s.reach)...)
	if !kept || len(s.ways(api.ReachRang)) > 0 || now-s.heard() < soonTold.Milliseconds() {
		return shown
	}
	if s.takenSoon() {
		say(s.order.AcceptedAt, api.TimelineTaken)
	}
	if len(s.reach) == 0 {
		say(s.timeline[0].At, api.TimelineUnreached)
	} else {
		say(s.reach[len(s.reach)-1].At, api.TimelineSilent)
	}
	return shown
}

// takenSoon reports whether the order was accepted before a screen could ring.
func (s *story) takenSoon() bool {
	taken := s.order.AcceptedAt
	return taken != 0 && taken-s.heard() < soonTaken.Milliseconds()
}

// unknown says why we don't have the order.
func (s *story) unknown() []string {
	lines := []string{"The order isn't known here, so no screen could ring."}
	for _, m := range s.messages {
		switch m.State {
		case store.MessageDead:
			lines = append(lines, fmt.Sprintf("Its message came at %s and was given up: %s. "+
				"It can be replayed on the settings' page of webhooks.", s.clock(m.ReceivedAt), m.Why))
		case store.MessageWaiting:
			why := "no worker has come to it yet"
			if m.Tries > 0 {
				why = fmt.Sprintf("attempt %d failed because of this: %s", m.Tries, m.Why)
			}
			lines = append(lines, fmt.Sprintf("Its message came at %s and still waits: %s.", s.clock(m.ReceivedAt), why))
		}
	}
	if len(s.messages) == 0 {
		lines = append(lines, "No message about it is kept: the platform sent none, we refused it, or the order was "+
			"deleted because of its age. The settings' page of webhooks lists refused deliveries and why.")
	}
	return lines
}

// delays say what made the order late before it could reach a screen.
func (s *story) delays() (lines []string) {
	say := func(format string, args ...any) { lines = append(lines, fmt.Sprintf(format, args...)) }
	e := s.placed()
	switch {
	case e == nil:
		say("No message told of the new order: it was found by reading the platform.")
	case e.Came == 0:
		say("When its message came isn't kept: the order is older than this part of the story.")
	default:
		if late := milliseconds(e.Came - s.order.PlacedAt); late > lateMessage {
			say("The platform's message came late, %s after the order was placed.", round(late))
		}
		if late := hearing(e); late > lateHearing {
			say("The server acted on the message only after %s: it was stopped, busy, or its database failed.", round(late))
		}
	}
	return lines
}

// silences word why a screen that showed an order was silent.
var silences = []struct {
	how api.Reach
	why string
}{
	{api.ReachOff, "the sound is switched off there"},
	{api.ReachBrowser, "the browser keeps pages silent until somebody taps on them"},
	{api.ReachNobody, "the operator's role doesn't work with the shop's orders"},
}

// silence says why no screen rang.
func (s *story) silence() (lines []string) {
	for _, one := range silences {
		if screens := s.ways(one.how); len(screens) > 0 {
			lines = append(lines, fmt.Sprintf("%s showed it in silence: %s (%s).", devices(len(screens)), one.why,
				list(screens)))
		}
	}
	if len(lines) == 0 && len(s.ways(api.ReachSeen, api.ReachOpened)) == 0 {
		lines = append(lines, "No screen told that it showed the order: none was open on the shop's orders, or none had "+
			"a connection.")
	}
	return lines
}

// notifications say what became of notifications to devices whose screens were off.
func (s *story) notifications() (lines []string) {
	say := func(format string, args ...any) { lines = append(lines, fmt.Sprintf(format, args...)) }
	sent, shown := s.ways(api.ReachSent), s.ways(api.ReachNotified, api.ReachInSight)
	refused := s.ways(api.ReachGone, api.ReachRefused, api.ReachUnreachable)
	switch {
	case len(shown) > 0:
		say("A notification came to %s (%s).", devices(len(shown)), list(shown))
	case len(sent) > 0:
		say("A notification was sent to %s, and none has told that it came: switched off, or without a network (%s).",
			devices(len(sent)), list(sent))
	case len(refused) > 0:
		say("No notification came through: the push services didn't take it.")
	case s.devices == 0:
		say("No notification was sent: no device is subscribed to those of the shop.")
	default:
		say("No notification was sent, with %s subscribed now: they are sent of orders that wait for a moment.",
			devices(s.devices))
	}
	return lines
}

// placed is the entry of the message that told of the new order, nil for none.
func (s *story) placed() *api.TimelineEntry {
	i := slices.IndexFunc(s.timeline, func(e api.TimelineEntry) bool {
		return e.What == api.TimelineEvent && platform.Event(e.Event) == platform.EventOrderPlaced
	})
	if i < 0 {
		return nil
	}
	return &s.timeline[i]
}

// heard is when the order was known here.
func (s *story) heard() int64 {
	if e := s.placed(); e != nil && e.Heard != 0 {
		return e.Heard
	}
	return s.order.PlacedAt
}

// ways are the devices that the order reached in one of these ways, the first first.
func (s *story) ways(ways ...api.Reach) (found []store.OrderReach) {
	for _, r := range s.reach {
		if slices.Contains(ways, api.Reach(r.How)) {
			found = append(found, r)
		}
	}
	return found
}
