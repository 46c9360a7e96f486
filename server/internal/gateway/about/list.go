package about

import (
	"cmp"
	"context"
	"encoding/json"
	"log/slog"
	"slices"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/server/store"
)

const (
	sightsName = "sights"            // of the list, in the store
	keepSights = 90 * 24 * time.Hour // since an item was last seen
)

// List keeps what was seen here, and lists what all replicas have kept, sorted by call or event and by path. It forgets
// what wasn't seen for long. Two replicas may keep at once: what one of them overwrites, its replica keeps again.
func (s *Sights) List(ctx context.Context) ([]api.Sight, error) {
	s.keeping.Lock()
	defer s.keeping.Unlock()
	kept, err := note[[]api.Sight](ctx, s.Kept, s.Logger, sightsName)
	if err != nil {
		return nil, err
	}
	list, more := s.merge(kept)
	if !slices.Equal(list, kept) {
		body, err := json.Marshal(list)
		if err != nil {
			return nil, err
		}
		if err := s.Kept.SetMeta(ctx, sightsName, string(body)); err != nil {
			return nil, err
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for k, n := range more {
		s.seen[k].more -= n
	}
	return list, nil
}

// note reads what is kept under a name. What is missing or damaged is the zero value, and kept anew.
func note[T any](ctx context.Context, from store.Meta, log *slog.Logger, name string) (kept T, err error) {
	text, err := from.Meta(ctx, name)
	if err != nil {
		return kept, store.Optional(err)
	}
	if err := json.Unmarshal([]byte(text), &kept); err != nil {
		log.ErrorContext(ctx, "about: damaged", "name", name, "err", err)
		return *new(T), nil
	}
	return kept, nil
}

// merge adds what is kept to what was seen here. It returns the list, and how much of each count was added here.
func (s *Sights) merge(kept []api.Sight) (list []api.Sight, more map[sightKey]int64) {
	list, more = []api.Sight{}, map[sightKey]int64{}
	since := s.Now().Add(-keepSights).UnixMilli()
	s.mu.Lock()
	defer s.mu.Unlock()
	add := func(k sightKey, one *seen) {
		if one.Last < since || len(list) >= maxKept {
			delete(s.seen, k)
			return
		}
		s.seen[k], more[k] = one, one.more
		list = append(list, one.Sight)
	}
	for _, one := range kept {
		k := sightKey{one.What, one.From, one.Path, one.Seen}
		item := &seen{Sight: one}
		if mine := s.seen[k]; mine != nil {
			item.more = mine.more
			item.Count, item.First, item.Last = one.Count+mine.more, min(one.First, mine.First), max(one.Last, mine.Last)
		}
		add(k, item)
	}
	for k, one := range s.seen {
		if _, is := more[k]; !is {
			add(k, one)
		}
	}
	slices.SortFunc(list, func(a, b api.Sight) int {
		return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.Path, b.Path), cmp.Compare(a.What, b.What),
			cmp.Compare(a.Seen, b.Seen))
	})
	return list, more
}
