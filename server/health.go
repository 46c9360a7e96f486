package server

import (
	"io"
	"net/http"
)

// handleHealth answers while the process lives.
func (s *Server) handleHealth(w http.ResponseWriter, _ *http.Request) {
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
