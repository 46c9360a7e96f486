package httpio

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"strconv"

	"github.com/shopdesk/shopdesk/api"
)

// Func handles a request or says why not.
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
	encoder.SetEscapeHTML(false) // what the platform said is passed on as it came
	if err := encoder.Encode(v); err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(bytes.TrimSuffix(body.Bytes(), []byte("\n"))) // the reader is gone: nobody to tell
	return nil
}

// StatusReaderLeft is the status of a request whose reader went away before
// there was an answer, for the log alone; nginx calls it so too.
const StatusReaderLeft = 499

// WriteError answers err as the one error body. What isn't an *api.Error is
// logged and its text kept back; so is the cause of our own failures. A reader
// who left gets nothing, and what was broken off with them isn't our failure.
func WriteError(log *slog.Logger, w http.ResponseWriter, r *http.Request, err error) {
	if errors.Is(err, context.Canceled) && r.Context().Err() != nil {
		w.WriteHeader(StatusReaderLeft)
		return
	}
	var answer *api.Error
	level := slog.LevelWarn
	if !errors.As(err, &answer) {
		level = slog.LevelError
		answer = &api.Error{Status: http.StatusInternalServerError, Code: api.CodeInternal,
			Message: "Something went wrong on our side. It has been logged."}
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

// WithRequestID remembers the request's id for logs and errors.
func WithRequestID(ctx context.Context, id string) context.Context {
	return context.WithValue(ctx, requestIDKey{}, id)
}

// RequestID is the id given by [WithRequestID], or "".
func RequestID(ctx context.Context) string {
	id, _ := ctx.Value(requestIDKey{}).(string)
	return id
}
