// Package templates keeps templates, which say what shops should look like, and
// tells how each shop differs from those that are assigned to it.
//
// A template changes no shop: a run does that. How a shop differs follows from
// what was last read of it; nothing is asked of the platform.
//
// # Which template applies
//
// Each part of a shop (its week, a special date, phones, picture) is judged by
// one template at most: the first that says something about it, of those that
// are assigned to the shop itself and then of those of its groups, both in the
// order of their names. A special date gives way whole to one that overlaps it.
// Special dates that are over judge nothing.
//
// # Accepted drift
//
// Somebody who may change a shop may say that it differs as it is meant to. What
// is kept are digests of the differences, so that it holds until the shop or the
// template changes in one of them (docs/adr/0022-templates.md).
//
// # A shop drifts
//
//  1. Somebody changes a shop elsewhere. The platform pushes that, or the next sweep
//     reads it: the roster (server/shops/directory) has other facts of the shop.
//  2. server/shops/templates is asked for its drift, by the list of all shops or a
//     template's page. It finds which template applies to each part of the shop
//     (apply.go), and asks server/shops/change what a run with it would change:
//     those differences, less the accepted ones, are the drift (drift.go). Nothing
//     that hasn't changed is worked out again.
//  3. A manager accepts it (accept.go): digests of the differences are kept, and
//     hold until the shop or the template changes in them. Or they correct it: the
//     page of runs opens with the shops and the parts that differ, and shows shop by
//     shop what would change.
package templates
