package directory

import (
	"context"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform/rules"
	"github.com/shopdesk/shopdesk/server/store"
)

// keepStops is how long stops are kept after their end: four weeks, and the four weeks that those are compared with.
const keepStops = 60 * 24 * time.Hour

// addStops tells with each record that was read whether its shop took no orders within its hours. Without known hours,
// or in a record that doesn't say, a stop neither begins nor ends.
func (s *Service) addStops(ctx context.Context, parts []store.SnapshotPart) error {
	var stopped []*store.SnapshotPart
	for i := range parts {
		p := &parts[i]
		if p.Part != store.SeenRecord || p.Written { // a change of the phones says nothing of the status
			continue
		}
		if p.Stop = s.stopAt(p.ShopID, p.At); p.Stop != nil && p.Stop.Kind != "" {
			stopped = append(stopped, p)
		}
	}
	if len(stopped) == 0 {
		return nil
	}
	pauses, err := s.paused(ctx)
	for _, p := range stopped {
		if ours, is := pauses[p.ShopID]; is && ours.State != api.PauseLeft {
			p.Stop.Kind = store.StopPaused
		}
	}
	return err
}

// stopAt tells whether a shop took no orders at a moment at which its hours had it open; nil if that isn't known.
func (s *Service) stopAt(shopID, at int64) *store.SnapshotStop {
	k := s.shop(shopID)
	if k == nil || k.readAt() == 0 || k.record.value.Unsaid() {
		return nil
	}
	zone := k.zone()
	hours := rules.OpenAt(at, k.week.value, *k.dates.value, s.Anchor, zone)
	stop := &store.SnapshotStop{Forget: at - keepStops.Milliseconds()}
	takes := k.record.value.Operating() && k.record.value.AvailableForOrder
	if hours.Open && !takes {
		stop.Kind, stop.Until = store.StopClosed, hours.Until
		if stop.Until == 0 { // open around the clock: the next read goes on
			stop.Until = at + s.Every.Milliseconds()*2
		}
	}
	return stop
}
