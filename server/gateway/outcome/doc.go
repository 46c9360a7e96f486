// Package outcome tells what came of a call that the server itself made to the
// platform, for whoever has to go on from there, and the answer for whoever
// asked. It imports api, platform, httpio, store and upstream.
package outcome
