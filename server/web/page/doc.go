// Package page serves the console's browser side: one public page that is the
// same for everybody and for every address, the program and its files, the
// service worker and the web app manifest, under any prefix.
//
// go-app renders and routes in the browser; its server half isn't used (see
// docs/adr/0001-own-shell.md). Nothing personal passes through here: signing in
// and everything that needs it happen on the API.
//
// It imports the standard library, api and web/asset.
package page
