package activity

import (
	"encoding/json"
	"strconv"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// runChanges tells what a run changed in the shop, and which run it was.
func runChanges(e api.ActivityEntry) []change {
	var request struct {
		Run         string           `json:"run"`
		Name        string           `json:"name"`
		Differences []api.Difference `json:"differences"`
	}
	if json.Unmarshal(e.Request, &request) != nil {
		return nil
	}
	run := change{What: text.T("activity.run"), After: text.LTR(request.Run)}
	if request.Name != "" {
		run.After = request.Name + " (" + run.After + ")"
	}
	list := []change{run}
	for _, d := range request.Differences {
		list = append(list, ofDifference(d))
	}
	return list
}

// ofDifference is a difference between two states of a shop.
func ofDifference(d api.Difference) change {
	switch d.Part {
	case api.PartWeek:
		return change{What: text.Day(platform.Day(d.Day)), Before: shifts(d.BeforeShifts), After: shifts(d.AfterShifts)}
	case api.PartDates:
		first, _ := rules.ParseDate(d.From)
		last, _ := rules.ParseDate(d.To)
		c := change{What: text.DateSpan(first, last), Before: shifts(d.BeforeShifts), After: shifts(d.AfterShifts)}
		if c.After == "" {
			c.After = text.T("activity.removed")
		}
		return c
	case api.PartPhones:
		return change{What: text.T("activity.phones"), Before: listed(d.Before), After: listed(d.After)}
	case api.PartPicture:
		return change{What: text.T("activity.run.picture"), Before: listed(d.Before), After: listed(d.After)}
	case api.PartStatus:
		return change{What: text.T("activity.run.status"), Before: standing(d.Before), After: standing(d.After)}
	}
	return change{What: string(d.Part), Before: listed(d.Before), After: listed(d.After)}
}

// shifts is "" for no such date.
func shifts(list []api.Shift) string {
	if len(list) == 0 {
		return ""
	}
	return text.Shifts(rules.Periods(list))
}

// standing is how a shop stands; one that isn't known is shown as it is.
func standing(said []string) string {
	if len(said) == 0 {
		return ""
	}
	if len(said) > 1 && said[0] == string(api.StandingPaused) {
		if ms, err := strconv.ParseInt(said[1], 10, 64); err == nil {
			return text.T("activity.run.until", moment(ms))
		}
	}
	return text.Or("activity.run."+said[0], said[0])
}
