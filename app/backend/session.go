package backend

import (
	"context"

	"github.com/shopdesk/shopdesk/api"
)

// Session asks who is signed in.
func (b *Backend) Session(ctx context.Context) (*api.Session, error) {
	session := new(api.Session)
	return session, b.get(ctx, api.PathSession, session)
}

// SignIn signs in with a password.
func (b *Backend) SignIn(ctx context.Context, request api.SignIn) (*api.Session, error) {
	session := new(api.Session)
	return session, b.post(ctx, api.PathSignIn, request, session)
}

// SignInDemo signs in as one of the demonstration's people.
func (b *Backend) SignInDemo(ctx context.Context, role api.Role) (*api.Session, error) {
	session := new(api.Session)
	return session, b.post(ctx, api.PathDemo, api.DemoSignIn{Role: role}, session)
}

// Setup makes the first owner and signs them in.
func (b *Backend) Setup(ctx context.Context, request api.Setup) (*api.Session, error) {
	session := new(api.Session)
	return session, b.post(ctx, api.PathSetup, request, session)
}

// SignOut ends the session.
func (b *Backend) SignOut(ctx context.Context) error {
	return b.post(ctx, api.PathSignOut, struct{}{}, &struct{}{})
}
