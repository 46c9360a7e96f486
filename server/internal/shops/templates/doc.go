// Package templates keeps templates, which say how shops should be, and tells how each shop differs from its assigned
// templates.
//
// A template changes no shop: a run does that. The differences follow from the last read of a shop; the platform
// isn't called.
//
// # Which template applies
//
// Each part of a shop (its week, a special date, phones, photo) is judged by one template at most: the first with a
// value for the part, among those assigned to the shop itself and then those of its groups, both in the order of
// their names. A special date of a later template gives way completely to one that overlaps it. Special dates that
// are over are ignored.
//
// # Accepted drift
//
// An operator who may change a shop may accept its differences as intended. Digests of the differences are kept, so
// the acceptance holds until the shop or the template changes in one of them (docs/adr/0022-templates.md).
//
// # A shop drifts
//
//  1. A shop is changed elsewhere. The platform pushes the news, or the next sweep reads the shop: the shop
//     directory (shops/directory) has new facts of the shop.
//  2. The list of all shops or a template's page asks shops/templates for the shop's drift. The package finds
//     the template that applies to each part of the shop (apply.go), and asks shops/change what a run with the
//     template would change: these differences, less the accepted ones, are the drift (drift.go). Unchanged shops
//     aren't computed again.
//  3. A manager accepts the drift (accept.go): digests of the differences are kept, and hold until the shop or the
//     template changes in them. Or the manager corrects the shop: the page of runs opens with the shops and the parts
//     that differ, and shows shop by shop what would change.
package templates
