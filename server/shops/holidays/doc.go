// Package holidays keeps what we know about special dates beside the platform:
// the names that people give them ("Lunar New Year"), and the public holidays
// of a shop's country, offered to be taken over one by one.
//
// A name belongs to a shop and a range of dates. Which entry it is shown at is
// the browser's business, which has the entries. Names whose dates ended more
// than 400 days ago are forgotten with the shop's next change.
//
// # Where the holidays come from
//
// Brazil's are worked out by github.com/rickar/cal/v2/br. That library has
// none of the other countries, nor has another that is kept up: theirs are the
// rows of holidays.tsv, whose sources stand at its top (docs/adr/0009).
package holidays
