// Package routes reads the console's addresses and builds its links.
//
// Every internal link goes through [Mount.Href]: the console may hang under
// any prefix of a host's site, and go-app doesn't prefix links itself.
package routes
