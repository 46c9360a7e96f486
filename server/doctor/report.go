package doctor

import (
	"slices"
	"time"
)

// State is what was found of an assumption.
type State string

// The states.
const (
	Holds   State = "holds"
	Differs State = "doesn't hold"
	Unseen  State = "not seen yet"
)

// Finding is what was found of one assumption.
type Finding struct {
	Name       string   `json:"name"`
	Group      string   `json:"group"`
	Assumption string   `json:"assumption"`
	State      State    `json:"state"`
	Seen       []string `json:"seen,omitempty"`    // names, kinds, codes and times; no secret, no customer
	Setting    string   `json:"setting,omitempty"` // that would fit, when it doesn't hold
	How        string   `json:"how,omitempty"`     // it can be seen, while it isn't
}

// Call is a call of the platform that was made.
type Call struct {
	Path   string `json:"path"`
	Status int    `json:"status,omitempty"` // HTTP, 0 without an answer
	Code   string `json:"code,omitempty"`   // the envelope's
	Said   string `json:"said,omitempty"`   // the platform's words of a refusal, scrubbed
}

// Report is what can be attached to a question to the platform's support.
type Report struct {
	At       time.Time `json:"at"`
	Platform string    `json:"platform"`
	Shops    []int64   `json:"shops"`
	Findings []Finding `json:"findings"`
	Calls    []Call    `json:"calls"`
	Heard    []int     `json:"heardEvents,omitempty"` // event codes of webhooks
}

// In lists the names of the findings in a state.
func (r *Report) In(state State) (names []string) {
	for _, f := range r.Findings {
		if f.State == state {
			names = append(names, f.Name)
		}
	}
	return names
}

// seenRows bounds what is listed of one finding.
const seenRows = 6

// book collects what is found, by name.
type book map[string]*Finding

func newBook() book {
	b := book{}
	for _, c := range checks {
		b[c.name] = &Finding{Name: c.name, Group: c.group, Assumption: c.words, State: Unseen, How: c.how}
	}
	return b
}

// holds notes something that fits the assumption.
func (b book) holds(name, seen string) { b.note(name, Holds, seen, "") }

// differs notes something that doesn't fit it, and the setting that would.
func (b book) differs(name, seen, setting string) { b.note(name, Differs, seen, setting) }

// compares notes held if the assumption fits, and otherwise what was seen instead, and the setting that would fit.
func (b book) compares(name string, fits bool, held, seen, setting string) {
	if fits {
		b.holds(name, held)
	} else {
		b.differs(name, seen, setting)
	}
}

// note adds to a finding. What doesn't fit outweighs what does.
func (b book) note(name string, state State, seen, setting string) {
	f := b[name]
	if f.State == Differs && state == Holds {
		return
	}
	if f.State == Holds && state == Differs {
		f.Seen = nil
	}
	f.State, f.How = state, ""
	if setting != "" {
		f.Setting = setting
	}
	if seen != "" && len(f.Seen) < seenRows && !slices.Contains(f.Seen, seen) {
		f.Seen = append(f.Seen, seen)
	}
}

// list is the findings in the order of the checks.
func (b book) list() []Finding {
	list := make([]Finding, 0, len(checks))
	for _, c := range checks {
		list = append(list, *b[c.name])
	}
	return list
}
