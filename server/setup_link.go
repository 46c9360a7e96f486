package server

import (
	"context"
	"errors"

	"github.com/shopdesk/shopdesk/server/access/auth"
)

// ErrHasOwner says that there is nothing to set up.
var ErrHasOwner = auth.ErrHasOwner

// SetupLink makes a link that creates the first owner: it works once, for 30
// minutes, and replaces the one before. ErrHasOwner when there is an owner, or
// none is needed because a host or the demonstration signs people in.
//
// Of the options it needs PublicURL, Store and Keys alone. It starts nothing
// and doesn't call the platform, so it can be used beside a running server.
func SetupLink(ctx context.Context, o Options) (string, error) {
	opts, wrong := o.checkHome()
	if len(wrong) > 0 {
		return "", errors.Join(wrong...)
	}
	// Other keys mean another database: a link to it would lead nowhere.
	if err := opts.Keys.Check(ctx, opts.Store); err != nil {
		return "", err
	}
	operators, err := opts.operators()
	if err != nil {
		return "", err
	}
	return opts.setupLink(ctx, operators)
}

// operators is the operators' side without a server.
func (c checked) operators() (*auth.Service, error) {
	return auth.New(auth.Config{Store: c.Store, Logger: c.Logger, Now: c.Now, Public: c.public.String() + c.mount})
}

// SetupLink is the function of that name for this server.
func (s *Server) SetupLink(ctx context.Context) (string, error) {
	return s.opts.setupLink(ctx, s.auth)
}

func (c checked) setupLink(ctx context.Context, operators *auth.Service) (string, error) {
	if c.Identity != nil || c.Demo {
		return "", ErrHasOwner
	}
	secret, err := operators.NewSetupLink(ctx)
	if err != nil {
		return "", err
	}
	return c.public.String() + c.mount + auth.SetupPath(secret), nil
}
