package special

import (
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// Place is where a shop is, as far as its hours go.
type Place struct {
	Week   *platform.Week  // nil: not known, or of no shop
	Anchor platform.Anchor // the profile's
	Zone   rules.Zone      // nil: not known
	Leaves rules.Leaves    // the profile's
}

// PlaceOf is the place of a page's shop; ok is false while its zone isn't known.
func PlaceOf(d pages.Deps) (at Place, ok bool) {
	at = Place{Anchor: d.State.Anchor(), Leaves: d.State.Leaves()}
	at.Zone, ok = d.State.Zone(d.Route.ShopID)
	if r := d.Record().Week; r != nil {
		at.Week = &r.Value
	}
	return at, ok
}
