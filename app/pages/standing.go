package pages

import (
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// standings are the words of a pill, by their key, and of a list. A kind without a row is unknown.
var standings = map[state.StandingKind]struct {
	key  string
	word api.Standing
}{
	state.StandingOpen:    {"status.open", api.StandingOpen},
	state.StandingAlways:  {"status.always", api.StandingOpen},
	state.StandingClosed:  {"status.closed", api.StandingClosed},
	state.StandingNever:   {"status.never", api.StandingClosed},
	state.StandingRest:    {"standing.paused", api.StandingPaused},
	state.StandingPausing: {"status.pausing", api.StandingPaused},
	state.StandingBack:    {"status.back", api.StandingPaused},
	state.StandingRefused: {"status.refused", api.StandingSuspended},
}

// StandingPill says whether a shop takes orders: "Open until 22:00".
// ok is false while that is unknown.
func StandingPill(s state.Standing) (pill components.Pill, ok bool) {
	is, ok := standings[s.Kind]
	if !ok {
		return pill, false
	}
	pill = components.Pill{Tone: StandingTone(is.word), Text: text.T(is.key)}
	switch {
	case s.Kind == state.StandingOpen, s.Kind == state.StandingClosed:
		pill.Num = when(s)
	case s.Kind == state.StandingRest && s.At != 0:
		pill.Text, pill.Num = text.T("status.rest.until"), when(s)
	}
	return pill, true
}

// StandingWord is the same in a word, for lists: "Open".
func StandingWord(s state.Standing) string { return StandingName(standings[s.Kind].word) }

// StandingName is how a shop stands in a word, as the server's lists have it. One
// that this program doesn't know is shown as it is.
func StandingName(s api.Standing) string { return text.Word("standing.", s) }

// standingTones are those of the standings that aren't neutral.
var standingTones = map[api.Standing]components.Tone{
	api.StandingOpen: components.ToneOK, api.StandingPaused: components.ToneWarn,
	api.StandingSuspended: components.ToneBad, api.StandingNoAccess: components.ToneBad,
}

// StandingTone is the tone of a standing, wherever it is shown.
func StandingTone(s api.Standing) components.Tone { return standingTones[s] }

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
