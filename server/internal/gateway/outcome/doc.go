// Package outcome tells what came of a call to the platform, an operator's or the
// server's own: done, refused, not made, or unknown. It gives the words for the
// audit and the answer for the caller. It imports api, platform, httpio, store and
// upstream.
package outcome
