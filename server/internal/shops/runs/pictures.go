package runs

import (
	"context"
	"encoding/json"
	"math"
	"slices"
	"sync"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform/rules"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
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
		return httpio.Problems(rules.Prefixed("picture", found)), err
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

// HasPicture tells whether an open or scheduled run gives shops a photo whose address fits.
func (s *Service) HasPicture(ctx context.Context, fits func(address string) bool) (bool, error) {
	open, err := s.o.Store.ListRuns(ctx, store.RunQuery{Open: true, Limit: math.MaxInt32})
	return slices.ContainsFunc(open, func(r store.Run) bool {
		var c api.Change
		return json.Unmarshal(r.Change, &c) == nil && fits(c.Picture)
	}), err
}
