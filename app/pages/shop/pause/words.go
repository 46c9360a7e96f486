package pause

import (
	"strings"
	"time"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// Kind is what can be done about a shop's orders.
type Kind int

// The kinds.
const (
	Open    Kind = iota // they can be paused, also where the platform doesn't say how the shop stands
	Ours                // paused from here: resumed, or paused otherwise
	Foreign             // closed elsewhere: reopened by a person who has thought about it
	Unknown             // the shop hasn't been read
)

// KindOf tells what can be done about the shop's orders.
func KindOf(s *state.State, shopID int64) Kind {
	p, paused := s.Pause(shopID)
	shop := s.Record(shopID).Shop
	switch {
	case paused && p.State == api.PauseLeft, !paused && shop != nil && !shop.Operating() && !shop.Unsaid():
		return Foreign
	case paused && (shop == nil || !shop.Operating() || p.State == api.PauseAsked):
		return Ours
	case shop == nil:
		return Unknown
	}
	return Open
}

// Reason is why orders are paused: the quick choice, the note, or both.
func Reason(p api.Pause) string {
	switch {
	case p.Reason == "" && p.Note == "":
		return text.T("today.refunds.unsaid")
	case p.Reason == "":
		return p.Note
	case p.Note == "":
		return ReasonWord(p.Reason)
	}
	return text.T("pause.reason.both", ReasonWord(p.Reason), p.Note)
}

// ReasonWord names a quick choice; one that isn't known is shown as it is.
func ReasonWord(r api.PauseReason) string {
	return text.Word("pause.reason.", r)
}

// By is who paused and why, in one short line.
func By(p api.Pause) string {
	switch {
	case p.State == api.PauseLeft:
		return text.T("pause.is.left")
	case p.By == "":
		return text.T("pause.by.nobody")
	}
	return text.T("edit.of", p.By, Reason(p))
}

// Told is a pause in a sentence, and what else is to be known of it.
func Told(p api.Pause, kind Kind, zone rules.Zone, now time.Time) (title, more string) {
	var rest []string
	if p.By != "" {
		who, at, why := p.By, clock(p.StartedAt, zone, now), strings.TrimRight(Reason(p), ". ")
		rest = append(rest, text.T("pause.who", who, at, why))
		if p.State == api.PauseLeft {
			rest[0] = text.T("pause.who.left", who, at, why)
		}
	}
	switch {
	case p.State == "" || p.By == "" && kind == Foreign:
		return text.T("pause.is.foreign"), text.T("pause.foreign")
	case p.State == api.PauseLeft:
		title, rest = text.T("pause.is.left"), append(rest, text.T("pause.left"))
	case p.State == api.PauseAsked:
		title = text.T("pause.is.asked")
	case p.State == api.PauseResuming, p.Until != 0 && p.Until <= now.UnixMilli():
		title = text.T("pause.is.back")
	case p.Until == 0:
		title = text.T("pause.is.notice")
	default:
		title = text.T("pause.is.until", clock(p.Until, zone, now))
	}
	if p.Trouble {
		rest = append(rest, text.T("pause.trouble"))
	}
	return title, text.Together(rest...)
}

// Over is what to say once orders have been resumed: outside the record's
// hours, when they will really start.
func Over(s *state.State, shopID int64, record state.Record) string {
	zone, ok := s.Zone(shopID)
	if !ok || record.Week == nil || record.Special == nil {
		return text.T("pause.done.resumed")
	}
	now := s.ServerNow()
	switch at := rules.OpenAt(now.UnixMilli(), &record.Week.Value, record.Special.Value, s.Anchor(), zone); {
	case at.Open:
		return text.T("pause.done.resumed")
	case at.NextOpen == 0:
		return text.T("pause.done.never")
	default:
		return text.T("pause.done.closed", clock(at.NextOpen, zone, now))
	}
}

// clock is an instant on the shop's clock, for sentences.
func clock(unixMS int64, zone rules.Zone, now time.Time) string {
	return text.Isolate(pages.At(unixMS, now.UnixMilli(), zone))
}
