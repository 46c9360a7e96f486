package server

import (
	"net/http"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/internal/access/auth"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
)

// route is a call of our own API, with its access, which is checked before its handler.
type route struct {
	method, path string
	access       access
	handle       httpio.Func
}

// access tells who may call a route. The zero value admits no caller.
type access struct {
	kind accessKind
	perm platform.Permission
}

type accessKind string

const (
	accessAnyone    accessKind = "anyone"    // signed in or not
	accessSignedIn  accessKind = "signed in" // every operator, for their own data
	accessWhole     accessKind = "all shops" // a role in all shops allows perm
	accessSomewhere accessKind = "a shop"    // a role in some shop allows perm; the handler finds the shops
)

var (
	public   = access{kind: accessAnyone}
	signedIn = access{kind: accessSignedIn}
)

func inAllShops(perm platform.Permission) access { return access{accessWhole, perm} }
func inAnyShop(perm platform.Permission) access  { return access{accessSomewhere, perm} }

// guarded checks a route's access before its handler.
func (s *Server) guarded(r route) httpio.Func {
	return func(w http.ResponseWriter, req *http.Request) error {
		if err := s.admits(req, r.access); err != nil {
			return err
		}
		if r.access.kind == accessAnyone && r.method != http.MethodGet && auth.PrincipalFrom(req.Context()) == nil {
			return s.handleStranger(w, req, r.handle)
		}
		return r.handle(w, req)
	}
}

func (s *Server) admits(req *http.Request, a access) (err error) {
	switch a.kind {
	case accessAnyone:
	case accessSignedIn:
		_, err = s.auth.RequireSignedIn(req.Context())
	case accessWhole:
		_, err = s.auth.Require(req.Context(), a.perm)
	case accessSomewhere:
		_, err = s.auth.RequireSomewhere(req.Context(), a.perm)
	default:
		_, err = s.auth.Require(req.Context(), platform.PermissionServer) // no role has this permission
	}
	return err
}
