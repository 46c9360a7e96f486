package server

import (
	"context"
	"errors"

	"github.com/shopdesk/shopdesk/server/internal/access/auth"
)

// ErrHasOwner reports that no first owner is needed.
var ErrHasOwner = auth.ErrHasOwner

// SetupLink makes a link that creates the first owner: the link works once, for 30 minutes, and replaces the previous
// one. The error is ErrHasOwner if there is an owner, or if none is needed because a host or the demonstration signs
// people in.
//
// SetupLink needs only the options PublicURL, Store and Keys. It starts nothing and doesn't call the platform, so it
// can be used beside a running server.
func SetupLink(ctx context.Context, o Options) (string, error) {
	opts, err := o.atHome(ctx)
	if err != nil {
		return "", err
	}
	operators, err := opts.operators()
	if err != nil {
		return "", err
	}
	return opts.setupLink(ctx, operators)
}

// atHome prepares the options for a command on the machine itself, beside a running server.
func (o Options) atHome(ctx context.Context) (checkedOptions, error) {
	c, wrong := o.checkHome()
	if err := errors.Join(append(wrong, o.checkOpened()...)...); err != nil {
		return c, err
	}
	// Other keys belong to another database: a link to it would lead nowhere.
	if err := c.Keys.Check(ctx, c.Store); err != nil {
		return c, err
	}
	_, err := c.signAudit()
	return c, err
}

// operators is the service for operators without a server.
func (c checkedOptions) operators() (*auth.Service, error) {
	return auth.New(auth.Config{Store: c.Store, Logger: c.Logger, Now: c.Now, Public: c.public.String() + c.mount})
}

// SetupLink is the function SetupLink for this server.
func (s *Server) SetupLink(ctx context.Context) (string, error) {
	return s.opts.setupLink(ctx, s.auth)
}

func (c checkedOptions) setupLink(ctx context.Context, operators *auth.Service) (string, error) {
	if c.Identity != nil || c.Demo {
		return "", ErrHasOwner
	}
	secret, err := operators.NewSetupLink(ctx)
	if err != nil {
		return "", err
	}
	return c.public.String() + c.mount + auth.SetupPath(secret), nil
}
