package pause

import (
	"time"

	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
)

// The ends of a pause, as the values of a choice, beside minutes and a moment.
const (
	EndOpening = "opening"
	EndNotice  = "notice"
)

// quick are the ends after so many minutes.
var quick = map[string]int{"15": 15, "30": 30, "60": 60}

// QuickEnds offers them.
func QuickEnds() []components.Choice {
	return []components.Choice{
		{Value: "15", Label: text.T("pause.quarter")}, {Value: "30", Label: text.T("pause.half")}, {Value: "60", Label: text.T("pause.hour")},
	}
}

// QuickEnd is when a pause that begins at start is over, in milliseconds of Unix
// time: on a full minute, as the server counts. ok is false for another end.
func QuickEnd(end string, start time.Time) (at int64, ok bool) {
	minutes := quick[end]
	return start.Add(time.Duration(minutes)*time.Minute + time.Minute - 1).Truncate(time.Minute).UnixMilli(), minutes != 0
}
