package upstream

import (
	"errors"
	"io"
	"net/http"
	"sync"

	"github.com/shopdesk/shopdesk/platform"
)

// Answer is the platform's answer, unchanged.
type Answer struct {
	Status int    // HTTP status
	Body   []byte // nil if the body was larger than platform.MaxAnswer

	failed *platform.Error // nil for a success
	token  string          // the token of the call; kept out of Message
	secret string
	buffer *[]byte
}

// Err is nil for a success, and an *platform.Error for everything else: a non-zero
// code, a status other than 2xx, or an answer that isn't an envelope. Its Message
// is the platform's own; show [Answer.Message] instead.
func (a *Answer) Err() error {
	if a.failed == nil {
		return nil
	}
	return a.failed
}

// Message is the platform's text of a failure, safe to show: see [Scrub].
func (a *Answer) Message() string {
	if a.failed == nil {
		return ""
	}
	return Scrub(a.failed.Message, a.token, a.secret)
}

// refusesToken reports whether the platform refused the token, and so did not act.
// Status 401 without an envelope is such a refusal.
func (a *Answer) refusesToken() bool {
	return errors.Is(a.Err(), platform.ErrTokenExpired) || errors.Is(a.Err(), platform.ErrTokenInvalid) ||
		a.failed != nil && a.failed.Malformed && a.Status == http.StatusUnauthorized
}

// buffers holds buffers for answers' bodies.
var buffers = sync.Pool{New: func() any {
	b := make([]byte, 0, 8<<10)
	return &b
}}

// keepBuffer is the size of the largest buffer kept: a huge answer's buffer must
// not stay in memory for ever.
const keepBuffer = 64 << 10

// Release gives the body's memory back; Body must not be used afterwards. A caller
// that keeps the body doesn't call Release.
func (a *Answer) Release() {
	if a.buffer != nil && cap(*a.buffer) <= keepBuffer {
		buffers.Put(a.buffer)
	}
	a.buffer, a.Body = nil, nil
}

var errTooLarge = errors.New("upstream: answer too large")

func readAnswer(response *http.Response, path string, codes platform.AuthCodes) (*Answer, error) {
	defer response.Body.Close()
	status := response.StatusCode
	a := &Answer{Status: status, buffer: buffers.Get().(*[]byte),
		failed: &platform.Error{Path: path, Status: status, Malformed: true}}
	body, err := readAll((*a.buffer)[:0], response)
	*a.buffer = body
	switch {
	case errors.Is(err, errTooLarge):
		a.Release()
		return a, nil // not an envelope
	case err != nil:
		a.Release()
		return nil, err
	}
	a.Body = platform.Content(body)
	if a.failed = platform.Failure(path, status, a.Body); a.failed != nil {
		a.failed.AuthCodes = codes
	}
	return a, nil
}

// readAll appends the response's body to into, up to platform.MaxAnswer bytes.
func readAll(into []byte, response *http.Response) ([]byte, error) {
	if response.ContentLength > platform.MaxAnswer {
		return into, errTooLarge
	}
	if n := int(response.ContentLength) + 1; n > cap(into) {
		into = make([]byte, 0, n) // one more byte, so that the end is read without growing
	}
	for {
		if len(into) == cap(into) {
			into = append(into, 0)[:len(into)]
		}
		n, err := response.Body.Read(into[len(into):cap(into)])
		into = into[:len(into)+n]
		switch {
		case len(into) > platform.MaxAnswer:
			return into, errTooLarge
		case errors.Is(err, io.EOF):
			return into, nil
		case err != nil:
			return into, err
		}
	}
}
