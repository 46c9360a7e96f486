package change

import (
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
	"github.com/shopdesk/shopdesk/server/store"
)

// Planner makes plans. Its zero value uses the interface's own anchor.
type Planner struct {
	Anchor   platform.Anchor // of the profile
	Leaves   rules.Leaves    // of the profile
	Possible PhoneCheck
}

// Plan is the set of changes that a change makes in one shop.
type Plan struct {
	Verdict     api.Verdict      // never VerdictDenied
	Differences []api.Difference // by part, then by day
	Calls       []Call           // in the order to make them; none unless VerdictChanges
	// Problems are set with VerdictBroken. Paths are those of the change ("week.fri[0].endTime", "dates[1]",
	// "phones[0]"); the path of an entry that the shop has already is the platform's, "specialBusinessHour[2]".
	Problems api.Problems
	// Warnings are what the platform may refuse of VerdictChanges and VerdictUnknown, with paths as in Problems.
	Warnings api.Problems
	// Since tells that undo is refused: the shop was changed after the run.
	Since bool

	missing bool         // a part that the change is about was never read
	leaves  rules.Leaves // of the maker
	undoes  bool         // what was is put back: no rule of ours refuses it
}

// Call is one platform call of a plan.
type Call struct {
	Part        api.Part
	Request     any // the endpoint's type: a platform.WeekUpdate and so on
	Differences []api.Difference
	// Pause goes with PartStatus: the request to the pause service, which knows ends and reasons, without the version of
	// the shop's pause. nil: resume.
	Pause *api.PauseOrders
	// Put and Drop are names of special dates: names to keep, and names to forget before that.
	Put, Drop []api.DateName
	Rests     []Remainder // get the names of the entries that they are left of
}

// Remainder is the remainder of a longer special date after another date has taken some of its days.
type Remainder struct {
	First, Last string // "2006-01-02"
	Of          api.DateName
}

// Named returns the names to keep, given the names of the shop's dates.
func (c Call) Named(names []api.DateName) []api.DateName {
	put := c.Put
	for _, r := range c.Rests {
		for _, n := range names {
			if n.First == r.Of.First && n.Last == r.Of.Last {
				put = append(put, api.DateName{First: r.First, Last: r.Last, Name: n.Name})
			}
		}
	}
	return put
}

// Before is the former state of the parts that a change has changed: enough to undo the change, unknown members
// included.
type Before struct {
	Week    *platform.Week         `json:"week,omitempty"`
	Dates   []platform.SpecialDate `json:"dates,omitempty"` // the replaced or removed ones
	Names   []api.DateName         `json:"names,omitempty"` // of Dates
	Phones  []platform.Phone       `json:"phones,omitempty"`
	Picture string                 `json:"picture,omitempty"`
	Pause   *store.Pause           `json:"pause,omitempty"` // our own; nil without a pause
}

// Parts lists the parts that a change is about, in the order of their calls. The status is last: a pause closes the
// shop only when the other calls succeeded, and a resumed shop opens with its new data.
func Parts(c api.Change) (parts []api.Part) {
	for _, part := range []struct {
		part api.Part
		has  bool
	}{
		{api.PartWeek, c.Week != nil || len(c.Days) > 0},
		{api.PartDates, len(c.Dates) > 0 || len(c.Clear) > 0},
		{api.PartPhones, len(c.Phones) > 0},
		{api.PartPicture, c.Picture != ""},
		{api.PartStatus, c.Pause != nil || c.Resume},
	} {
		if part.has {
			parts = append(parts, part.part)
		}
	}
	return parts
}

// Permission is the permission that changing this part of a shop takes.
func Permission(part api.Part) platform.Permission {
	switch part {
	case api.PartWeek, api.PartDates:
		return platform.PermissionHoursEdit
	case api.PartStatus:
		return platform.PermissionShopPause
	case api.PartPhones, api.PartPicture:
		return platform.PermissionShopEdit
	}
	return platform.PermissionServer // no operator has it
}

// Plan plans the change c of the shop; now is in milliseconds of Unix time.
func (m Planner) Plan(f ShopFacts, c api.Change, now int64) Plan {
	p := Plan{leaves: m.Leaves}
	zone, known := rules.LoadLocation(f.Shop.Zone)
	if !known {
		p.missing = true // days need a zone
	}
	for _, part := range Parts(c) {
		switch part {
		case api.PartWeek:
			p.week(f, c)
		case api.PartDates:
			m.dates(&p, f, c, zone, now)
		case api.PartPhones:
			m.phones(&p, f, platform.Phones(c.Phones))
		case api.PartPicture:
			p.picture(f, c.Picture)
		case api.PartStatus:
			m.status(&p, f, c, zone, now)
		}
	}
	return p.judged()
}

// FromTemplate returns the change that makes a shop equal to its template. The template's dates replace special dates
// that overlap them.
func FromTemplate(parts api.TemplateParts) api.Change {
	return api.Change{Week: parts.Week, Dates: parts.Dates, Replace: true, Phones: parts.Phones, Picture: parts.Picture}
}

// judged sets the plan's verdict: a shop is changed completely or not at all.
func (p Plan) judged() Plan {
	switch {
	case p.Since:
		p.Verdict = api.VerdictUnchanged
	case len(p.Problems) > 0:
		p.Verdict = api.VerdictBroken
	case p.missing:
		p.Verdict = api.VerdictUnknown
	case len(p.Calls) > 0:
		p.Verdict = api.VerdictChanges
	default:
		p.Verdict = api.VerdictUnchanged
	}
	if p.Verdict != api.VerdictChanges {
		p.Calls = nil
	}
	if p.Verdict != api.VerdictChanges && p.Verdict != api.VerdictUnknown {
		p.Warnings = nil
	}
	return p
}

// add adds a call and its differences.
func (p *Plan) add(c Call) {
	p.Calls = append(p.Calls, c)
	p.Differences = append(p.Differences, c.Differences...)
}

// judge adds the problems that refuse the change, and those that are only warned of.
func (p *Plan) judge(problems []rules.Problem) {
	for _, r := range p.leaves.Judge(problems) {
		if r.Warning || p.undoes {
			p.Warnings.Add(r.Path, r.Code, r.Args...)
		} else {
			p.Problems.Add(r.Path, r.Code, r.Args...)
		}
	}
}

// Take adds the former state that another call replaced.
func (w *Before) Take(other Before) {
	if other.Week != nil {
		w.Week = other.Week
	}
	if other.Dates != nil || other.Names != nil {
		w.Dates, w.Names = other.Dates, other.Names
	}
	if other.Phones != nil {
		w.Phones = other.Phones
	}
	if other.Picture != "" {
		w.Picture = other.Picture
	}
	if other.Pause != nil {
		w.Pause = other.Pause
	}
}

// WithoutPart returns the change without one of its parts.
func WithoutPart(c api.Change, part api.Part) api.Change {
	switch part {
	case api.PartWeek:
		c.Week, c.Days = nil, nil
	case api.PartDates:
		c.Dates, c.Clear = nil, nil
	case api.PartPhones:
		c.Phones = nil
	case api.PartPicture:
		c.Picture = ""
	case api.PartStatus:
		c.Pause, c.Resume = nil, false
	}
	return c
}
