// Package signin is the sign-in page, and the same form for signing in again
// over a page whose session has ended.
package signin
