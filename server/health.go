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

// handleReady answers 200 when the store can be used and this process has held
// a token of the platform's; otherwise 503 with what is missing, in a word. A
// token that has lapsed since is named too, but with 200: the platform is out,
// and the page that tells people so must stay reachable.
func (s *Server) handleReady(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), 2*time.Second)
	defer cancel()
	if err := s.store.Ping(ctx); err != nil {
		s.log.WarnContext(ctx, "not ready", "part", "store", "err", err)
		answerPlain(w, http.StatusServiceUnavailable, "store")
		return
	}
	if s.keeper == nil { // no token is needed before the first shop is connected
		answerPlain(w, http.StatusOK, "ok")
		return
	}
	switch status := s.keeper.Status(); {
	case status.Valid:
		answerPlain(w, http.StatusOK, "ok")
	case status.Held:
		answerPlain(w, http.StatusOK, "platform")
	default:
		answerPlain(w, http.StatusServiceUnavailable, "platform")
	}
}

func answerPlain(w http.ResponseWriter, status int, word string) {
	h := w.Header()
	h.Set("Content-Type", "text/plain; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(status)
	_, _ = io.WriteString(w, word+"\n")
}
