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

// SignOut ends the session.
func (b *Backend) SignOut(ctx context.Context) error {
	return b.post(ctx, api.PathSignOut, struct{}{}, &struct{}{})
}
