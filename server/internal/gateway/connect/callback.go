package connect

import (
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/internal/access/auth"
	"github.com/shopdesk/shopdesk/server/internal/gateway/token"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
)

// page is the console's page of connections, to which every callback redirects.
const page = "/settings/connections"

// Callback receives a merchant's browser from the platform ([api.PathCallback]) and
// redirects to the console, with the result in the fragment. No part of the
// callback's query is shown or passed on, and none logged but a documented error.
func (s *Service) Callback(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	httpio.Seclude(h)
	if r.Method != http.MethodGet {
		h.Set("Allow", http.MethodGet)
		w.WriteHeader(http.StatusMethodNotAllowed) // a prefetch must not use the code up
		return
	}
	result := s.returned(w, r)
	h.Set("Location", s.Mount+page+"#"+string(result))
	w.WriteHeader(http.StatusSeeOther)
}

// returned checks, in this order: this browser has a cookie for the state, at most
// ten minutes old; the state was not used before; the operator who began is still
// signed in, with the same session, and still may connect; the answer is for this
// application.
func (s *Service) returned(w http.ResponseWriter, r *http.Request) api.ConnectResult {
	query, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil || len(query[platform.BackState]) != 1 {
		return api.ConnectLost
	}
	f, operator, err := s.Redirects.Finish(w, r, query.Get(platform.BackState), "")
	switch {
	case errors.Is(err, auth.ErrNoRedirect), f["purpose"] != purpose:
		return api.ConnectLost
	case errors.Is(err, auth.ErrRedirectUsed):
		return api.ConnectUsed
	case err != nil:
		s.Logger.ErrorContext(r.Context(), "connect: redirect not found out about", "request",
			httpio.RequestID(r.Context()), "err", err)
		return api.ConnectFailed
	}
	who, err := s.Authoriser.Resume(r, f["session"], operator)
	if err != nil {
		return api.ConnectFailed
	}
	if who == nil {
		return api.ConnectSignedOut
	}
	if _, err := s.Authoriser.Require(auth.WithPrincipal(r.Context(), who), auth.PermissionConnections); err != nil {
		return api.ConnectSignedOut
	}
	codes := query[platform.BackCode]
	switch app := query.Get(platform.BackApp); {
	case app != "" && app != strconv.FormatInt(s.AppID, 10):
		return api.ConnectLost // another application's answer
	case query.Has(platform.BackError):
		return s.unconsented(r, query.Get(platform.BackError))
	case len(codes) == 0:
		return api.ConnectDenied
	case len(codes) != 1, !plausible(codes[0]):
		return api.ConnectRefused
	}
	consent := token.Consent{ID: f["mends"], Code: token.Secret(codes[0])}
	if s.Platform.Presenter.Profile.PKCE {
		consent.Verifier = f["verifier"]
	}
	return resultOf(s.connect(r.Context(), who, consent, "redirect"))
}

// pageErrors are what a platform's page may send back beside a refusal (RFC 6749, 4.1.2.1).
var pageErrors = []string{"invalid_request", "unauthorized_client", "unsupported_response_type", "invalid_scope",
	"server_error", "temporarily_unavailable"}

// unconsented tells a merchant's refusal from what the platform's page couldn't do.
func (s *Service) unconsented(r *http.Request, why string) api.ConnectResult {
	if why == "access_denied" {
		return api.ConnectDenied
	}
	if !slices.Contains(pageErrors, why) {
		why = "unknown"
	}
	s.Logger.WarnContext(r.Context(), "connect: no consent", "request", httpio.RequestID(r.Context()), "why", why)
	return api.ConnectDown
}

func resultOf(err error) api.ConnectResult {
	switch {
	case err == nil:
		return api.ConnectDone
	case errors.Is(err, errBadCode):
		return api.ConnectRefused
	case errors.Is(err, errDown), errors.Is(err, errCredentials):
		return api.ConnectDown
	case errors.Is(err, errNoConnection):
		return api.ConnectLost
	}
	return api.ConnectFailed
}

// plausible reports whether text can be a code.
func plausible(text string) bool { return text != "" && len(text) <= 4096 }
