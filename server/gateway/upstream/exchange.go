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

// exchange makes one attempt. The transport is used without an http.Client:
// no redirect is followed and no cookie is kept.
func (c *Caller) exchange(ctx context.Context, r *route, body []byte, token string) (*Answer, error) {
	presenter := c.presenter
	if r.endpoint.Path == platform.PathCallbackSet {
		// Its body has a signature of its own, over these members alone (interface 4.5).
		presenter.Profile.Presentation = platform.BearerHeader
	}
	call, err := presenter.Present(r.url, body, token, c.now())
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, c.timeout)
	defer cancel()

	wire := newWire()
	request := r.request.WithContext(httptrace.WithClientTrace(ctx, &wire.hooks))
	request.Header = c.header(call)
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

// header is the call's header. One without a signature is the same for all
// calls with a token, and kept: nothing writes to it.
func (c *Caller) header(call platform.Presented) http.Header {
	authorization := ""
	kept := c.kept.Load()
	if kept != nil {
		if values := (*kept)["Authorization"]; len(values) == 1 {
			authorization = values[0]
		}
		if call.Signature == "" && call.Authorization == authorization {
			return *kept
		}
	}
	header := http.Header{
		"Content-Type": {"application/json"},
		"Accept":       {"application/json"},
		"User-Agent":   {"Shopdesk"},
	}
	if call.Authorization != "" {
		header["Authorization"] = []string{call.Authorization}
	}
	if call.Signature != "" {
		header["X-App-Signature"] = []string{call.Signature}
		return header
	}
	c.kept.Store(&header)
	return header
}

// wire tells whether the platform may have seen the request: the headers are
// written before the body, so without them it can't have acted. A new
// connection (the transport's own, safe repeat) starts over.
type wire struct {
	hooks httptrace.ClientTrace
	wrote atomic.Bool
}

func newWire() *wire {
	w := &wire{}
	w.hooks.GetConn = func(string) { w.wrote.Store(false) }
	w.hooks.WroteHeaders = func() { w.wrote.Store(true) }
	return w
}
