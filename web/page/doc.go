// Package page serves the console's browser side under any prefix: one public page
// that is equal for everybody and for every address, the program and its files, the
// service worker and the web app manifest.
//
// go-app renders and routes in the browser; its server half isn't used (see
// docs/adr/0001-own-shell.md). The package serves nothing personal: sign-in and
// everything that needs a session happen on the API.
//
// The package imports the standard library, api, app/text/words and web/asset.
package page
