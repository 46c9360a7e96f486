package httpio_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
)

// A browser that goes to another page breaks its calls off. The store's errors of
// such calls are no failures and are not logged.
func TestErrorsOfABrokenOffRequestAreNotLogged(t *testing.T) {
	t.Parallel()
	store := errors.New("disk full")
	for _, tt := range []struct {
		name   string
		err    func(ctx context.Context) error
		leave  bool
		status int
		logged string
	}{
		{"left", func(ctx context.Context) error {
			return httpio.Unavailable(fmt.Errorf("sqlstore: %w", ctx.Err()))
		}, true, httpio.StatusReaderLeft, ""},
		{"left, an error that isn't an answer", func(ctx context.Context) error {
			return fmt.Errorf("sqlstore: %w", ctx.Err())
		}, true, httpio.StatusReaderLeft, ""},
		{"left, and our store failed all the same", func(context.Context) error {
			return httpio.Unavailable(store)
		}, true, http.StatusServiceUnavailable, "disk full"},
		{"there", func(context.Context) error {
			return httpio.Unavailable(store)
		}, false, http.StatusServiceUnavailable, "disk full"},
		{"there, and something of ours was broken off", func(context.Context) error {
			return httpio.Unavailable(context.Canceled)
		}, false, http.StatusServiceUnavailable, "canceled"},
		{"an answer", func(context.Context) error {
			return &api.Error{Status: http.StatusNotFound, Code: api.CodeNotFound}
		}, false, http.StatusNotFound, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var log bytes.Buffer
			w := httptest.NewRecorder()
			ctx, leave := context.WithCancel(t.Context())
			defer leave()
			r := httptest.NewRequestWithContext(ctx, http.MethodGet, "/", nil)
			httpio.Handler(slog.New(slog.NewTextHandler(&log, nil)), func(_ http.ResponseWriter, r *http.Request) error {
				if tt.leave {
					leave()
				}
				return tt.err(r.Context())
			}).ServeHTTP(w, r)
			if w.Code != tt.status || (tt.logged == "") != (log.Len() == 0) || !strings.Contains(log.String(), tt.logged) {
				t.Errorf("%d, logged: %s", w.Code, &log)
			}
			if strings.Contains(w.Body.String(), "disk") {
				t.Errorf("the answer tells too much: %s", w.Body)
			}
		})
	}
}
