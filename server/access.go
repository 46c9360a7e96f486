package server

import (
	"net/http"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/internal/access/auth"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
)

// route is a call of our own API. Its access is checked before its handler: a permission of the table of roles, or
// public or signedIn. For a permission in shops, the handler finds out in which.
type route struct {
	method, path string
	access       platform.Permission
	handle       httpio.Func
}

// Access that takes no role.
const (
	public   platform.Permission = "anyone"    // signed in or not
	signedIn platform.Permission = "signed in" // every operator, for their own data
)

// guarded checks a route's access before its handler.
func (s *Server) guarded(r route) httpio.Func {
	return func(w http.ResponseWriter, req *http.Request) (err error) {
		switch ctx := req.Context(); r.access { //nolint:exhaustive // the table of roles has the others
		case public:
			if r.method != http.MethodGet && auth.PrincipalFrom(ctx) == nil {
				return s.handleStranger(w, req, r.handle)
			}
		case signedIn:
			_, err = s.auth.RequireSignedIn(ctx)
		default:
			_, err = s.auth.Require(ctx, r.access)
		}
		if err != nil {
			return err
		}
		return r.handle(w, req)
	}
}
