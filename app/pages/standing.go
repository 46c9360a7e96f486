package pages

import (
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// StandingPill says whether a shop takes orders: "Open until 22:00".
// ok is false while that is unknown.
func StandingPill(s state.Standing) (pill components.Pill, ok bool) {
	switch s.Kind {
	case state.StandingOpen:
		return components.Pill{Tone: components.ToneOK, Text: text.T("status.open"), Num: when(s)}, true
	case state.StandingAlways:
		return components.Pill{Tone: components.ToneOK, Text: text.T("status.always")}, true
	case state.StandingClosed:
		return components.Pill{Text: text.T("status.closed"), Num: when(s)}, true
	case state.StandingNever:
		return components.Pill{Text: text.T("status.never")}, true
	case state.StandingRest:
		if s.At != 0 {
			return components.Pill{Tone: components.ToneWarn, Text: text.T("status.rest.until"), Num: when(s)}, true
		}
		return components.Pill{Tone: components.ToneWarn, Text: text.T("standing.paused")}, true
	case state.StandingPausing:
		return components.Pill{Tone: components.ToneWarn, Text: text.T("status.pausing")}, true
	case state.StandingBack:
		return components.Pill{Tone: components.ToneWarn, Text: text.T("status.back")}, true
	case state.StandingRefused:
		return components.Pill{Tone: components.ToneBad, Text: text.T("status.refused")}, true
	case state.StandingUnknown:
	}
	return components.Pill{}, false
}

// StandingWord is the same in a word, for lists: "Open".
func StandingWord(s state.Standing) string {
	switch s.Kind {
	case state.StandingOpen, state.StandingAlways:
		return StandingName(api.StandingOpen)
	case state.StandingClosed, state.StandingNever:
		return StandingName(api.StandingClosed)
	case state.StandingRest, state.StandingPausing, state.StandingBack:
		return StandingName(api.StandingPaused)
	case state.StandingRefused:
		return StandingName(api.StandingSuspended)
	case state.StandingUnknown:
	}
	return ""
}

// StandingName is how a shop stands in a word, as the server's lists have it. One
// that this program doesn't know is shown as it is.
func StandingName(s api.Standing) string {
	if key := "standing." + string(s); text.Has(key) {
		return text.T(key)
	}
	return string(s)
}

// StandingTone is the tone of a standing, wherever it is shown.
func StandingTone(s api.Standing) components.Tone {
	switch s {
	case api.StandingOpen:
		return components.ToneOK
	case api.StandingPaused:
		return components.ToneWarn
	case api.StandingSuspended, api.StandingNoAccess:
		return components.ToneBad
	case api.StandingClosed, api.StandingUnknown:
	}
	return components.ToneNeutral
}

// when is the time of the next change: the clock's alone when it comes within
// a day ("22:00", "02:00"), else with its day.
func when(s state.Standing) string {
	clock := rules.FormatClock(s.Seconds)
	switch {
	case s.Days == 0, s.Days == 1 && s.Kind == state.StandingOpen:
		return clock
	case -7 < s.Days && s.Days < 7:
		return text.ShortDay(s.Date.Weekday()) + " " + clock
	}
	return text.Date(s.Date, text.DateShort) + " " + clock
}
