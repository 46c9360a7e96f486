package upstream_test

import (
	"crypto/tls"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"

	"golang.org/x/net/http2"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/internal/gateway/upstream"
)

// resetting is a platform over HTTP/2 that reads each request whole and then resets its stream. It counts the requests.
func resetting(t *testing.T) (address string, requests *atomic.Int32) {
	t.Helper()
	certificate := httptest.NewUnstartedServer(nil)
	certificate.StartTLS()
	t.Cleanup(certificate.Close)
	listener, err := tls.Listen("tcp", "127.0.0.1:0", &tls.Config{Certificates: certificate.TLS.Certificates,
		NextProtos: []string{http2.NextProtoTLS}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	requests = new(atomic.Int32)
	serve := func(conn net.Conn) {
		defer func() { _ = conn.Close() }()
		_, _ = io.ReadFull(conn, make([]byte, len(http2.ClientPreface)))
		frames := http2.NewFramer(conn, conn)
		for err := frames.WriteSettings(); err == nil; {
			var frame http2.Frame
			if frame, err = frames.ReadFrame(); err != nil {
				return
			}
			if data, ok := frame.(*http2.DataFrame); ok && data.StreamEnded() {
				requests.Add(1)
				err = frames.WriteRSTStream(data.StreamID, http2.ErrCodeProtocol)
			}
		}
	}
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go serve(conn)
		}
	}()
	return "https://" + listener.Addr().String(), requests
}

// A platform, or what stands before it, may reset the stream of a request that was acted on, such as when its answer is
// malformed. Bug: net/http sent such a request again, hundreds of times a second, so that a refund was made again and
// again.
func TestResetRequestIsNotSentAgain(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]int32{platform.PathRefundApply: 1, platform.PathOrderGet: 2} {
		address, requests := resetting(t)
		transport := upstream.NewTransport()
		transport.TLSClientConfig.InsecureSkipVerify = true
		defer transport.CloseIdleConnections()
		caller, err := upstream.New(upstream.Options{BaseURL: address, Tokens: &tokens{}, Transport: transport})
		if err != nil {
			t.Fatal(err)
		}
		_, err = caller.Do(t.Context(), path, []byte(`{}`))
		var unreachable *platform.UnreachableError
		if !errors.As(err, &unreachable) || !unreachable.Sent || requests.Load() != want {
			t.Errorf("%s: %v after %d requests, want %d", path, err, requests.Load(), want)
		}
	}
}

// Bug: the plain transport, which tools and a host's tests use, sent such a request again until its time was over.
func TestPlainTransportSendsResetRequestOnce(t *testing.T) {
	t.Parallel()
	address, requests := resetting(t)
	transport := upstream.NewTransport()
	transport.TLSClientConfig.InsecureSkipVerify = true
	defer transport.CloseIdleConnections()
	plain := &platform.HTTPTransport{BaseURL: address, Client: &http.Client{Transport: transport}}
	_, err := plain.Call(t.Context(), platform.PathRefundApply, []byte(`{}`))
	var unreachable *platform.UnreachableError
	if !errors.As(err, &unreachable) || !unreachable.Sent || requests.Load() != 1 {
		t.Errorf("%v after %d requests", err, requests.Load())
	}
}
