package server

import (
	"context"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/server/internal/access/auth"
)

// standings gives package auth, which is made first, the standings of the shop directory.
type standings struct{ s *Server }

var _ auth.Standings = standings{}

// Standings implements [auth.Standings].
func (k standings) Standings(ctx context.Context, shops []int64) (map[int64]api.Standing, error) {
	return k.s.roster.Standings(ctx, shops)
}
