package server

import (
	"encoding/json"
	"io"
	"net/http"
	"net/url"

	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
	"github.com/shopdesk/shopdesk/web/crash"
)

// handleReport logs the requests that a browser's content security policy refused: the directive, the address without
// its query, which may be about a person, and the page's name.
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
			"blocked", httpio.Shorten(place(body.Report.Blocked).String(), 200),
			"document", crash.Said.PageOf(place(body.Report.Document).Path))
	}
	w.WriteHeader(http.StatusNoContent)
}

// place is the scheme, the host and the path of an address, of another text none of them.
func place(address string) *url.URL {
	u, err := url.Parse(address)
	if err != nil {
		return new(url.URL)
	}
	return &url.URL{Scheme: u.Scheme, Host: u.Host, Path: u.Path}
}
