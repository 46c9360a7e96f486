package change

import (
	"sync"
	"time"

	"github.com/shopdesk/shopdesk/platform/rules"
)

var loaded sync.Map // name → location

// location is a rules.Zone over the time package's.
type location struct{ *time.Location }

var _ rules.Zone = location{}

func (l location) OffsetAt(unixMS int64) int {
	_, offset := time.UnixMilli(unixMS).In(l.Location).Zone()
	return offset
}

// Zone finds a zone by its IANA name, false if there is none: then it is UTC.
func Zone(name string) (rules.Zone, bool) {
	if known, ok := loaded.Load(name); ok {
		return known.(location), true
	}
	zone, err := time.LoadLocation(name)
	if err != nil || name == "" || name == "Local" {
		return location{time.UTC}, false
	}
	loaded.Store(name, location{zone})
	return location{zone}, true
}

// Today is the shop's own date, false without a zone.
func Today(f Facts, now int64) (rules.Date, bool) {
	zone, known := Zone(f.Shop.Zone)
	date, _ := rules.Local(now, zone)
	return date, known
}
