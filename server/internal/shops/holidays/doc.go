// Package holidays keeps facts about special dates that the platform doesn't keep: the names that operators give them
// ("Lunar New Year"), and the public holidays of a shop's country, which an operator can take over one by one.
//
// A name belongs to a shop and a range of dates. The browser, which has the entries, decides which entry shows the
// name. Names whose dates ended more than 400 days ago are deleted with the shop's next change.
//
// # Sources of the holidays
//
// Brazil's holidays are computed by github.com/rickar/cal/v2/br. Neither that library nor another maintained one has
// the other countries: their holidays are the rows of holidays.tsv, whose sources stand at its top (docs/adr/0009).
package holidays
