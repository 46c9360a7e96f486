package change

import (
	"context"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
	"github.com/shopdesk/shopdesk/server/store"
)

// Directory returns what is known of shops, without a call to the platform.
type Directory interface {
	// Facts returns the facts of the shops, nil for all, without a check of permissions, in their order; shops that we
	// don't look after are left out. Callers must not change the facts.
	Facts(ctx context.Context, shops []int64) ([]ShopFacts, error)
}

// Pictures checks the photo of a change or a template before the platform gets its address.
type Pictures interface {
	// CheckShared lists the problems of the photo at a valid address, for the operator of ctx. A photo of ours must belong
	// to a shop that the operator may change. An error is an answer to the request.
	CheckShared(ctx context.Context, address string) ([]rules.Problem, error)
}

// ShopFacts are the known facts of a shop. A part that was never read is nil; a shop without special dates has an empty
// list.
type ShopFacts struct {
	Shop   store.Shop
	Record *platform.Shop
	Week   *platform.Week
	Dates  *[]platform.SpecialDate
	// Unlisted are special dates that we know, that aren't over and that the
	// platform doesn't list (see platform.Listing).
	Unlisted []platform.SpecialDate
	// Pause is our own pause of the shop; nil if no pause is open.
	Pause  *store.Pause
	ReadAt int64 // milliseconds of Unix time; of the oldest of the three parts
	// Failure is the kind of failure of the last read, as in api.RosterShop.
	Failure string
}
