package summary

import (
	"testing"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
)

func TestHomeIsTheZoneOfMostShops(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		zones []string
		name  string
		count int
	}{
		{nil, "", 0},
		{[]string{"Europe/Lisbon"}, "Europe/Lisbon", 1},
		{[]string{"Europe/Lisbon", "Asia/Hong_Kong", "Asia/Hong_Kong"}, "Asia/Hong_Kong", 2},
		{[]string{"Europe/Lisbon", "Asia/Hong_Kong"}, "Asia/Hong_Kong", 2},
		{[]string{"nowhere"}, "nowhere", 1},
	} {
		var shops []api.Shop
		for _, zone := range tt.zones {
			shops = append(shops, api.Shop{Zone: zone})
		}
		if h := homeOf(shops); h.name != tt.name || h.zones != tt.count || h.zone.Location == nil {
			t.Errorf("%v: %+v", tt.zones, h)
		}
	}
}

// A minute that the clock skips or shows twice comes once.
func TestNextFollowsTheClock(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		zone, now string
		minute    int
		want      string
	}{
		{"Asia/Hong_Kong", "2026-11-21T07:59:59+08:00", 480, "2026-11-21T08:00:00+08:00"},
		{"Asia/Hong_Kong", "2026-11-21T08:00:00+08:00", 480, "2026-11-22T08:00:00+08:00"},
		{"Asia/Hong_Kong", "2026-11-21T08:00:00+08:00", 0, "2026-11-22T00:00:00+08:00"},
		{"Europe/Lisbon", "2026-03-28T23:00:00Z", 90, "2026-03-29T01:00:00Z"},           // 01:30 is skipped
		{"Europe/Lisbon", "2026-10-24T22:00:00+01:00", 90, "2026-10-25T01:30:00+01:00"}, // the first 01:30
		{"Europe/Lisbon", "2026-10-25T01:30:00+01:00", 90, "2026-10-26T01:30:00Z"},      // not the second
	} {
		now, err := time.Parse(time.RFC3339, tt.now)
		if err != nil {
			t.Fatal(err)
		}
		at := homeOf([]api.Shop{{Zone: tt.zone}}).next(now.UnixMilli(), tt.minute)
		want, err := time.Parse(time.RFC3339, tt.want)
		if err != nil {
			t.Fatal(err)
		}
		if at != want.UnixMilli() {
			t.Errorf("after %s, minute %d: %s, want %s", tt.now, tt.minute, time.UnixMilli(at).UTC(), want.UTC())
		}
	}
}
