package api

// Hush is why a device wouldn't ring for a new order.
type Hush string

// The reasons, the most pressing first.
const (
	HushNone    Hush = "none"    // it would ring
	HushUnknown Hush = ""        // nothing was heard of the server yet
	HushEnded   Hush = "ended"   // the session has ended
	HushNobody  Hush = "nobody"  // the operator doesn't work with orders
	HushOff     Hush = "off"     // the sound was switched off there
	HushBrowser Hush = "browser" // the browser waits for a tap
	HushLost    Hush = "lost"    // nothing is heard of the server
)

// Ring tells whether a device would ring for a new order ([PathRingTell]). A device whose operator works with orders
// tells it when that changes, and every [RingEvery].
type Ring struct {
	ShopID int64 `json:"shopId,string"`   // of the board that the device rings for, 0 for all shops
	Board  bool  `json:"board,omitempty"` // somebody opened that board on the device
	Hush   Hush  `json:"hush"`
}

// Milliseconds between what a device tells of its ringing, and after which a device is silent.
const (
	RingEvery  = 60_000
	RingSilent = 5 * 60_000
)
