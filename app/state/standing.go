package state

import (
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// StandingKind is whether a shop takes orders, and if not, why.
type StandingKind string

// The kinds.
const (
	StandingUnknown StandingKind = ""        // not everything was read or said, or no zone
	StandingOpen    StandingKind = "open"    // until Standing.At
	StandingAlways  StandingKind = "always"  // with no end in sight
	StandingClosed  StandingKind = "closed"  // opens at Standing.At
	StandingNever   StandingKind = "never"   // with no opening in sight
	StandingRest    StandingKind = "rest"    // suspended on the platform; until Standing.At, if that is known
	StandingPausing StandingKind = "pausing" // on the way to being suspended
	StandingBack    StandingKind = "back"    // on the way to being reopened
	StandingRefused StandingKind = "refused" // open by its hours, but the platform takes no orders
)

// Standing is whether a shop takes orders at an instant. Days counts the shop's
// midnights between now and At; Date and Seconds are At on the shop's calendar
// and clock.
type Standing struct {
	Kind    StandingKind
	At      int64 // milliseconds; 0 without a change in sight
	Date    rules.Date
	Seconds int
	Days    int
}

// Standing works out whether the shop takes orders now, from what was last
// read of it.
func (s *State) Standing(shopID int64) Standing {
	zone, ok := s.Zone(shopID)
	if !ok {
		return Standing{}
	}
	pause, paused := s.Pause(shopID)
	record := s.Record(shopID)
	if shop := record.Shop; shop == nil && paused || shop != nil && !shop.Operating() && (paused || !shop.Unsaid()) {
		return resting(pause, zone, s.ServerNow())
	}
	if paused && pause.State == api.PauseAsked {
		return Standing{Kind: StandingPausing}
	}
	return standing(record, s.Anchor(), zone, s.ServerNow())
}

// resting is the standing of a shop that is suspended; one that has no pause
// was suspended elsewhere.
func resting(pause api.Pause, zone rules.Zone, now time.Time) Standing {
	switch {
	case pause.State == api.PauseAsked:
		return Standing{Kind: StandingPausing}
	case pause.State == api.PauseResuming, pause.State == api.PausePaused && pause.Until != 0 &&
		pause.Until <= now.UnixMilli():
		return Standing{Kind: StandingBack}
	case pause.State == api.PausePaused && pause.Until != 0:
		return Standing{Kind: StandingRest, At: pause.Until}.on(zone, now)
	}
	return Standing{Kind: StandingRest}
}

func standing(r Record, anchor platform.Anchor, zone rules.Zone, now time.Time) Standing {
	if !r.Complete() {
		return Standing{}
	}
	at := rules.OpenAt(now.UnixMilli(), &r.Week.Value, r.Special.Value, anchor, zone)
	st := Standing{At: at.Until}
	switch {
	case at.Open && r.Shop.Unsaid():
		return Standing{}
	case at.Open && !r.Shop.AvailableForOrder:
		return Standing{Kind: StandingRefused}
	case at.Open && at.Until == 0:
		st.Kind = StandingAlways
	case at.Open:
		st.Kind = StandingOpen
	case at.NextOpen == 0:
		st.Kind = StandingNever
	default:
		st.Kind = StandingClosed
	}
	if st.At == 0 {
		return st
	}
	return st.on(zone, now)
}

// on fills in what At is on the shop's calendar and clock.
func (st Standing) on(zone rules.Zone, now time.Time) Standing {
	today, _ := rules.Local(now.UnixMilli(), zone)
	st.Date, st.Seconds = rules.Local(st.At, zone)
	st.Days = st.Date.Days() - today.Days()
	return st
}
