package main

import (
	"context"
	"io"
	"log/slog"
	"net"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"github.com/shopdesk/shopdesk/server"
)

// pipes is a listener in memory, so that the clock can be a fake one.
type pipes struct {
	conns chan net.Conn
	done  chan struct{}
}

func (p pipes) Accept() (net.Conn, error) {
	select {
	case c := <-p.conns:
		return c, nil
	case <-p.done:
		return nil, net.ErrClosed
	}
}

func (p pipes) Close() error { close(p.done); return nil }

func (p pipes) Addr() net.Addr { return &net.TCPAddr{} }

func (p pipes) dial(context.Context, string, string) (net.Conn, error) {
	ours, theirs := net.Pipe()
	p.conns <- theirs
	return ours, nil
}

// A save that is under way when the program is stopped is answered, and so is the longest possible call.
func TestOpenRequestsAreAnsweredAtStop(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct{ takes, stopAfter time.Duration }{
		"stopped during the call": {29 * time.Second, 500 * time.Millisecond},
		"the longest call":        {server.LongestCall, server.LongestCall + time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				listener := pipes{make(chan net.Conn), make(chan struct{})}
				slow := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
					time.Sleep(tt.takes) // on the fake clock
					_, _ = io.WriteString(w, "done")
				})
				ctx, stop := context.WithCancel(t.Context())
				stopped := make(chan error)
				go func() { stopped <- serveUntil(ctx, slog.New(slog.DiscardHandler), site{listener, slow}) }()
				time.AfterFunc(tt.stopAfter, stop)
				client := http.Client{Transport: &http.Transport{DialContext: listener.dial, DisableKeepAlives: true}}
				response, err := client.Get("http://console.example/")
				if err != nil {
					t.Error(err)
				} else {
					defer func() { _ = response.Body.Close() }()
					if body, err := io.ReadAll(response.Body); string(body) != "done" {
						t.Errorf("%q, %v", body, err)
					}
				}
				if err := <-stopped; err != nil {
					t.Error(err)
				}
			})
		})
	}
}
