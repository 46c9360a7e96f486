//go:build !js

package rules

import (
	"sync"
	"time"
)

// Location is a zone of package time. The browser has none: its zones come from
// Intl.
type Location struct{ *time.Location }

var _ Zone = Location{}

// OffsetAt implements [Zone].
func (l Location) OffsetAt(unixMS int64) int {
	_, offset := time.UnixMilli(unixMS).In(l.Location).Zone()
	return offset
}

var locations sync.Map // name → Location: package time reads a file each time

// LoadLocation finds a zone by its IANA name. One that this machine doesn't know
// is UTC, and ok is false.
func LoadLocation(name string) (zone Location, ok bool) {
	if known, ok := locations.Load(name); ok {
		return known.(Location), true
	}
	l, err := time.LoadLocation(name)
	if err != nil || name == "" || name == "Local" {
		return Location{time.UTC}, false
	}
	locations.Store(name, Location{l})
	return Location{l}, true
}
