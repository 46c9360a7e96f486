package auth

import (
	"net/http"

	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
)

var (
	_ httpio.Func = (*Service)(nil).HandleSession
	_ httpio.Func = (*Service)(nil).HandleSignIn
	_ httpio.Func = (*Service)(nil).HandleDemo
	_ httpio.Func = (*Service)(nil).HandleSignOut
	_ httpio.Func = (*Service)(nil).HandleSetup
)

// HandleSession answers the asker's session, also to an asker who isn't signed in
// ([api.PathSession]). The route comes after Identify.
func (s *Service) HandleSession(w http.ResponseWriter, r *http.Request) error {
	noStore(w)
	return httpio.WriteJSON(w, s.session(r.Context(), PrincipalFrom(r.Context())))
}

// HandleSignOut ends the session and takes its cookie back
// ([api.PathSignOut]). Signing out twice is no error.
func (s *Service) HandleSignOut(w http.ResponseWriter, r *http.Request) error {
	noStore(w)
	if s.cfg.Host != nil {
		return errHostSigns
	}
	if _, err := httpio.Decode[struct{}](w, r); err != nil {
		return err
	}
	if err := s.endSession(w, r); err != nil {
		return err
	}
	if p := PrincipalFrom(r.Context()); p != nil {
		s.event(r.Context(), eventSignOut, "operator", p.OperatorID, "address", p.Address)
	}
	return httpio.WriteJSON(w, struct{}{})
}
