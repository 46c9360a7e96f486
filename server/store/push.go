package store

import "context"

// PushSubscription is a browser's subscription to notifications of orders.
type PushSubscription struct {
	ID         string // a hash of the endpoint
	Session    string // the session that the subscription belongs to
	OperatorID int64
	Shops      []int64 // ascending; none for every shop that the operator sees
	Language   string  // language of the device, a BCP 47 tag
	Sealed     string  // endpoint and keys
	CreatedAt  int64   // milliseconds of Unix time
}

// PushClaim is a notification that replicas claim: the first claimant sends it.
type PushClaim struct {
	ShopID  int64
	OrderID int64
	Event   string
	At      int64
}

// Push keeps the browsers' subscriptions and the claims of notifications.
type Push interface {
	// SavePush saves a subscription and replaces any with an equal ID or session: a browser has one,
	// and a session has one. CreatedAt of a replaced subscription with an equal ID stays.
	SavePush(ctx context.Context, p PushSubscription) error
	// PushOf returns a session's subscription.
	PushOf(ctx context.Context, session string) (PushSubscription, error)
	// PushesFor lists the subscriptions for a shop or for every shop, by ID. The caller must check
	// that their sessions are alive.
	PushesFor(ctx context.Context, shopID int64) ([]PushSubscription, error)
	// Pushes lists all subscriptions, by ID and without their Shops.
	Pushes(ctx context.Context) ([]PushSubscription, error)
	// CountPushes counts the subscriptions.
	CountPushes(ctx context.Context) (int64, error)
	// PushesOf lists an operator's subscriptions, as Pushes does.
	PushesOf(ctx context.Context, operatorID int64) ([]PushSubscription, error)
	// DeletePush deletes a subscription, if it still belongs to the session.
	DeletePush(ctx context.Context, id, session string) error
	// ClaimPush claims a notification for the subscriptions of those IDs, in ascending order, and
	// reports which were free. No other claimant gets a claimed one.
	ClaimPush(ctx context.Context, c PushClaim, ids []string) ([]bool, error)
	// SweepPush deletes the subscriptions whose sessions aren't alive at now, and the claims from
	// before a moment.
	SweepPush(ctx context.Context, now, before int64) error
}
