package special

import (
	"encoding/json"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// Time is one time of a shift as it stands in its field: what was typed, and what it
// means. Bad marks a text that is no time; Value is then 0.
type Time struct {
	Text  string `json:"text"`
	Value int    `json:"value,omitempty"` // seconds after midnight
	Bad   bool   `json:"bad,omitempty"`
}

// TimeOf is a time of the platform's. An absent one is an empty field.
func TimeOf(seconds int) Time {
	if seconds == platform.NoTime {
		return Time{Bad: true}
	}
	return Time{Text: rules.FormatClock(seconds), Value: seconds}
}

// Typed is a time as somebody writes it.
func Typed(text string) Time {
	seconds, ok := rules.ParseClock(text)
	return Time{Text: text, Value: seconds, Bad: !ok}
}

// UnmarshalJSON reads a time of a draft, which is a text in special dates' drafts of earlier versions.
func (t *Time) UnmarshalJSON(data []byte) error {
	var text string
	if json.Unmarshal(data, &text) == nil {
		*t = Typed(text)
		return nil
	}
	type plain Time
	return json.Unmarshal(data, (*plain)(t))
}

// Settled is the time once its field is left: in canonical form, or as it was typed when
// it is none.
func (t Time) Settled() Time {
	if t.Bad {
		return t
	}
	return TimeOf(t.Value)
}

// Stepped is the next or the previous quarter of an hour. What is no time stays.
func (t Time) Stepped(by int, end bool) Time {
	if t.Bad {
		return t
	}
	return TimeOf(rules.StepClock(t.Value, by, end))
}

// seconds is the time as the platform has it.
func (t Time) seconds() int {
	if t.Bad {
		return platform.NoTime
	}
	return t.Value
}
