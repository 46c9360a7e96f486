// Package doctor compares what we assume of a platform with what a real one does.
// It makes only calls that change nothing there, listens for webhooks, and says
// of each assumption whether it holds. It decodes JSON by itself, so that a report
// also names members that package platform skips.
//
// [New] checks the options, [Doctor.Run] looks and returns a [Report]. A Doctor
// that is served at the console's address hears webhooks meanwhile.
package doctor
