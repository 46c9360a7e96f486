package server

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/shopdesk/shopdesk/server/internal/access/auth"
	"github.com/shopdesk/shopdesk/server/store"
)

// ErrHasOwner reports that no first owner is needed.
var ErrHasOwner = auth.ErrHasOwner

// ErrHasLink reports that another replica, or a start that was killed, has made the link to the first owner a moment
// ago.
var ErrHasLink = errors.New("server: another start has made the setup link")

// setupTurn is how long after a link other starts make none, unless the link's server is closed before.
const setupTurn = 5 * time.Minute

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
	if err := opts.wantOwner(ctx); err != nil {
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
	return auth.New(auth.Config{Store: c.Store, Base: c.base(), Public: c.public.String() + c.mount})
}

// SetupLink is the function SetupLink for this server. A host calls it at its start. The error is also ErrHasLink: of
// replicas that start at once, one makes a link, since a second link would replace the first.
func (s *Server) SetupLink(ctx context.Context) (string, error) {
	if err := s.opts.wantOwner(ctx); err != nil {
		return "", err
	}
	end, err := s.setup.Take(ctx)
	if errors.Is(err, store.ErrConflict) {
		return "", ErrHasLink
	}
	if err != nil {
		return "", fmt.Errorf("server: setup link: %w", err)
	}
	s.endSetup.Store(&end)
	return s.opts.setupLink(ctx, s.auth)
}

// wantOwner returns ErrHasOwner if no first owner is needed.
func (c checkedOptions) wantOwner(ctx context.Context) error {
	if c.Identity != nil || c.Demo {
		return ErrHasOwner
	}
	has, err := c.Store.HasOwner(ctx)
	switch {
	case err != nil:
		return fmt.Errorf("server: look for an owner: %w", err)
	case has:
		return ErrHasOwner
	}
	return nil
}

func (c checkedOptions) setupLink(ctx context.Context, operators *auth.Service) (string, error) {
	secret, err := operators.NewSetupLink(ctx)
	if err != nil {
		return "", err
	}
	return c.public.String() + c.mount + auth.SetupPath(secret), nil
}
