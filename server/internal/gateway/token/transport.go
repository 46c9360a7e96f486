package token

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/internal/gateway/upstream"
)

const (
	maxAnswer      = 64 << 10 // bytes of the token endpoint's answer
	maxLife        = 10 * 365 * 24 * 3600
	codePrefix     = "platform_" // comes before the platform's code in an OAuth error
	errorMalformed = "malformed"
)

// jsonTransport lets golang.org/x/oauth2, which posts forms, speak to a token
// endpoint that takes JSON (interface 4.1). The transport sends nothing to any
// other URL, never sends a request twice, and returns a plain OAuth answer.
type jsonTransport struct {
	url    string
	rename map[string]string // the profile's names of members, by OAuth's names
	next   http.RoundTripper
}

var _ http.RoundTripper = (*jsonTransport)(nil)

func (t *jsonTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	defer r.Body.Close()
	if r.URL.String() != t.url {
		return nil, errors.New("token: refusing to send credentials to another address")
	}
	form, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, fmt.Errorf("token: read form: %w", err)
	}
	body, err := formToJSON(form, t.rename)
	if err != nil {
		return nil, err
	}
	var sent atomic.Bool
	request := r.Clone(httptrace.WithClientTrace(r.Context(), &httptrace.ClientTrace{WroteHeaders: func() {
		sent.Store(true)
	}}))
	request.Header = http.Header{"Content-Type": {"application/json"}, "Accept": {"application/json"},
		"User-Agent": {"Shopdesk"}}
	request.Body = io.NopCloser(bytes.NewReader(body))
	request.ContentLength = int64(len(body))
	request.GetBody = nil // the transport must not repeat the call: some grants can be used only once

	response, err := t.next.RoundTrip(request)
	if err != nil {
		if !sent.Load() {
			err = &unsentError{err}
		}
		return nil, err
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(io.LimitReader(response.Body, maxAnswer+1))
	if err != nil {
		return nil, fmt.Errorf("token: read answer: %w", err)
	}
	plain := plainAnswer(response.StatusCode, answer)
	response.Header = http.Header{"Content-Type": {"application/json"}}
	response.Body = io.NopCloser(bytes.NewReader(plain))
	response.ContentLength = int64(len(plain))
	return response, nil
}

// unsentError is a failure before any part of the request was sent.
type unsentError struct{ error }

func (e *unsentError) Unwrap() error { return e.error }

func formToJSON(form []byte, rename map[string]string) ([]byte, error) {
	values, err := url.ParseQuery(string(form))
	if err != nil {
		return nil, errors.New("token: x/oauth2 sent no form") // the error's text may hold the secret
	}
	object := make(map[string]string, len(values))
	for name := range values {
		object[cmp.Or(rename[name], name)] = values.Get(name)
	}
	return json.Marshal(object)
}

// plainAnswer gives body in the form of RFC 6749. A failure becomes the member
// "error": the platform's OAuth error where it is definite, the platform's code after codePrefix, which is 0 for words
// alone, or errorMalformed.
func plainAnswer(status int, body []byte) []byte {
	if len(body) > maxAnswer {
		return oauthError(errorMalformed, "")
	}
	got, err := platform.OpenToken(platform.Reply{Status: status, Body: body})
	if err != nil {
		return plainFailure(body, err)
	}
	token := map[string]any{"access_token": got.AccessToken, "token_type": strings.TrimSpace(got.TokenType)}
	if got.RefreshToken != "" {
		token["refresh_token"] = got.RefreshToken
	}
	if got.ExpiresIn > 0 {
		token["expires_in"] = min(got.ExpiresIn, maxLife)
	}
	plain, _ := json.Marshal(token) // strings and a number always encode
	return plain
}

func plainFailure(body []byte, err error) []byte {
	var failed *platform.Error
	told := errors.As(err, &failed) && !failed.Malformed
	var oauth struct {
		Error string `json:"error"`
	}
	_ = platform.Read(platform.Content(body), &oauth) // what can't be read names no error
	switch {
	case definite[oauth.Error] && (!told || failed.Code == 0):
		return oauthError(oauth.Error, "")
	case told:
		return oauthError(codePrefix+strconv.Itoa(failed.Code), upstream.Scrub(failed.Message))
	}
	return oauthError(errorMalformed, "")
}

func oauthError(code, description string) []byte {
	plain, _ := json.Marshal(map[string]string{"error": code, "error_description": description})
	return plain
}
