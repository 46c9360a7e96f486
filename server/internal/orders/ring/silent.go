package ring

import (
	"context"
	"maps"
	"slices"
	"sync"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/server/internal/access/auth"
	"github.com/shopdesk/shopdesk/server/store"
)

// missed is how long ago a silent device may have rung last: a tablet that wasn't switched on in the morning is missed.
const missed = auth.EndedKept

// Silent is a device that can't ring, though it should.
type Silent struct {
	Device api.Device // with Who, Hush and RangAt
	Shops  []int64    // open ones for which it rang, ascending
	Since  int64      // when it rang last, or the first of those shops opened
}

// Count counts the devices that said within the last five minutes that they would ring, and the silent ones.
func (s *Service) Count(ctx context.Context) (rings, silent int, err error) {
	now := s.Now().UnixMilli()
	all, err := s.rings(ctx)
	if err != nil {
		return 0, 0, err
	}
	for _, row := range all {
		if row.Hush == string(api.HushNone) && now-row.SaidAt < api.RingSilent {
			rings++
		}
	}
	found, err := s.missing(ctx, all)
	return rings, len(found), err
}

// late lists the devices among all that couldn't ring for some time, and the moment at which there is another one, 0
// for never.
func (s *Service) late(all []store.Ring) (rows []store.Ring, next int64) {
	now := s.Now().UnixMilli()
	for _, row := range all {
		switch {
		case !row.Board, row.RangAt < now-missed.Milliseconds(), row.Hush == string(api.HushOff):
		case now-row.RangAt >= api.RingSilent:
			rows = append(rows, row)
		case next == 0 || row.RangAt+api.RingSilent < next:
			next = row.RangAt + api.RingSilent
		}
	}
	return rows, next
}

// Silent lists the devices that are silent in open shops; open gives for each of them since when it is open. next is
// the moment at which time alone may change that, 0 for never.
func (s *Service) Silent(ctx context.Context, open map[int64]int64) (found []Silent, next int64, err error) {
	all, err := s.rings(ctx)
	if err != nil {
		return nil, 0, err
	}
	rows, next := s.late(all)
	found, err = s.silent(ctx, rows, open)
	if len(rows) > 0 { // one of them may ring again
		if again := s.Now().UnixMilli() + api.RingEvery; next == 0 || again < next {
			next = again
		}
	}
	return found, next, err
}

func (s *Service) silent(ctx context.Context, rows []store.Ring, open map[int64]int64) (found []Silent, err error) {
	now := s.Now().UnixMilli()
	for _, row := range rows {
		p, err := s.Authoriser.PrincipalOfDevice(ctx, row.Session)
		if err != nil {
			return nil, err
		}
		if p == nil {
			continue
		}
		background := sync.OnceValues(func() (store.PushSubscription, error) {
			return s.Store.PushOf(ctx, row.Session.TokenHash)
		})
		one := Silent{Device: deviceOf(row, p), Since: now}
		for shop, since := range open {
			if since = max(since, row.RangAt); now-since < api.RingSilent || !ringsFor(row, p, shop) {
				continue
			}
			told, err := background()
			if store.Optional(err) != nil {
				return nil, err
			}
			if err != nil || row.Session.ExpiresAt <= now || len(told.Shops) > 0 && !slices.Contains(told.Shops, shop) {
				one.Shops, one.Since = append(one.Shops, shop), min(one.Since, since)
			}
		}
		if len(one.Shops) > 0 {
			slices.Sort(one.Shops)
			found = append(found, one)
		}
	}
	return found, nil
}

// missing lists the silent devices among all. Which shops are open is asked only if a device couldn't ring.
func (s *Service) missing(ctx context.Context, all []store.Ring) ([]Silent, error) {
	rows, _ := s.late(all)
	if len(rows) == 0 {
		return nil, nil
	}
	open, err := s.Open(ctx)
	if err != nil {
		return nil, err
	}
	return s.silent(ctx, rows, open)
}

// silence is a device's not ringing since it rang last.
type silence struct {
	device string
	rangAt int64
}

// look tells of silent devices. It remembers what it has told: the store would refuse each repetition, but a head
// office with many shops and devices is thousands of claims.
func (s *Service) look(ctx context.Context) error {
	s.looking.Lock()
	defer s.looking.Unlock()
	all, err := s.rings(ctx)
	if err != nil {
		return err
	}
	found, err := s.missing(ctx, all)
	if err != nil {
		return err
	}
	lasts := map[silence]bool{}
	for _, one := range found {
		key := silence{one.Device.ID, one.Device.RangAt}
		lasts[key] = true
		for _, shop := range one.Shops {
			if slices.Contains(s.told[key], shop) {
				continue
			}
			if err := s.Tell(ctx, shop, one); err != nil {
				return err
			}
			s.told[key] = append(s.told[key], shop)
		}
	}
	maps.DeleteFunc(s.told, func(key silence, _ []int64) bool { return !lasts[key] })
	return nil
}
