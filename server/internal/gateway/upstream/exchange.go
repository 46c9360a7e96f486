package upstream

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"io"
	"maps"
	"net/http"
	"net/http/httptrace"
	"sync/atomic"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/internal/tracing"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
)

// exchange makes one attempt. The transport is used without an http.Client, so that
// no redirect is followed and no cookie is kept.
func (c *Caller) exchange(ctx context.Context, r *route, body []byte, token string) (answer *Answer, err error) {
	if c.Measured != nil {
		began := c.Now()
		defer func() { c.Measured(r.endpoint.Path, c.Now().Sub(began), outcomeOf(answer, err)) }()
	}
	ctx, span := c.Tracer.Start(ctx, tracing.Call, tracing.Endpoint(r.endpoint.Path))
	defer func() {
		outcome := outcomeOf(answer, err)
		span.End(outcome != "done", tracing.Outcome(outcome))
	}()
	presenter := c.Presenter
	if r.endpoint.Path == platform.PathCallbackSet {
		// The body has a signature of its own, over its members alone (interface
		// 4.5).
		presenter.Profile.Presentation = platform.BearerHeader
	}
	call, err := presenter.Present(r.url, body, token, c.Now())
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, c.Timeout)
	defer cancel()

	wire := newWire()
	request := r.request.WithContext(httptrace.WithClientTrace(ctx, &wire.hooks))
	request.Header = c.header(call)
	if id := httpio.RequestID(ctx); id != "" || c.TellTrace {
		request.Header = maps.Clone(request.Header)
		if id != "" {
			request.Header["X-Request-Id"] = []string{id}
		}
		if c.TellTrace {
			tracing.Inject(ctx, request.Header)
		}
	}
	request.ContentLength = int64(len(call.Body))
	request.Body = io.NopCloser(bytes.NewReader(call.Body))
	// GetBody lets the transport move a request from a closed connection to another
	// one, but only before anything was sent. Over HTTP/2 it would do so after that too.
	request.GetBody = func() (io.ReadCloser, error) {
		if wire.wrote.Load() && wire.http2.Load() {
			return nil, errSent
		}
		return io.NopCloser(bytes.NewReader(call.Body)), nil
	}

	response, err := c.Transport.RoundTrip(request)
	if err != nil {
		return nil, &platform.UnreachableError{Path: r.endpoint.Path, Sent: wire.wrote.Load(), Err: err}
	}
	answer, err = readAnswer(response, r.endpoint.Path, c.Presenter.Profile.AuthCodes)
	if err != nil {
		return nil, &platform.UnreachableError{Path: r.endpoint.Path, Sent: true, Err: err}
	}
	answer.token, answer.secret = token, c.Presenter.Secret
	return answer, nil
}

var errSent = errors.New("upstream: the platform may have acted on the request")

// outcomeOf names what came of an attempt.
func outcomeOf(answer *Answer, err error) string {
	switch {
	case err != nil:
		return "unreachable"
	case answer.Err() != nil:
		return "refused"
	}
	return "done"
}

// header gives the call's header. Calls without a signature share one header for
// each token; no code writes to the shared header.
func (c *Caller) header(call platform.Presented) http.Header {
	kept := c.kept.Load()
	if kept != nil && call.Signature == "" && call.Authorization == kept.Get("Authorization") {
		return *kept
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

// wire records whether the platform may have seen the request. The headers are
// written before the body, so without headers the platform can't have acted. A new
// connection, in the transport's own safe repeat, resets the record.
type wire struct {
	hooks httptrace.ClientTrace
	wrote atomic.Bool
	http2 atomic.Bool // the connection's protocol
}

func newWire() *wire {
	w := &wire{}
	w.hooks.GetConn = func(string) { w.wrote.Store(false) }
	w.hooks.GotConn = func(got httptrace.GotConnInfo) {
		conn, ok := got.Conn.(*tls.Conn)
		w.http2.Store(ok && conn.ConnectionState().NegotiatedProtocol == "h2")
	}
	w.hooks.WroteHeaders = func() { w.wrote.Store(true) }
	return w
}
