package server

import (
	"encoding/json"
	"io"
	"net/http"

	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
)

// handleReport logs the requests that a browser's content security policy refused. Only the directive and the
// addresses are read.
func (s *Server) handleReport(w http.ResponseWriter, r *http.Request) {
	var body struct {
		Report struct {
			Directive string `json:"effective-directive"`
			Blocked   string `json:"blocked-uri"`
			Document  string `json:"document-uri"`
		} `json:"csp-report"`
	}
	data, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 16<<10))
	if err == nil && json.Unmarshal(data, &body) == nil && s.reports.Allow() {
		s.log.WarnContext(r.Context(), "policy report", "directive", httpio.Shorten(body.Report.Directive, 200),
			"blocked", httpio.Shorten(body.Report.Blocked, 200), "document", httpio.Shorten(body.Report.Document, 200))
	}
	w.WriteHeader(http.StatusNoContent)
}
