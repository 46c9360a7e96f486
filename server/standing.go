package server

import (
	"context"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/server/access/auth"
)

// standings is the roster for the operators' side, which is made before it.
type standings struct{ s *Server }

var _ auth.Standings = standings{}

// Standings implements [auth.Standings].
func (k standings) Standings(ctx context.Context, shops []int64) (map[int64]api.Standing, error) {
	return k.s.roster.Standings(ctx, shops)
}
