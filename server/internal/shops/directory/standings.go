package directory

import (
	"context"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/server/internal/access/auth"
)

var _ auth.Standings = (*Service)(nil)

// Standings implements [auth.Standings]: the standing of each shop, as the list of shops shows it.
func (s *Service) Standings(ctx context.Context, shops []int64) (map[int64]api.Standing, error) {
	all, err := s.known(ctx, shops)
	if err != nil {
		return nil, err
	}
	pauses, err := s.o.Pauses(ctx)
	if err != nil {
		return nil, err
	}
	b := beside{pauses: make(map[int64]api.Pause, len(pauses))}
	for _, p := range pauses {
		b.pauses[p.ShopID] = p
	}
	now, standings := s.millis(), make(map[int64]api.Standing, len(all))
	for _, k := range all {
		standings[k.shop.ShopID] = s.row(k, b, now).Standing
	}
	return standings, nil
}
