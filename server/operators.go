package server

import (
	"context"

	"github.com/shopdesk/shopdesk/server/internal/access/auth"
	"github.com/shopdesk/shopdesk/server/store"
)

// Operators are the commands for operators on the machine itself, beside a running server. Operators needs the
// options that [SetupLink] needs.
type Operators struct{ auth *auth.Service }

// OpenOperators checks the options. The caller closes the store.
func OpenOperators(ctx context.Context, o Options) (*Operators, error) {
	opts, err := o.atHome(ctx)
	if err != nil {
		return nil, err
	}
	operators, err := opts.operators()
	if err != nil {
		return nil, err
	}
	return &Operators{operators}, nil
}

// List lists the operators whom [Operators.ResetLink] and [Operators.Disable] find: those of a demonstration or of a
// host's identities are left out.
func (o *Operators) List(ctx context.Context) ([]store.Operator, error) {
	return o.auth.List(ctx)
}

// ResetLink makes a one-time link with which the operator chooses a new password.
func (o *Operators) ResetLink(ctx context.Context, login string) (string, error) {
	return o.auth.ResetLink(ctx, login)
}

// Disable disables an operator, or enables them again. A running server notices within two seconds.
func (o *Operators) Disable(ctx context.Context, login string, disabled bool) error {
	return o.auth.Disable(ctx, login, disabled)
}
