package backend

import (
	"context"
	"errors"
	"time"
)

// Why a call has no answer.
var (
	ErrOffline  = errors.New("backend: the device is offline")     // nothing was sent
	ErrTimeout  = errors.New("backend: no answer within the time") // the server may have acted
	ErrNoAnswer = errors.New("backend: no answer")                 // the server may have acted
)

// Timeout bounds every call.
const Timeout = 30 * time.Second

// Fetcher sends one request and waits for the whole answer, whatever its
// status. Without an answer it returns [ErrOffline], [ErrTimeout] or
// [ErrNoAnswer]. It blocks: never call it on the UI goroutine.
type Fetcher interface {
	Fetch(ctx context.Context, request Request) (Response, error)
}

// Request is what a [Fetcher] sends, with the session's cookie.
type Request struct {
	Method string
	URL    string // path on our own host
	Header map[string]string
	Body   []byte // nil for none
}

// Response is what came back.
type Response struct {
	Status int
	Body   []byte
	Tag    string    // the ETag header, "" for none
	Asked  time.Time // when the request was sent: before the program ran, perhaps
}
