package hours

import (
	"strings"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// entry is one time as it stands in its field: what was typed, and what it
// means. Bad marks a text that is no time; Value is then 0.
type entry struct {
	Text  string `json:"text"`
	Value int    `json:"value,omitempty"` // seconds after midnight
	Bad   bool   `json:"bad,omitempty"`
}

// entryOf is a time of the platform's. An absent one is an empty field.
func entryOf(seconds int) entry {
	if seconds == platform.NoTime {
		return entry{Bad: true}
	}
	return entry{Text: rules.FormatClock(seconds), Value: seconds}
}

// typed is a time as somebody writes it.
func typed(text string) entry {
	seconds, ok := rules.ParseClock(text)
	if !ok {
		return entry{Text: text, Bad: true}
	}
	return entry{Text: text, Value: seconds}
}

// settled is the entry once its field is left: a time in canonical form, and
// what is no time as it was typed.
func (e entry) settled() entry {
	if e.Bad {
		return e
	}
	return entryOf(e.Value)
}

// seconds is the time as the platform has it.
func (e entry) seconds() int {
	if e.Bad {
		return platform.NoTime
	}
	return e.Value
}

// blank reports whether nothing was typed.
func (e entry) blank() bool { return strings.TrimSpace(e.Text) == "" }

// step is the next or the previous quarter of an hour. What is no time stays.
func (e entry) step(by int, end bool) entry {
	if e.Bad {
		return e
	}
	return entryOf(rules.StepClock(e.Value, by, end))
}
