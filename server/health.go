package server

import (
	"context"
	"io"
	"net/http"
	"time"
)

// handleHealth answers while the process lives.
func (s *Server) handleHealth(w http.ResponseWriter, _ *http.Request) {
	answerPlain(w, http.StatusOK, "ok")
}

// handleReady answers 200 when the store can be used and the platform has
// given a token; otherwise 503 with what is missing, in a word.
func (s *Server) handleReady(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), 2*time.Second)
	defer cancel()
	if err := s.store.Ping(ctx); err != nil {
		s.log.WarnContext(ctx, "not ready", "part", "store", "err", err)
		answerPlain(w, http.StatusServiceUnavailable, "store")
		return
	}
	if !s.keeper.Status().Valid {
		answerPlain(w, http.StatusServiceUnavailable, "platform")
		return
	}
	answerPlain(w, http.StatusOK, "ok")
}

func answerPlain(w http.ResponseWriter, status int, word string) {
	h := w.Header()
	h.Set("Content-Type", "text/plain; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(status)
	_, _ = io.WriteString(w, word+"\n")
}
