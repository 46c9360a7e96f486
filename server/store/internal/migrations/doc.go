// Package migrations migrates a database to the schema that this program expects.
//
// Each migration has one text for both engines. The text is a text/template that fills in only the
// differences: {{serial}} is the type of a numbered primary key, {{bytes}} is the type of a byte
// string, and {{if postgres}} selects whole statements that differ. A released migration is never
// edited; a later migration corrects it.
package migrations
