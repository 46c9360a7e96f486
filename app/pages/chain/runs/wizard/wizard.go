package wizard

import (
	"slices"

	"github.com/shopdesk/shopdesk/app/device"
	"github.com/shopdesk/shopdesk/app/pages/shop/dates"
	"github.com/shopdesk/shopdesk/app/pages/shop/hours"
	"github.com/shopdesk/shopdesk/app/pages/shop/phones"
	"github.com/shopdesk/shopdesk/platform"
)

// step is one of the three that the page has.
type step int

// The steps.
const (
	stepShops step = iota
	stepChange
	stepPreview
)

// part is something that a run can change.
type part string

// The parts, in the order in which they are offered.
const (
	partWeek   part = "week"
	partDays   part = "days"
	partDates  part = "dates"
	partClear  part = "clear"
	partPhones part = "phones"
	partPhoto  part = "picture"
	partPause  part = "pause"
	partResume part = "resume"
)

var parts = [...]part{partWeek, partDays, partDates, partClear, partPhones, partPhoto, partPause, partResume}

// instead are the parts that can't go together.
var instead = map[part]part{partWeek: partDays, partDays: partWeek, partPause: partResume, partResume: partPause}

// wizard is all that has been chosen, with what is half typed. It is the draft.
type wizard struct {
	Step  step    `json:"step"`
	Shops shopIDs `json:"shops"`
	On    []part  `json:"on"`

	Week    hours.Edit  `json:"week"`
	Some    [7]bool     `json:"some"` // the days of partDays
	Days    hours.Edit  `json:"days"`
	Dates   dates.Edit  `json:"dates"`
	Replace bool        `json:"replace"`
	Keep    bool        `json:"keep,omitempty"`
	From    string      `json:"from"` // of partClear, as typed
	To      string      `json:"to"`
	Phones  phones.Edit `json:"phones"`
	Picture string      `json:"picture"`
	Pause   pausing     `json:"pause"`

	Template string    `json:"template,omitempty"` // that the parts came from
	FromShop int64     `json:"fromShop,string,omitempty"`
	Name     string    `json:"name"`    // "" until it is typed: then the proposed one holds
	Repeats  string    `json:"repeats"` // the run whose failures are tried again
	Failed   shopIDs   `json:"failed"`  // and where it failed
	When     beginning `json:"when"`
	Key      string    `json:"key"` // the same one makes one run

	Given     bool    `json:"given,omitempty"`     // another page began it, and nobody has done anything to it
	Earlier   *wizard `json:"earlier,omitempty"`   // the draft that it came before
	EarlierAt int64   `json:"earlierAt,omitempty"` // when that was kept, in milliseconds
}

// shopIDs are numbers of shops as they are kept.
type shopIDs []int64

// newWizard has nothing chosen, and in each editor what most begin with.
func newWizard() *wizard {
	w := &wizard{Key: device.NewID(), Replace: true, Pause: pausing{End: "30"}}
	w.Week.Load(hours.Usual())
	w.Days.Load(hours.Usual())
	w.Dates.Load(nil)
	w.Phones.Load(nil)
	return w
}

// begun reports whether there is something worth keeping.
func (w *wizard) begun() bool { return len(w.Shops) > 0 || len(w.On) > 0 }

// has reports whether a part is to be changed.
func (w *wizard) has(p part) bool { return slices.Contains(w.On, p) }

// set takes a part in or out. Those that can't go together change places.
func (w *wizard) set(p part, on bool) {
	w.On = slices.DeleteFunc(slices.Clone(w.On), func(other part) bool { return other == p || on && other == instead[p] })
	if on {
		w.On = append(w.On, p)
		slices.SortStableFunc(w.On, func(a, b part) int { return slices.Index(parts[:], a) - slices.Index(parts[:], b) })
	}
	w.touched()
}

// touched notes that the change isn't a template's or a shop's any more.
func (w *wizard) touched() { w.Template, w.FromShop = "", 0 }

// chosenDays are the days that partDays is about.
func (w *wizard) chosenDays() []platform.Day {
	days := []platform.Day{}
	for _, d := range platform.Days() {
		if w.Some[d] {
			days = append(days, d)
		}
	}
	return days
}

// days is the edit of the days chosen.
func (w *wizard) days() *hours.Edit { return w.Days.Only(w.chosenDays()) }

// shuts reports whether every day of the week would be closed.
func (w *wizard) shuts() bool {
	return w.has(partWeek) && w.Week.Shut() || w.has(partDays) && len(w.chosenDays()) == len(w.Some) && w.Days.Shut()
}

// with are the shops and others, each once.
func (s shopIDs) with(others []int64) shopIDs {
	out := slices.Clone(s)
	there := s.set()
	for _, id := range others {
		if !there[id] {
			there[id] = true
			out = append(out, id)
		}
	}
	return out
}

// without are the shops but for some.
func (s shopIDs) without(others []int64) shopIDs {
	gone := shopIDs(others).set()
	return slices.DeleteFunc(slices.Clone(s), func(id int64) bool { return gone[id] })
}

func (s shopIDs) set() map[int64]bool {
	m := make(map[int64]bool, len(s))
	for _, id := range s {
		m[id] = true
	}
	return m
}
