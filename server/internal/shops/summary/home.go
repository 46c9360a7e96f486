package summary

import (
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// home is the time zone by which a person's time of the day is meant.
type home struct {
	name  string // "" without shops
	zone  rules.Location
	zones int // of all shops
}

// homeOf gives the zone of most of the shops. Of several, the first by name.
func homeOf(shops []api.Shop) home {
	count := map[string]int{}
	for _, shop := range shops {
		count[shop.Zone]++
	}
	h := home{zones: len(count)}
	most := 0
	for name, n := range count {
		if n > most || n == most && name < h.name {
			h.name, most = name, n
		}
	}
	h.zone, _ = rules.LoadLocation(h.name)
	return h
}

// next is the first moment after now at which the home's clock shows a minute of the day. On a day that skips the
// minute, it is the moment of the skip; on one that has it twice, the first.
func (h home) next(now int64, minute int) int64 {
	for date, _ := rules.Local(now, h.zone); ; date = date.AddDays(1) {
		if at := rules.Instant(date, minute*60, h.zone); at > now {
			return at
		}
	}
}
