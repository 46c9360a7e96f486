package pause

import (
	"encoding/json"
	"errors"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/shop/special"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// Ids of the controls.
const (
	fieldEnd    = "pause-end"
	fieldClock  = "pause-clock"
	fieldReason = "pause-reason"
	fieldNote   = "pause-note"
)

// Ends beside those that are offered elsewhere, too.
const (
	endClock = "until" // a time of day
	endKept  = "kept"  // the present one, which no other choice says
)

// hours are the shop's, as far as they are known.
type hours struct {
	special.Place
	dates []platform.SpecialDate
}

func (h hours) known() bool { return h.Week != nil && h.Zone != nil }

func (h hours) at(unixMS int64) rules.State {
	return rules.OpenAt(unixMS, h.Week, h.dates, h.Anchor, h.Zone)
}

// model is what has been chosen.
type model struct {
	hours  hours
	end    string
	clock  string // as typed
	kept   int64  // the pause's own end, of endKept
	shown  int64  // the end on the screen, 0 for none
	reason api.PauseReason
	note   string
	remind bool // on this device, while the pause goes on
	unsaid bool // the platform doesn't say how the shop stands: the server takes no end that would open it

	asked  bool // once asked, faults show as they come and go
	faults pages.Faults
	busy   bool
	err    error
}

// modelOf starts from a pause, or from nothing.
func modelOf(p api.Pause, h hours, now time.Time) model {
	m := model{hours: h, end: "15", reason: p.Reason, note: p.Note, remind: true}
	opening, _, _ := h.opening(now)
	switch {
	case p.State == "":
	case p.Until == 0:
		m.end = EndNotice
	case p.Until <= now.UnixMilli(): // over
	case p.Until == opening:
		m.end = EndOpening
	default:
		if h.Zone != nil {
			_, seconds := rules.Local(p.Until, h.Zone)
			m.end, m.clock = endClock, rules.FormatClock(seconds-seconds%60)
		}
		if at, _ := m.until(now); m.end != endClock || at != p.Until { // in a day or later, or as the clocks change
			m.end, m.clock, m.kept = endKept, "", p.Until
		}
	}
	return m
}

// write is the choice as one text. A note has no line ends.
func (m *model) write() string {
	return strings.Join([]string{m.end, m.clock, string(m.reason), m.note}, "\n")
}

// read takes a choice that [model.write] has written.
func (m *model) read(text string) {
	if parts := strings.Split(text, "\n"); len(parts) == 4 {
		m.end, m.clock, m.reason, m.note = parts[0], parts[1], api.PauseReason(parts[2]), parts[3]
	}
}

// opening is when the shop opens for its next day: the first opening that
// isn't today's. Until five in the morning, today is still the evening before.
func (h hours) opening(now time.Time) (at int64, tomorrow, ok bool) {
	if !h.known() {
		return 0, false, false
	}
	today, _ := rules.Local(now.UnixMilli(), h.Zone)
	evening, _ := rules.Local(now.Add(-5*time.Hour).UnixMilli(), h.Zone)
	from := max(now.UnixMilli(), rules.Instant(evening.AddDays(1), 0, h.Zone)-1)
	at = h.at(from).NextOpen
	if at == 0 || at > now.Add(api.MaxPause).UnixMilli() {
		return 0, false, false
	}
	date, _ := rules.Local(at, h.Zone)
	return at, date == today.AddDays(1), true
}

// until is when the chosen pause would end, 0 for further notice.
func (m *model) until(now time.Time) (at int64, ok bool) {
	if at, minutes := QuickEnd(m.end, now); minutes != 0 {
		return at, true
	}
	switch m.end {
	case endClock:
		seconds, ok := rules.ParseClock(m.clock)
		if !ok || m.hours.Zone == nil {
			return 0, false
		}
		today, _ := rules.Local(now.UnixMilli(), m.hours.Zone)
		if at = rules.Instant(today, seconds, m.hours.Zone); at <= now.UnixMilli() {
			at = rules.Instant(today.AddDays(1), seconds, m.hours.Zone)
		}
		return at, true
	case EndOpening:
		at, _, ok = m.hours.opening(now)
		return at, ok
	case endKept:
		return m.kept, m.kept > now.UnixMilli()
	}
	return 0, m.end == EndNotice
}

// reminds reports whether the chosen pause lasts longer than it takes to a reminder.
func (m *model) reminds(now time.Time) bool {
	at, ok := m.until(now)
	return ok && (at == 0 || at > now.Add(state.RemindAfter).UnixMilli())
}

// says is what will happen at the chosen end, "" while there is none.
func (m *model) says(now time.Time) string {
	at, ok := m.until(now)
	switch {
	case !ok:
		return ""
	case at == 0:
		return text.T("pause.says.notice")
	case m.hours.Zone == nil:
		return ""
	}
	end := clock(at, m.hours.Zone, now)
	if !m.hours.known() {
		return text.T("pause.says.unknown", end)
	}
	switch then := m.hours.at(at); {
	case then.Open:
		return text.T("pause.says.at", end)
	case then.NextOpen == 0:
		return text.T("pause.says.never", end)
	default:
		return text.T("pause.says.closed", end, clock(then.NextOpen, m.hours.Zone, now))
	}
}

// check finds what is wrong, in the order of the fields.
func (m *model) check(now time.Time) {
	m.faults = nil
	if _, ok := m.until(now); !ok {
		if m.end == endClock {
			m.faults.Add(fieldClock, text.T("pause.fault.clock"))
		} else {
			m.faults.Add(fieldEnd, text.T("pause.fault.end"))
		}
	}
	if n := utf8.RuneCountInString(strings.TrimSpace(m.note)); n > api.MaxPauseNote {
		m.faults.Add(fieldNote, text.T("pause.fault.note", api.MaxPauseNote, n))
	}
}

// changed checks again what was asked for once.
func (m *model) changed(now time.Time) {
	m.err = nil
	if m.asked {
		m.check(now)
	}
}

// ask gives the request, unless something is wrong or on its way, or the end is a later one than the screen shows: the
// device may have slept over the time of day that was chosen.
func (m *model) ask(shopID, version int64, now time.Time) (api.PauseOrders, bool) {
	if m.busy {
		return api.PauseOrders{}, false
	}
	m.asked, m.err = true, nil
	if m.check(now); len(m.faults) > 0 {
		return api.PauseOrders{}, false
	}
	at, _ := m.until(now)
	if at > m.shown && m.shown != 0 && quick[m.end] == 0 {
		return api.PauseOrders{}, false
	}
	m.busy = true
	request := api.PauseOrders{ShopID: shopID, Version: version, Reason: m.reason, Note: strings.TrimSpace(m.note)}
	switch minutes := quick[m.end]; {
	case minutes != 0:
		request.End, request.Minutes = api.EndMinutes, minutes
	case at == 0:
		request.End = api.EndNotice
	default:
		request.End, request.Until = api.EndUntil, at
	}
	return request, true
}

// Changed is the pause that holds now, when err says that somebody was faster.
func Changed(err error) (current api.Pause, ok bool) {
	var refusal *api.Error
	if !errors.As(err, &refusal) || refusal.Code != api.CodeChanged {
		return api.Pause{}, false
	}
	return current, json.Unmarshal(refusal.Current, &current) == nil
}

// The ends of a pause, as the values of a choice, beside minutes and a moment.
const (
	EndOpening = "opening"
	EndNotice  = "notice"
)

// quick are the ends after so many minutes.
var quick = map[string]int{"15": 15, "30": 30, "60": 60}

// QuickEnds offers them.
func QuickEnds() []components.Option {
	return []components.Option{
		{Value: "15", Label: text.T("pause.quarter")}, {Value: "30", Label: text.T("pause.half")},
		{Value: "60", Label: text.T("pause.hour")},
	}
}

// Ends offers them, others, and those of shops that may open at other times.
func Ends(others ...components.Option) []components.Option {
	return append(append(QuickEnds(), others...),
		components.Option{Value: EndOpening, Label: text.T("runs.pause.opening")},
		components.Option{Value: EndNotice, Label: text.T("pause.notice")})
}

// Length is how long a pause of so many minutes is, in the words of its choice.
func Length(minutes int) string {
	for _, c := range QuickEnds() {
		if quick[c.Value] == minutes {
			return c.Label
		}
	}
	return text.N("hours.span.minute", minutes)
}

// QuickEnd is when a pause that begins at start is over, in milliseconds of Unix
// time: on a full minute, as the server counts. It lasts no minutes for another end.
func QuickEnd(end string, start time.Time) (at int64, minutes int) {
	minutes = quick[end]
	return start.Add(time.Duration(minutes)*time.Minute + time.Minute - 1).Truncate(time.Minute).UnixMilli(), minutes
}
