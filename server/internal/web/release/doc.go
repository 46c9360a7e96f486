// Package release keeps the browser's files of the last releases (how many: server.Options.KeepReleases) and
// makes the differences from them to the present ones: an update is then sent as the difference to a browser
// that has an earlier form (RFC 9842, docs/adr/0035).
//
// The files are public and equal for everybody. Personal data is never compressed
// with a dictionary.
//
// The package imports background, web/page and server/store.
package release
