//go:build !js

package platform

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"strings"
	"sync/atomic"
	"time"
)

// HTTPTransport is the plain [Transport] over net/http, for tools and tests:
// the console's server has its own in server/internal/gateway/upstream, with tokens and retries.
// It follows no redirect, because the token would go along, and reads at most
// [MaxAnswer] bytes of an answer. It is safe for concurrent use.
type HTTPTransport struct {
	// BaseURL is the service's address, with or without a slash at its end.
	BaseURL string

	// Client makes the calls. Default: one with a timeout of 30 seconds.
	Client *http.Client

	// AuthCodes are the platform's codes of authentication errors. Default: the assumed ones.
	AuthCodes AuthCodes

	// Present puts the access token on the call to url, on each attempt anew.
	// Default: calls carry no token.
	Present func(ctx context.Context, url string, body []byte) (Presented, error)
}

var _ Transport = (*HTTPTransport)(nil)

var errAnswerTooLarge = errors.New("answer is too large")

// Call posts body to path. Its errors are Present's, and [*UnreachableError]
// for a call without a whole answer.
func (t *HTTPTransport) Call(ctx context.Context, path string, body []byte) (Reply, error) {
	address := strings.TrimRight(t.BaseURL, "/") + path
	call := Presented{Body: body}
	if t.Present != nil {
		var err error
		if call, err = t.Present(ctx, address, body); err != nil {
			return Reply{}, fmt.Errorf("platform: %s: present token: %w", path, err)
		}
	}
	var sent atomic.Bool
	ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{
		GotConn: func(httptrace.GotConnInfo) { sent.Store(true) },
	})
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, address, bytes.NewReader(call.Body))
	if err != nil {
		return Reply{}, fmt.Errorf("platform: %s: %w", path, withoutURL(err))
	}
	request.GetBody = nil // net/http must not repeat the call: the platform may have acted on it
	request.Header.Set("Content-Type", "application/json")
	if call.Authorization != "" {
		request.Header.Set("Authorization", call.Authorization)
	}
	if call.Signature != "" {
		request.Header.Set("X-App-Signature", call.Signature)
	}
	reply, err := t.do(request)
	if err != nil {
		return Reply{}, &UnreachableError{Path: path, Sent: sent.Load(), Err: withoutURL(err)}
	}
	reply.AuthCodes = t.AuthCodes
	return reply, nil
}

func (t *HTTPTransport) do(request *http.Request) (Reply, error) {
	client := http.Client{Timeout: 30 * time.Second}
	if t.Client != nil {
		client = *t.Client
	}
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	response, err := client.Do(request)
	if err != nil {
		return Reply{}, err
	}
	defer func() { _ = response.Body.Close() }()
	answer, err := io.ReadAll(io.LimitReader(response.Body, MaxAnswer+1))
	if err == nil && len(answer) > MaxAnswer {
		err = errAnswerTooLarge
	}
	if err != nil {
		return Reply{}, err
	}
	return Reply{Status: response.StatusCode, Body: answer}, nil
}

// withoutURL takes the address, which may hold credentials, out of an error.
func withoutURL(err error) error {
	var located *url.Error
	if errors.As(err, &located) {
		return located.Err
	}
	return err
}
