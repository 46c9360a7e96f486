// Package state is what the browser remembers between pages and between
// visits: who is signed in, the shops, the records read last, preferences and
// drafts. It is plain Go and knows no network and no go-app; the browser's own
// parts stand in _js.go files.
//
// All methods belong to the UI goroutine. Whoever changes something that other
// parts show posts [ActionChanged] afterwards.
package state
