package runs

import (
	"context"
	"math"
	"sync"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform/rules"
	"github.com/shopdesk/shopdesk/server/store"
)

// lookedFor is how long a good photo isn't fetched again for the next shop.
const lookedFor = 10 * time.Minute

// pictures remembers which photos were good, by operator.
type pictures struct {
	mu   sync.Mutex
	good map[seen]time.Time // the value is when the entry expires
}

type seen struct {
	operator int64
	address  string
}

// looked lists the problems of the photo at an address, for the operator of ctx.
func (s *Service) looked(ctx context.Context, operator int64, address string) (problems []api.Problem, err error) {
	now, key := s.o.Now(), seen{operator, address}
	p := &s.pictures
	p.mu.Lock()
	good := now.Before(p.good[key])
	p.mu.Unlock()
	if good {
		return nil, nil
	}
	found, err := s.o.Pictures.CheckShared(ctx, address)
	if err != nil || len(found) > 0 {
		return rules.Prefixed("picture", found), err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	for old, until := range p.good {
		if !now.Before(until) {
			delete(p.good, old)
		}
	}
	if p.good == nil {
		p.good = map[seen]time.Time{}
	}
	p.good[key] = now.Add(lookedFor)
	return nil, nil
}

// HasPicture tells whether a run has a photo whose address fits: an open run gives it to shops, or a kept run can be
// undone or repeated, which gives it back. Only the shops of runs about photos are read.
func (s *Service) HasPicture(ctx context.Context, fits func(address string) bool) (bool, error) {
	runs, err := s.o.Store.ListRuns(ctx, store.RunQuery{Limit: math.MaxInt32})
	if err != nil {
		return false, err
	}
	for _, r := range runs {
		c, err := changeOf(r)
		if err != nil || c.Picture == "" {
			continue
		}
		if r.State != store.RunDone && r.State != store.RunCancelled && fits(c.Picture) {
			return true, nil
		}
		rows, err := s.o.Store.RunShops(ctx, r.ID)
		if err != nil {
			return false, err
		}
		for _, row := range rows {
			k, err := readKept(row)
			if err == nil && (fits(k.Was.Picture) || k.Undo != nil && fits(k.Undo.Was.Picture)) {
				return true, nil
			}
		}
	}
	return false, nil
}
