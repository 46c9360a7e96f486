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

// MaxReached bounds OrdersReached.Orders.
const MaxReached = 200

// OrdersReached tells how orders reached this device ([PathOrdersReached]). The first time counts.
type OrdersReached struct {
	How    Reach      `json:"how"`
	Orders []OrderRef `json:"orders"`
}

// OrderReached is how an order reached a device.
type OrderReached struct {
	How   Reach  `json:"how"`
	At    int64  `json:"at"`
	By    string `json:"by,omitempty"`    // the operator's name
	Agent string `json:"agent,omitempty"` // browser and system
}
