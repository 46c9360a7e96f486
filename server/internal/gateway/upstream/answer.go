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
	Code   int    // the envelope's code
	Body   []byte // nil if the body was larger than platform.MaxAnswer

	envelope bool // Code was in the body, or isn't needed: see [platform.Code]
	path     string
	token    string // the token of the call; kept out of Message
	secret   string
	buffer   *[]byte
}

// Err is nil for a success, and an *platform.Error for everything else: a non-zero
// code, a status other than 2xx, or an answer that isn't an envelope. Its Message
// is the platform's own; show [Answer.Message] instead.
func (a *Answer) Err() error {
	if a.envelope && a.Code == 0 && a.Status >= 200 && a.Status <= 299 {
		return nil
	}
	if !a.envelope {
		return &platform.Error{Path: a.path, Status: a.Status, Malformed: true}
	}
	return &platform.Error{Path: a.path, Status: a.Status, Code: a.Code, Message: a.message()}
}

// Message is the platform's text, safe to show: see [Scrub].
func (a *Answer) Message() string { return Scrub(a.message(), a.token, a.secret) }

func (a *Answer) message() string {
	var env struct {
		Message string `json:"message"`
	}
	_ = platform.Read(a.Body, &env) // an answer without a message gives ""
	return env.Message
}

// refusesToken reports whether the platform refused the token, and so did not act.
// Status 401 without an envelope is such a refusal.
func (a *Answer) refusesToken() bool {
	if !a.envelope {
		return a.Status == http.StatusUnauthorized
	}
	if a.Code == 0 {
		return false
	}
	err := a.Err()
	return errors.Is(err, platform.ErrTokenExpired) || errors.Is(err, platform.ErrTokenInvalid)
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

func readAnswer(response *http.Response, path string) (*Answer, error) {
	defer response.Body.Close()
	a := &Answer{Status: response.StatusCode, path: path, buffer: buffers.Get().(*[]byte)}
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
	a.Code, a.envelope = platform.Code(path, a.Status, a.Body)
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
