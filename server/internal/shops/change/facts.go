package change

import (
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/store"
)

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
