package backend

import (
	"context"

	"github.com/shopdesk/shopdesk/api"
)

// Roster reads what our own records know of all shops.
func (b *Backend) Roster(ctx context.Context) (*api.Roster, error) {
	answer := new(api.Roster)
	return answer, b.get(ctx, api.PathRoster, answer)
}
