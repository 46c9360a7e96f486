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
	saved99 := api.OrderSettings{RushUntil: rush.RushUntil, UpdatedAt: 99}
	for _, tt := range []struct {
		name     string
		settings api.OrderSettings
		order    api.Order
		accepts  bool
		hours    bool
		since    int64 // when the rule was made; 0: an earlier release saved the settings
	}{
		{"small", rush, api.Order{ItemCount: 5}, true, true, 0},
		{"too large", rush, api.Order{ItemCount: 6}, false, true, 0},
		{"no limit", api.OrderSettings{RushUntil: rush.RushUntil}, api.Order{ItemCount: 60}, true, true, 0},
		{"with a note", rush, api.Order{ItemCount: 1, Note: "no peanuts"}, false, true, 0},
		{"not read", rush, api.Order{Partial: true}, false, true, 0},
		{"read without an answer's data", rush, api.Order{}, false, true, 0},
		{"waits already", since9, api.Order{PlacedAt: 8, ItemCount: 1}, false, true, 0},
		{"came since", since9, api.Order{PlacedAt: 9, ItemCount: 1}, true, true, 0},
		{"waits, and others were saved", saved99, api.Order{PlacedAt: 8, ItemCount: 1}, false, true, 9},
		{"came since, and others were saved", saved99, api.Order{PlacedAt: 9, ItemCount: 1}, true, true, 9},
		{"over", api.OrderSettings{RushUntil: now.UnixMilli()}, api.Order{ItemCount: 1}, false, true, 0},
		{"a lasting rule", api.OrderSettings{AutoAccept: true}, api.Order{Note: "no peanuts"}, true, false, 0},
		{"none", api.OrderSettings{}, api.Order{}, false, true, 0},
	} {
		order := &orderUpdate{orderState: &orderState{Order: tt.order}}
		limits, accepts := s.ruled(order, ruleSettings{tt.settings, tt.since})
		if accepts != tt.accepts || limits.OnlyHours != tt.hours || limits.MaxOpen != tt.settings.MaxOpen {
			t.Errorf("%s: %v with %+v", tt.name, accepts, limits)
		}
	}
}
