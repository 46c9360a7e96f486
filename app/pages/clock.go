package pages

import (
	"time"

	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// When is an instant on a shop's clock, with its place where shops of several zones meet. Of a shop that isn't known,
// it is [text.When].
func When(s *state.State, shopID, unixMS int64) string {
	zone, said, ok := wall(s, shopID)
	if !ok {
		return text.When(unixMS)
	}
	return text.Isolate(text.MomentIn(unixMS, zone, said))
}

// WhenIn is [When] for a shop whose instants follow.
func WhenIn(s *state.State, shopID int64) func(unixMS int64) string {
	return func(unixMS int64) string { return When(s, shopID, unixMS) }
}

// Clock is the time of an instant on a shop's clock, as [When] is: "14:30".
func Clock(s *state.State, shopID, unixMS int64) string {
	zone, said, ok := wall(s, shopID)
	if !ok {
		return text.Isolate(text.Clock(time.UnixMilli(unixMS)))
	}
	return text.Isolate(text.ClockIn(unixMS, zone, said))
}

// wall is a shop's clock, and its name where that is to be said.
func wall(s *state.State, shopID int64) (zone rules.Zone, said string, ok bool) {
	shop, _ := s.Shop(shopID)
	if s.ZonesMeet() {
		said = shop.Zone
	}
	zone, ok = state.ZoneOf(shop.Zone)
	return zone, said, ok
}

// FileZone is the zone by whose clock a file tells a shop's times, and its name. Of no shop, or one that isn't known,
// it is the zone of most shops; without that, UTC.
func FileZone(s *state.State, shopID int64) (zone rules.Zone, name string) {
	shop, _ := s.Shop(shopID)
	for _, name := range []string{shop.Zone, s.HomeZone()} {
		if zone, ok := state.ZoneOf(name); ok {
			return zone, name
		}
	}
	return nil, "UTC"
}

// At is an instant on the shop's clock, as short as can be: "14:30" today,
// "Sat 11:00" less than a week ago or ahead, else with its date. Seconds are left out.
func At(unixMS, nowMS int64, zone rules.Zone) string {
	today, _ := rules.Local(nowMS, zone)
	date, seconds := rules.Local(unixMS, zone)
	seconds -= seconds % 60
	return when(state.Standing{Kind: state.StandingRest, Date: date, Seconds: seconds, Days: date.Days() - today.Days()})
}
