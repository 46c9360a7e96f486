package backend

import (
	"context"

	"github.com/shopdesk/shopdesk/api"
)

// SetPreferences keeps how the operator wants the console.
func (b *Backend) SetPreferences(ctx context.Context, request api.Preferences) (*api.Session, error) {
	answer := new(api.Session)
	return answer, b.post(ctx, api.PathPreferences, request, answer)
}
