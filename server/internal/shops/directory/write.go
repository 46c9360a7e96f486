package directory

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/server/internal/background"
	"github.com/shopdesk/shopdesk/server/store"
)

const saveAgain = 2 * time.Second // after a failed save

// writer gathers parts to save, so that calls of the platform don't wait for our store.
type writer struct {
	job *background.Job

	mu    sync.Mutex
	parts map[[2]any]store.SnapshotPart // by shop and part
	news  map[int64]bool                // true: saved through the console
	asked map[int64]bool
	turn  chan struct{} // holds one while a flush runs
}

func (w *writer) add(parts []store.SnapshotPart, news map[int64]bool, asked []int64) {
	if len(parts)+len(news)+len(asked) == 0 {
		return
	}
	w.mu.Lock()
	for _, p := range parts {
		key := [2]any{p.ShopID, p.Part}
		if there, ok := w.parts[key]; !ok || there.At <= p.At {
			p.Written = p.Written || there.Written
			w.parts[key] = p
		}
	}
	for id, saved := range news {
		w.news[id] = w.news[id] || saved
	}
	for _, id := range asked {
		w.asked[id] = true
	}
	w.mu.Unlock()
	w.job.Ring()
}

// taken returns and empties the gathered parts.
func (w *writer) taken() (parts []store.SnapshotPart, news map[int64]bool, asked []int64) {
	w.mu.Lock()
	defer w.mu.Unlock()
	parts = slices.Collect(maps.Values(w.parts))
	news, asked = maps.Clone(w.news), slices.Collect(maps.Keys(w.asked))
	clear(w.parts)
	clear(w.news)
	clear(w.asked)
	return parts, news, asked
}

// Flush saves the gathered parts, and then shows them on screens. Parts that can't be saved are kept for the next
// flush.
func (s *Service) Flush(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, background.SaveWithin)
	defer cancel()
	select {
	case s.write.turn <- struct{}{}:
		defer func() { <-s.write.turn }()
	case <-ctx.Done():
		return ctx.Err()
	}
	parts, news, asked := s.write.taken()
	err := s.save(ctx, parts, asked)
	if err == nil {
		parts, asked = nil, nil
		err = s.tell(ctx, news)
	}
	if err != nil {
		s.write.add(parts, news, asked)
	}
	return err
}

func (s *Service) save(ctx context.Context, parts []store.SnapshotPart, asked []int64) error {
	if err := s.addStops(ctx, parts); err != nil {
		return err
	}
	for i, p := range parts {
		if p.Part == store.SeenDates {
			parts[i].Dates = s.listed(p)
		}
	}
	if len(parts) > 0 {
		if err := s.Store.SaveSeen(ctx, parts, s.most()); err != nil {
			return err
		}
	}
	if len(asked) == 0 {
		return nil
	}
	return s.Store.AskSeen(ctx, asked, s.Millis())
}

// tell sends the rows of changed shops to screens.
func (s *Service) tell(ctx context.Context, news map[int64]bool) error {
	if len(news) == 0 {
		return nil
	}
	known, err := s.known(ctx, slices.Sorted(maps.Keys(news)))
	if err != nil {
		return err
	}
	beside, err := s.beside(ctx, s.Access(ctx))
	if err != nil {
		return err
	}
	now := s.Millis()
	events := make([]store.Event, 0, len(known))
	for _, k := range known {
		row := s.row(k, beside, now)
		row.Saved = news[k.shop.ShopID]
		data, err := json.Marshal(row)
		if err != nil {
			return err
		}
		events = append(events, store.Event{At: now, ShopID: k.shop.ShopID, Kind: string(api.LiveRoster), Data: data})
	}
	return s.Store.AddEvents(ctx, events)
}
