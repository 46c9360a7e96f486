package api

// Reach is how an order reached somebody's device.
type Reach string

// The ways. Those up to ReachInSight are told by the device itself ([PathOrdersReached]).
const (
	ReachRang    Reach = "rang"    // the order rings
	ReachNobody  Reach = "nobody"  // shown in silence: the operator doesn't work with the shop's orders
	ReachOff     Reach = "off"     // shown in silence: the sound is switched off
	ReachBrowser Reach = "browser" // shown in silence: the browser waits for a tap
	ReachSeen    Reach = "seen"    // somebody pressed that they have seen the order

	ReachNotified Reach = "notified" // a notification was shown
	ReachInSight  Reach = "in_sight" // a notification came and wasn't shown: the board was in sight

	ReachOpened Reach = "opened" // somebody opened the order's page while the order was new

	// What became of a notification on its way, as in PushOutcome.
	ReachSent        = Reach(PushSent)
	ReachGone        = Reach(PushGone)
	ReachRefused     = Reach(PushRefused)
	ReachUnreachable = Reach(PushUnreachable)
)

// Kinds of a [TimelineEntry] in OrderDetail.Reached, beside each [Reach].
const (
	TimelineLate      TimelineKind = "late"      // the order's message came late, at that moment
	TimelineHeld      TimelineKind = "held"      // we acted on a message late, at that moment
	TimelineTaken     TimelineKind = "taken"     // it was accepted before a device could ring
	TimelineUnreached TimelineKind = "unreached" // no device told that it showed the order
	TimelineSilent    TimelineKind = "silent"    // devices showed it, and none rang
)

// MaxReached bounds what one call tells.
const MaxReached = 100
