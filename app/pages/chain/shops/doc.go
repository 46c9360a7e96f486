// Package shops is the list of the operator's shops, and for owners the form
// that adds more by number.
package shops
