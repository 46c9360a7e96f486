package activity

import (
	"encoding/json"
	"strings"

	"github.com/shopdesk/shopdesk/app/pages/chain/diff"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// change is one thing that a change changed, in words. Before is "" when it isn't
// known, or there was nothing.
type change = diff.Line

// title says what was done. An action nobody has words for is shown as it is.
func title(e api.ActivityEntry) string {
	return text.Word("activity.did.", e.Action)
}

// who is the person, or the server itself.
func who(e api.ActivityEntry) string {
	switch {
	case e.Operator != "":
		return e.Operator
	case e.OperatorID != 0:
		return text.T("activity.somebody")
	}
	return text.T("activity.server")
}

// reader reads entries: the state has what it takes to read special dates, roles and times.
type reader struct{ *state.State }

// changes tells what was changed. An entry that can't be read has none.
func (r reader) changes(e api.ActivityEntry) []change {
	switch e.Action {
	case "hours.week.update":
		return weekChanges(e)
	case "hours.special.update":
		return r.specialChanges(e)
	case "phones.update":
		return phoneChanges(e)
	case "picture.update":
		return photoChanges(e)
	case "run.apply", "run.undo":
		return r.runChanges(e)
	case "templates.save":
		return templateChanges(e)
	case "drift.accept", "drift.revoke", "templates.remove":
		return driftChanges(e)
	}
	if strings.HasPrefix(e.Action, "operators.") {
		return append(r.otherChanges(e), r.roleChanges(e.Request)...)
	}
	return r.otherChanges(e)
}

// read decodes the entry's request and the record before, if they are there.
func read[T, B any](e api.ActivityEntry) (after T, before *B, ok bool) {
	if json.Unmarshal(e.Request, &after) != nil {
		return after, nil, false
	}
	var b B
	if len(e.Before) > 0 && json.Unmarshal(e.Before, &b) == nil {
		before = &b
	}
	return after, before, true
}

func weekChanges(e api.ActivityEntry) (list []change) {
	request, before, ok := read[platform.WeekUpdate, platform.Week](e)
	if !ok {
		return nil
	}
	for _, d := range rules.Diff(before, request.Week) {
		day := change{What: text.Day(d.Day), After: text.Shifts(d.After)}
		if before != nil {
			day.Before = text.Shifts(d.Before)
		}
		if before == nil || d.Code != rules.DayUnchanged {
			list = append(list, day)
		}
	}
	return list
}

func (r reader) specialChanges(e api.ActivityEntry) (list []change) {
	request, before, ok := read[platform.SpecialUpdate, []platform.SpecialDate](e)
	if !ok {
		return nil
	}
	zone, _ := r.Zone(e.ShopID)
	was := map[string]string{}
	if before != nil {
		for _, d := range *before {
			was[r.span(d, zone)] = text.Shifts(rules.NormalizeDay(d.BusinessHour))
		}
	}
	for _, d := range request.Dates {
		span, hours := r.span(d, zone), text.Shifts(rules.NormalizeDay(d.BusinessHour))
		shifts, there := was[span]
		delete(was, span)
		if !there || shifts != hours {
			list = append(list, change{What: span, Before: shifts, After: hours})
		}
	}
	if before != nil {
		for _, d := range *before { // in their order, not the map's
			span := r.span(d, zone)
			if shifts, gone := was[span]; gone {
				list = append(list, change{What: span, Before: shifts, After: text.T("edit.clash.gone")})
			}
		}
	}
	return list
}

func (r reader) span(d platform.SpecialDate, zone rules.Zone) string {
	first, last := rules.SpecialDays(d, r.Anchor(), zone)
	return text.DateSpan(first, last)
}

// photoChanges tells which photo was sent. The photo before isn't kept with the entry.
func photoChanges(e api.ActivityEntry) []change {
	request, _, ok := read[platform.PictureUpdate, json.RawMessage](e)
	if !ok {
		return nil
	}
	return differences([]api.Difference{{Part: api.PartPicture, After: []string{request.PictureURL}}}, text.When)
}

func phoneChanges(e api.ActivityEntry) []change {
	request, before, ok := read[platform.ContactUpdate, []platform.Phone](e)
	if !ok {
		return nil
	}
	phones := api.Difference{Part: api.PartPhones, After: platform.PhoneTexts(request.Phones)}
	if before != nil {
		phones.Before = platform.PhoneTexts(*before)
	}
	return differences([]api.Difference{phones}, text.When)
}
