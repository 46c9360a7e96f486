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
package templates
