package orders

import (
	"testing"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/server/internal/background"
)

// A rule for a rush accepts until it ends, but leaves to a person what is large, has a note, can't be read or waits
// already; it always keeps to the opening hours. A lasting rule goes on as it is.
func TestRuleForARush(t *testing.T) {
	t.Parallel()
	now := time.UnixMilli(1_800_000_000_000)
	s := &Service{Options: Options{Base: background.Base{Now: func() time.Time { return now }}}}
	rush := api.OrderSettings{RushUntil: now.UnixMilli() + 1, RushItems: 5, MaxOpen: 20}
	since9 := api.OrderSettings{RushUntil: rush.RushUntil, UpdatedAt: 9}
	for _, tt := range []struct {
		name     string
		settings api.OrderSettings
		order    api.Order
		accepts  bool
		hours    bool
	}{
		{"small", rush, api.Order{ItemCount: 5}, true, true},
		{"too large", rush, api.Order{ItemCount: 6}, false, true},
		{"no limit", api.OrderSettings{RushUntil: rush.RushUntil}, api.Order{ItemCount: 60}, true, true},
		{"with a note", rush, api.Order{ItemCount: 1, Note: "no peanuts"}, false, true},
		{"not read", rush, api.Order{Partial: true}, false, true},
		{"read without an answer's data", rush, api.Order{}, false, true},
		{"waits already", since9, api.Order{PlacedAt: 8, ItemCount: 1}, false, true},
		{"came since", since9, api.Order{PlacedAt: 9, ItemCount: 1}, true, true},
		{"over", api.OrderSettings{RushUntil: now.UnixMilli()}, api.Order{ItemCount: 1}, false, true},
		{"a lasting rule", api.OrderSettings{AutoAccept: true}, api.Order{Note: "no peanuts"}, true, false},
		{"none", api.OrderSettings{}, api.Order{}, false, true},
	} {
		limits, accepts := s.ruled(&orderUpdate{orderState: &orderState{Order: tt.order}}, tt.settings)
		if accepts != tt.accepts || limits.OnlyHours != tt.hours || limits.MaxOpen != tt.settings.MaxOpen {
			t.Errorf("%s: %v with %+v", tt.name, accepts, limits)
		}
	}
}
