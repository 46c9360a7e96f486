// Package migrations brings a database to the shape this program expects.
//
// There is one text of each migration for both engines. It is a text/template
// in which only what differs is filled in: {{serial}} is the type of a
// numbered primary key, {{bytes}} that of a byte string, and {{if postgres}}
// chooses where a whole statement differs. A migration that was released is
// never edited; the next one mends it.
package migrations
