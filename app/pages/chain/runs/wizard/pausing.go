package wizard

import (
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/shop/pause"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// Ids of the fields of a pause.
const (
	fieldPauseEnd  = "apply-pause-end"
	fieldPauseDate = "apply-pause-date"
	fieldPauseTime = "apply-pause-time"
	fieldPauseNote = "apply-pause-note"
)

// endAt is the end at a moment, beside those of a single shop's pause.
const endAt = "at"

// pausing is what was chosen of a pause.
type pausing struct {
	End    string          `json:"end"`
	Date   string          `json:"date"` // of endAt, as typed, by the operator's clock
	Time   string          `json:"time"`
	Reason api.PauseReason `json:"reason"`
	Note   string          `json:"note"`
}

// change is the pause as it is asked for, when the run begins at start.
func (p pausing) change(start time.Time, c clock) (api.ChangePause, pages.Faults) {
	out := api.ChangePause{Reason: p.Reason, Note: strings.TrimSpace(p.Note)}
	var faults pages.Faults
	switch quick, minutes := pause.QuickEnd(p.End, start); {
	case minutes != 0:
		out.Until, out.Minutes = quick, minutes
	case p.End == pause.EndOpening:
		out.Opening = true
	case p.End == endAt:
		at, wrong := moment(p.Date, p.Time, fieldPauseDate, fieldPauseTime, c.zone)
		faults = append(faults, wrong...)
		switch out.Until = at; {
		case len(wrong) > 0:
		case at <= start.UnixMilli() || at <= c.now.UnixMilli():
			faults.Add(fieldPauseTime, text.T("runs.pause.past"))
		case at > start.Add(api.MaxPause).UnixMilli():
			faults.Add(fieldPauseDate, text.T("problem.pause_far", int(api.MaxPause/(24*time.Hour))))
		}
	case p.End != pause.EndNotice:
		faults.Add(fieldPauseEnd, text.T("pause.fault.end"))
	}
	if n := utf8.RuneCountInString(out.Note); n > api.MaxPauseNote {
		faults.Add(fieldPauseNote, text.T("pause.fault.note", api.MaxPauseNote, n))
	}
	return out, faults
}

// pausingOf is a pause as it can be edited. Its end is said as a moment, but for a length that is offered.
func pausingOf(c api.ChangePause, zone rules.Zone) pausing {
	p := pausing{End: pause.EndNotice, Reason: c.Reason, Note: c.Note}
	length := strconv.Itoa(c.Minutes)
	switch _, offered := pause.QuickEnd(length, time.Time{}); {
	case offered != 0:
		p.End = length
	case c.Opening:
		p.End = pause.EndOpening
	case c.Until != 0:
		date, seconds := rules.Local(c.Until, zone)
		p.End, p.Date, p.Time = endAt, date.String(), rules.FormatClock(seconds-seconds%60)
	}
	return p
}
