package upstream

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/http/httptrace"
	"sync/atomic"

	"github.com/shopdesk/shopdesk/platform"
)

// Header values that never change are shared by all requests: a RoundTripper
// doesn't modify its request.
var (
	jsonType  = []string{"application/json"}
	userAgent = []string{"Shopdesk"}
)

// exchange makes one attempt. The transport is used without an http.Client:
// no redirect is followed and no cookie is kept.
func (c *Caller) exchange(ctx context.Context, r *route, body []byte, token string) (*Answer, error) {
	call, err := c.presenter.Present(r.url, body, token, c.now())
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, c.timeout)
	defer cancel()

	var wire wire
	wire.hooks = httptrace.ClientTrace{
		GetConn:      func(string) { wire.wrote.Store(false) },
		WroteHeaders: func() { wire.wrote.Store(true) },
	}
	request := r.request.WithContext(httptrace.WithClientTrace(ctx, &wire.hooks))
	request.Header = http.Header{"Content-Type": jsonType, "Accept": jsonType, "User-Agent": userAgent}
	if call.Authorization != "" {
		request.Header["Authorization"] = []string{call.Authorization}
	}
	if call.Signature != "" {
		request.Header["X-App-Signature"] = []string{call.Signature}
	}
	request.ContentLength = int64(len(call.Body))
	request.Body = io.NopCloser(bytes.NewReader(call.Body))
	// Lets the transport move a request from a connection that turned out to
	// be closed to another one. It does so only before anything was sent.
	request.GetBody = func() (io.ReadCloser, error) {
		return io.NopCloser(bytes.NewReader(call.Body)), nil
	}

	response, err := c.transport.RoundTrip(request)
	if err != nil {
		return nil, &platform.UnreachableError{Path: r.endpoint.Path, Sent: wire.wrote.Load(), Err: err}
	}
	answer, err := readAnswer(response, r.endpoint.Path)
	if err != nil {
		return nil, &platform.UnreachableError{Path: r.endpoint.Path, Sent: true, Err: err}
	}
	answer.token, answer.secret = token, c.presenter.Secret
	return answer, nil
}

// wire tells whether the platform may have seen the request: the headers are
// written before the body, so without them it can't have acted. A new
// connection (the transport's own, safe repeat) starts over.
type wire struct {
	hooks httptrace.ClientTrace
	wrote atomic.Bool
}
