// Package wire lets tests of the browser's packages ask a real HTTP server.
package wire

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/shopdesk/shopdesk/app/backend"
	"github.com/shopdesk/shopdesk/app/routes"
)

// Fetcher is a [backend.Fetcher] over a real HTTP server.
type Fetcher struct{ Server *httptest.Server }

var _ backend.Fetcher = Fetcher{}

// Backend asks a real HTTP server, where the console hangs at mount.
func Backend(t testing.TB, mount routes.Mount, server *httptest.Server) *backend.Backend {
	t.Helper()
	b, err := backend.New(mount, Fetcher{server})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// Fetch implements [backend.Fetcher].
func (w Fetcher) Fetch(ctx context.Context, r backend.Request) (backend.Response, error) {
	var body io.Reader
	if r.Body != nil {
		body = bytes.NewReader(r.Body)
	}
	request, err := http.NewRequestWithContext(ctx, r.Method, w.Server.URL+r.URL, body)
	if err != nil {
		return backend.Response{}, err
	}
	for name, value := range r.Header {
		request.Header.Set(name, value)
	}
	asked := time.Now()
	response, err := w.Server.Client().Do(request)
	if err != nil {
		return backend.Response{}, backend.ErrNoAnswer
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	return backend.Response{Status: response.StatusCode, Body: answer, Tag: response.Header.Get("ETag"), Asked: asked}, err
}
