package templates

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
	"github.com/shopdesk/shopdesk/server/internal/shops/change"
	"github.com/shopdesk/shopdesk/server/store"
)

// normal writes the parts in one way: days and dates in order, closed as the one shift {0, 0}.
func normal(parts api.TemplateParts) api.TemplateParts {
	if parts.Week != nil {
		var week [7][]api.Shift
		for day, shifts := range parts.Week {
			week[day] = change.Shifts(rules.Periods(shifts))
		}
		parts.Week = &week
	}
	parts.Dates = slices.Clone(parts.Dates)
	for i, d := range parts.Dates {
		parts.Dates[i].Shifts, parts.Dates[i].Name = change.Shifts(rules.Periods(d.Shifts)), strings.TrimSpace(d.Name)
	}
	slices.SortStableFunc(parts.Dates, func(a, b api.ChangeDate) int { return strings.Compare(a.From, b.From) })
	return parts
}

// weekIn is the weekly hours in the parts, nil for none.
func weekIn(parts api.TemplateParts) *platform.Week {
	if parts.Week == nil {
		return nil
	}
	week := &platform.Week{}
	for day, shifts := range parts.Week {
		week.SetDay(platform.Day(day), rules.Periods(shifts))
	}
	return week
}

// check lists the problems of a template's name and parts. An error is an answer. What the template had already
// breaks no rule: nobody is kept from saving Monday because of Saturday.
func (s *Service) check(ctx context.Context, name string, parts api.TemplateParts,
	old store.Template) (api.Problems, error) {
	var before api.TemplateParts
	_ = json.Unmarshal(old.Parts, &before) // a new template has none, and a damaged one is saved anew
	l := &list{leaves: s.Leaves}
	if !api.Nameable(name, api.MaxTemplateName) {
		l.add("name", api.ProblemName, api.MaxTemplateName)
	}
	if parts.Week == nil && len(parts.Dates) == 0 && len(parts.Phones) == 0 && parts.Picture == "" {
		l.add("parts", api.ProblemTemplateEmpty)
	}
	if parts.Week != nil {
		found := rules.Week(weekIn(parts))
		if before.Week != nil {
			found = slices.DeleteFunc(found, rules.DaysStand(weekIn(before), weekIn(parts)))
		}
		l.refuse("parts.week", found)
	}
	l.dates(parts.Dates, before.Dates)
	if len(parts.Phones) > 0 {
		phones := platform.Phones(parts.Phones)
		found := slices.DeleteFunc(rules.Phones(phones), rules.PhonesStand(platform.Phones(before.Phones), phones))
		if len(rules.Refusals(found)) == 0 {
			found = append(found, slices.DeleteFunc(s.Phones.Impossible(phones), func(p rules.Problem) bool {
				return slices.ContainsFunc(before.Phones, func(phone string) bool { return p.Args[0] == phone })
			})...)
		}
		l.refuse("parts.phones", found)
	}
	if parts.Picture != "" && parts.Picture != before.Picture {
		found := rules.PictureURL(parts.Picture)
		if len(rules.Refusals(found)) == 0 && s.Pictures != nil {
			more, err := s.Pictures.CheckShared(ctx, parts.Picture)
			if err != nil {
				return nil, err
			}
			found = append(found, more...)
		}
		l.refuse("parts.picture", found)
	}
	return l.problems, nil
}

// list collects problems.
type list struct {
	problems api.Problems
	leaves   rules.Leaves
}

func (l *list) add(path, code string, args ...any) {
	if len(l.problems) < rules.MaxProblems {
		l.problems.Add(path, code, args...)
	}
}

// refuse adds the problems that refuse the template.
func (l *list) refuse(path string, problems []rules.Problem) {
	for _, p := range rules.Refusals(l.leaves.Judge(rules.Prefixed(path, problems))) {
		l.add(p.Path, p.Code, p.Args...)
	}
}

// dates checks special dates that the template hadn't before. Their days are those of each shop's own calendar, so
// their hours can be checked in any zone.
func (l *list) dates(dates, before []api.ChangeDate) {
	had := func(d api.ChangeDate) bool {
		return slices.ContainsFunc(before, func(was api.ChangeDate) bool {
			return was.ChangeRange == d.ChangeRange && slices.Equal(was.Shifts, change.Shifts(rules.Periods(d.Shifts)))
		})
	}
	if len(dates) > api.MaxTemplateDates {
		l.add("parts.dates", api.ProblemTemplateDates, api.MaxTemplateDates)
		return
	}
	for i, d := range dates {
		path := fmt.Sprintf("parts.dates[%d]", i)
		first, okFirst := rules.ParseDate(d.From)
		last, okLast := rules.ParseDate(d.To)
		if d.Name != "" && !api.Nameable(d.Name, api.MaxDateName) {
			l.add(path+".name", api.ProblemDateNameLength, api.MaxDateName)
		}
		switch {
		case !okFirst || !okLast:
			l.add(path, api.ProblemDateDays)
			continue
		case last.Before(first):
			l.add(path, rules.CodeRangeReversed)
			continue
		}
		for j, other := range dates[:i] {
			if other.From <= d.To && d.From <= other.To && (!had(d) || !had(other)) {
				l.add(path, rules.CodeDatesOverlap, j, other.From, other.To)
			}
		}
		if had(d) {
			continue
		}
		entry := platform.SpecialDate{BusinessHour: rules.Periods(d.Shifts)}
		entry.StartDate, entry.EndDate = rules.SpecialRange(first, last, platform.AnchorUTC, nil)
		found := rules.Special([]platform.SpecialDate{entry}, platform.AnchorUTC, nil)
		for _, p := range rules.Refusals(l.leaves.Judge(found)) {
			l.add(path+strings.Replace(strings.TrimPrefix(p.Path, "[0]"), ".businessHour", ".shifts", 1), p.Code, p.Args...)
		}
	}
}
