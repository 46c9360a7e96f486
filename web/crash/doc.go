// Package crash is what the build, the browser and the server agree on about a program that died: what its last words
// may say (sayable.go), and the map of a build by which the server finds the names and lines of a stack (map.go). It
// imports only the standard library.
package crash
