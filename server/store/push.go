package store

import "context"

// PushSubscription is a browser that wants to be told of orders.
type PushSubscription struct {
	ID         string // a hash of its endpoint
	Session    string // the name of the session that it goes with
	OperatorID int64
	Shops      []int64 // ascending; none: every shop that its operator sees
	Language   string  // of the device, a BCP 47 tag
	Sealed     string  // endpoint and keys
	CreatedAt  int64   // milliseconds of Unix time
}

// PushClaim is something that browsers are told of, each by whoever claims it
// first.
type PushClaim struct {
	ShopID  int64
	OrderID int64
	Event   string
	At      int64
}

// Push keeps the browsers that are to be told of orders while nobody looks.
type Push interface {
	// SavePush keeps a subscription in place of any of its ID or its session: a
	// browser has one, and so has a session. An older one's CreatedAt stays.
	SavePush(ctx context.Context, p PushSubscription) error
	// PushOf finds a session's subscription.
	PushOf(ctx context.Context, session string) (PushSubscription, error)
	// PushesFor lists the subscriptions that are for a shop or for every shop, by
	// ID. Whether their sessions still live is for the caller to find out.
	PushesFor(ctx context.Context, shopID int64) ([]PushSubscription, error)
	// MovePush hands a session's subscription on to the session that follows it.
	MovePush(ctx context.Context, from, to string) error
	// DeletePush deletes a subscription, if it is there.
	DeletePush(ctx context.Context, id string) error
	// ClaimPush claims telling the subscriptions of those IDs, in ascending order,
	// and says of each whether it was free. It is nobody else's from then on.
	ClaimPush(ctx context.Context, c PushClaim, ids []string) ([]bool, error)
	// SweepPush deletes the subscriptions whose sessions don't live at now, and
	// claims from before a moment.
	SweepPush(ctx context.Context, now, before int64) error
}
