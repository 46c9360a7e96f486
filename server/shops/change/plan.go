package change

import (
	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
	"github.com/shopdesk/shopdesk/server/store"
)

// Maker makes plans. Its zero value is for the interface's own anchor.
type Maker struct {
	Anchor platform.Anchor // of the profile
	// Possible reports whether somebody may have that phone. nil: everybody.
	Possible func(phone string) bool
}

// Plan is what a change makes of one shop.
type Plan struct {
	Verdict     api.Verdict      // never VerdictDenied
	Differences []api.Difference // by part, then by day
	Calls       []Call           // in the order to make them; none unless VerdictChanges
	// Problems are those of VerdictBroken. Paths are the change's own
	// ("week.fri[0].endTime", "dates[1]", "phones[0]"); that of an entry which
	// the shop has already is the platform's, "specialBusinessHour[2]".
	Problems []api.Problem
	// Since tells that somebody changed since what was to be undone: nothing is.
	Since bool

	missing bool // something that the change is about was never read
}

// Call is one call that a change takes.
type Call struct {
	Part        api.Part
	Path        string // of the platform; of a pause that is only altered, of the one that made it
	Request     any    // of that endpoint: a platform.WeekUpdate and so on
	Differences []api.Difference
	// Pause is with PartStatus: what to ask of the pauses' service, which knows
	// ends and reasons. nil: resume.
	Pause *api.PauseOrders
	// Names are of the special dates: those to keep, and those to forget.
	Put, Drop []api.DateName
	Rests     []Rest // have the names of what they are left of
}

// Rest is what is left of a longer special date once another has taken some of its
// days.
type Rest struct {
	First, Last string // "2006-01-02"
	Of          api.DateName
}

// Named are the names to keep, given the names that the shop's dates have.
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

// Was is what a shop had, in the parts that a change has changed: enough to go
// back, unknown members included.
type Was struct {
	Week    *platform.Week         `json:"week,omitempty"`
	Dates   []platform.SpecialDate `json:"dates,omitempty"` // those that were replaced or removed
	Names   []api.DateName         `json:"names,omitempty"` // of those
	Phones  []string               `json:"phones,omitempty"`
	Picture string                 `json:"picture,omitempty"`
	Pause   *store.Pause           `json:"pause,omitempty"` // ours, nil without one
}

// Parts lists the parts that a change is about, in the order of their calls:
// who pauses a shop shuts it only when all else went well, and who opens it
// opens it as it is to be.
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

// Permission is what an operator must be allowed to do to a shop to change that
// part of it.
func Permission(part api.Part) platform.Permission {
	switch part {
	case api.PartWeek, api.PartDates:
		return platform.PermissionHoursEdit
	case api.PartStatus:
		return platform.PermissionShopPause
	case api.PartPhones, api.PartPicture:
		return platform.PermissionShopEdit
	}
	return platform.PermissionServer // nobody's
}

// Plan says what c makes of the shop now, in milliseconds of Unix time.
func (m Maker) Plan(f Facts, c api.Change, now int64) Plan {
	var p Plan
	zone, known := rules.LoadLocation(f.Shop.Zone)
	if !known {
		p.missing = true // days without a zone are no days
	}
	for _, part := range Parts(c) {
		switch part {
		case api.PartWeek:
			p.week(f, c)
		case api.PartDates:
			m.dates(&p, f, c, zone, now)
		case api.PartPhones:
			m.phones(&p, f, c.Phones)
		case api.PartPicture:
			p.picture(f, c.Picture)
		case api.PartStatus:
			m.status(&p, f, c, zone, now)
		}
	}
	return p.judged()
}

// Of is the change that makes a shop what a template says: a special date that
// stands in the way of one of its dates gives way.
func Of(parts api.TemplateParts) api.Change {
	return api.Change{Week: parts.Week, Dates: parts.Dates, Replace: true, Phones: parts.Phones, Picture: parts.Picture}
}

// judged closes a plan: all of a shop is changed, or nothing.
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
	return p
}

// add adds a call with what it changes.
func (p *Plan) add(c Call) {
	p.Calls = append(p.Calls, c)
	p.Differences = append(p.Differences, c.Differences...)
}

func (p *Plan) wrong(path, code string, args ...any) {
	p.Problems = append(p.Problems, api.Problem{Path: path, Code: code, Args: args})
}

// refuse takes over what the rules refuse.
func (p *Plan) refuse(problems []rules.Problem) {
	for _, r := range rules.Refusals(problems) {
		p.wrong(r.Path, r.Code, r.Args...)
	}
}

// Take adds what another call replaced.
func (w *Was) Take(other Was) {
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

// Without is the change without one of its parts.
func Without(c api.Change, part api.Part) api.Change {
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
