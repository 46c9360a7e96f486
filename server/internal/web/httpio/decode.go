package httpio

import (
	"errors"
	"io"
	"net/http"
	"net/url"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
)

// MaxBody is the largest request body of our API in bytes, unless a route says
// otherwise.
const MaxBody = 256 << 10

// Decode reads a request's JSON body strictly (see platform.DecodeStrict).
func Decode[T any](w http.ResponseWriter, r *http.Request) (T, error) {
	var v T
	body, err := ReadBody(w, r, MaxBody)
	if err != nil {
		return v, err
	}
	return v, Strict(body, &v)
}

// Chosen is what a choice makes of a saved value: the choice began from was, so that a value which it left stays saved.
func Chosen[T comparable](saved, was, choice T) T {
	if choice == was {
		return saved
	}
	return choice
}

// ReadBody reads up to limit bytes of JSON.
func ReadBody(w http.ResponseWriter, r *http.Request, limit int64) ([]byte, error) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, limit))
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &tooLarge):
		return nil, Refusal(api.CodeTooLarge, "The request is too large.")
	case err != nil:
		return nil, Refusal(api.CodeMalformed, "The request did not arrive whole.")
	}
	return body, nil
}

// Strict decodes body into v. The error is the answer to a bad body.
func Strict(body []byte, v any) error {
	err := platform.DecodeStrict(body, v)
	if err == nil {
		return nil
	}
	answer := Refusal(api.CodeMalformed, "The request is not well-formed JSON of the expected shape.")
	switch {
	case errors.Is(err, platform.ErrDuplicateKey):
		answer.Code, answer.Message = api.CodeDuplicateKey, "The request names a member twice."
	case errors.Is(err, platform.ErrUnknownField):
		answer.Code, answer.Message = api.CodeUnknownField, "The request has a member that this call doesn't know."
	}
	return answer
}

// ReceivedURL returns the URL as the sender may have used it, as far as the request shows.
func ReceivedURL(r *http.Request) string {
	u := url.URL{Scheme: "http", Host: r.Host, Path: r.URL.Path, RawQuery: r.URL.RawQuery}
	if r.TLS != nil || r.Header.Get("X-Forwarded-Proto") == "https" {
		u.Scheme = "https"
	}
	return u.String()
}
