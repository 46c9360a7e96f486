//go:build !js

package platform_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/shopdesk/shopdesk/platform"
)

func TestHTTPTransportPresentsTheToken(t *testing.T) {
	t.Parallel()
	transport := newServer(t, func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		_, _ = io.WriteString(w, r.Header.Get("Authorization")+"|"+r.Header.Get("X-App-Signature")+"|"+string(body))
	})
	base := transport.BaseURL
	transport.BaseURL += "/"
	transport.Present = func(_ context.Context, url string, body []byte) (platform.Presented, error) {
		if url != base+"/order/get" {
			t.Errorf("presented to %s", url)
		}
		return platform.Presented{Body: append([]byte("signed "), body...), Authorization: "Bearer tok",
			Signature: "sig"}, nil
	}
	reply, err := transport.Call(t.Context(), "/order/get", []byte("{}"))
	want := platform.Reply{Status: 200, Body: []byte("Bearer tok|sig|signed {}")}
	if diff := cmp.Diff(want, reply); diff != "" || err != nil {
		t.Error(err, diff)
	}

	refused := errors.New("no token")
	transport.Present = func(context.Context, string, []byte) (platform.Presented, error) {
		return platform.Presented{}, refused
	}
	if _, err := transport.Call(t.Context(), "/order/get", nil); !errors.Is(err, refused) ||
		errors.Is(err, platform.ErrUnreachable) {
		t.Errorf("%v", err)
	}
}

func TestHTTPTransportWithoutAToken(t *testing.T) {
	t.Parallel()
	transport := newServer(t, func(w http.ResponseWriter, r *http.Request) {
		_, hasToken := r.Header["Authorization"]
		_, hasSignature := r.Header["X-App-Signature"]
		if hasToken || hasSignature {
			t.Error("empty headers were sent")
		}
		w.WriteHeader(http.StatusTeapot)
	})
	transport.Client = nil
	reply, err := transport.Call(t.Context(), "/order/get", []byte("{}"))
	if err != nil || reply.Status != http.StatusTeapot || len(reply.Body) != 0 {
		t.Errorf("%v, %v", reply, err)
	}
}

func TestHTTPTransportFollowsNoRedirect(t *testing.T) {
	t.Parallel()
	elsewhere := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("followed") }))
	t.Cleanup(elsewhere.Close)
	for _, status := range []int{http.StatusFound, http.StatusTemporaryRedirect, http.StatusPermanentRedirect} {
		transport := newServer(t, func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, elsewhere.URL, status) })
		reply, err := transport.Call(t.Context(), "/order/get", []byte("{}"))
		if err != nil || reply.Status != status {
			t.Errorf("%v, %v", reply.Status, err)
		}
	}
}

func TestHTTPTransportBoundsTheAnswer(t *testing.T) {
	t.Parallel()
	for size, fits := range map[int]bool{platform.MaxAnswer: true, platform.MaxAnswer + 1: false} {
		transport := newServer(t, func(w http.ResponseWriter, _ *http.Request) {
			_, _ = io.WriteString(w, strings.Repeat("x", size))
		})
		reply, err := transport.Call(t.Context(), "/order/get", nil)
		if fits {
			if err != nil || len(reply.Body) != size {
				t.Errorf("%d bytes: %d, %v", size, len(reply.Body), err)
			}
			continue
		}
		wantUnreachable(t, err, true)
	}
}

func wantUnreachable(t *testing.T, err error, sent bool) {
	t.Helper()
	var unreachable *platform.UnreachableError
	if !errors.As(err, &unreachable) || !errors.Is(err, platform.ErrUnreachable) {
		t.Fatalf("%v", err)
	}
	if unreachable.Sent != sent || unreachable.Path != "/order/get" {
		t.Errorf("sent %v, path %s: %v", unreachable.Sent, unreachable.Path, err)
	}
	if strings.Contains(err.Error(), "pa55word") || strings.Contains(err.Error(), "http://") {
		t.Errorf("the address is in the error: %v", err)
	}
}

func TestHTTPTransportConnectionRefused(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.NotFoundHandler())
	server.Close()
	transport := &platform.HTTPTransport{BaseURL: strings.Replace(server.URL, "http://",
		"http://user:pa55word@", 1) + basePath}
	_, err := transport.Call(t.Context(), "/order/get", nil)
	wantUnreachable(t, err, false)
}

func TestHTTPTransportConnectionRefusedInTLS(t *testing.T) {
	t.Parallel()
	server := httptest.NewTLSServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("reached") }))
	t.Cleanup(server.Close)
	transport := &platform.HTTPTransport{BaseURL: server.URL + basePath} // which doesn't trust the certificate
	_, err := transport.Call(t.Context(), "/order/get", nil)
	wantUnreachable(t, err, false)
}

func TestHTTPTransportConnectionDropped(t *testing.T) {
	t.Parallel()
	transport := newServer(t, func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) })
	_, err := transport.Call(t.Context(), "/order/get", nil)
	wantUnreachable(t, err, true)
}

func TestHTTPTransportAnswerCutShort(t *testing.T) {
	t.Parallel()
	transport := newServer(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", "100")
		_, _ = io.WriteString(w, `{"code":0`)
	})
	_, err := transport.Call(t.Context(), "/order/get", nil)
	wantUnreachable(t, err, true)
}

func TestHTTPTransportGivenUpWhileWaiting(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	transport := newServer(t, func(_ http.ResponseWriter, r *http.Request) {
		cancel()
		<-r.Context().Done()
	})
	_, err := transport.Call(ctx, "/order/get", nil)
	wantUnreachable(t, err, true)
	if !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func TestHTTPTransportGivenUpBefore(t *testing.T) {
	t.Parallel()
	transport := newServer(t, func(http.ResponseWriter, *http.Request) { t.Error("reached") })
	ctx, cancel := context.WithDeadline(t.Context(), time.Unix(0, 0))
	defer cancel()
	_, err := transport.Call(ctx, "/order/get", nil)
	wantUnreachable(t, err, false)
}

func TestHTTPTransportMalformedAddress(t *testing.T) {
	t.Parallel()
	transport := &platform.HTTPTransport{BaseURL: "http://user:pa55word@[::1"}
	if _, err := transport.Call(t.Context(), "/order/get", nil); err == nil || strings.Contains(err.Error(), "pa55word") {
		t.Error(err)
	}
}
