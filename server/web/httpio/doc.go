// Package httpio reads requests, bounds what one person takes of the server
// ([Rate], [AtOnce]), and writes answers in the one shape our HTTP API has.
// Handlers return an error and are wrapped by [Handler]; an
// [*api.Error] is answered as it is, anything else is logged and answered as
// an internal error without its text.
package httpio
