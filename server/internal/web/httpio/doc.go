// Package httpio reads requests, bounds the calls of each operator ([Rate],
// [Concurrency]), and writes answers in the one shape of our HTTP API. Handlers return
// an error and are wrapped by [Handler]: an [*api.Error] is answered unchanged, any
// other error is logged and answered as an internal error without its text.
// [Refusal] and its siblings make answers, each with the status of its code.
//
// answer.go writes answers, tagged.go large ones (compressed, and not again if unchanged), refusal.go refusals;
// decode.go reads bodies; rate.go and inflight.go bound calls.
package httpio
