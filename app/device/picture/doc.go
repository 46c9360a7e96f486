// Package picture opens, cuts and encodes pictures in the browser, and sends
// them. What leaves the browser is made of the pixels alone: the place, the
// time and the device that a camera writes into its files are not in it, and
// the picture stands upright without them.
//
// Functions block where they wait for the browser: call them away from the UI
// goroutine.
package picture
