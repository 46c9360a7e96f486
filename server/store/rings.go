package store

import "context"

// Ring is what a session's device said last about ringing for new orders.
type Ring struct {
	Session Session
	ShopID  int64  // of the board that the device rings for; 0: all shops of its operator
	Board   bool   // somebody opened that board on the device
	Hush    string // why it wouldn't ring, "none" if it would
	SaidAt  int64  // milliseconds of Unix time
	RangAt  int64  // when it said last that it would ring, 0 for never
}

// Rings keeps what devices say about ringing.
type Rings interface {
	// SaveRing saves what a device says. Of its Session, TokenHash alone counts. With RangAt 0 the
	// saved RangAt stays. A session that the store doesn't have returns ErrNotFound.
	SaveRing(ctx context.Context, r Ring) error
	// Rings lists what the devices of all sessions said that are alive at now, by session.
	Rings(ctx context.Context, now int64) ([]Ring, error)
}
