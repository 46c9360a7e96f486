package httpio

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"strconv"

	"github.com/shopdesk/shopdesk/internal/api"
)

// Func handles a request, or returns an error, which [Handler] answers.
type Func func(w http.ResponseWriter, r *http.Request) error

// Handler turns f into an http.Handler that answers f's errors.
func Handler(log *slog.Logger, f Func) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := f(w, r); err != nil {
			WriteError(log, w, r, err)
		}
	})
}

// WriteJSON answers v with status 200.
func WriteJSON(w http.ResponseWriter, v any) error {
	var body bytes.Buffer
	encoder := json.NewEncoder(&body)
	encoder.SetEscapeHTML(false) // the platform's texts are passed on unchanged
	if err := encoder.Encode(v); err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(bytes.TrimSuffix(body.Bytes(), []byte("\n"))) // an error means that the client left
	return nil
}

// Seclude sets the headers of an answer that is never stored, never framed, and of no
// use to other sites.
func Seclude(h http.Header) {
	h.Set("Cache-Control", "no-store")
	h.Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("X-Content-Type-Options", "nosniff")
}

// StatusReaderLeft is the status, only for the log, of a request whose client left
// before the answer; nginx uses this status too.
const StatusReaderLeft = 499

// WriteError answers err as the one error body. An error that isn't an *api.Error,
// and the cause of a failure of our own, are logged, and their text isn't answered.
// A client that left gets nothing, and the errors of its broken-off request are not
// logged.
func WriteError(log *slog.Logger, w http.ResponseWriter, r *http.Request, err error) {
	if errors.Is(err, context.Canceled) && r.Context().Err() != nil {
		w.WriteHeader(StatusReaderLeft)
		return
	}
	var answer *api.Error
	level := slog.LevelWarn
	if !errors.As(err, &answer) {
		level = slog.LevelError
		answer = Internal
	}
	if caused := err != error(answer); caused && answer.Status >= http.StatusInternalServerError { //nolint:errorlint // whether it has a cause
		log.Log(r.Context(), level, "request failed", "method", r.Method, "path", r.URL.Path, "request",
			RequestID(r.Context()), "err", err)
	}
	body := *answer
	body.Request = RequestID(r.Context())
	if body.RetryAfter > 0 {
		w.Header().Set("Retry-After", strconv.Itoa(body.RetryAfter))
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(body.Status)
	_ = json.NewEncoder(w).Encode(body)
}

type requestIDKey struct{}

// WithRequestID puts the request's id into the context, for logs and errors.
func WithRequestID(ctx context.Context, id string) context.Context {
	return context.WithValue(ctx, requestIDKey{}, id)
}

// RequestID gives the id set by [WithRequestID], or "".
func RequestID(ctx context.Context) string {
	id, _ := ctx.Value(requestIDKey{}).(string)
	return id
}
