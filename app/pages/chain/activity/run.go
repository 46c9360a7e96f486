package activity

import (
	"cmp"
	"encoding/json"
	"slices"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/chain/diff"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/internal/api"
)

// told is what the requests of runs, templates and their drift have in common.
type told struct {
	Run         string           `json:"run"`
	Name        string           `json:"name"`
	Note        string           `json:"note"`
	Differences []api.Difference `json:"differences"`
}

// runChanges tells what a run changed in the shop, and which run it was.
func (r reader) runChanges(e api.ActivityEntry) []change {
	var request told
	if json.Unmarshal(e.Request, &request) != nil {
		return nil
	}
	run := change{What: text.T("runs.one"), After: cmp.Or(request.Name, text.LTR(request.Run))}
	return append([]change{run}, differences(request.Differences, pages.WhenIn(r.State, e.ShopID))...)
}

// touches reports whether a run's entry changed one of the parts of the shop.
func touches(e api.ActivityEntry, parts []api.Part) bool {
	var request told
	return json.Unmarshal(e.Request, &request) == nil &&
		slices.ContainsFunc(request.Differences, func(d api.Difference) bool { return slices.Contains(parts, d.Part) })
}

// differences words those between two states of a shop. Without a state before,
// Before is "".
func differences(list []api.Difference, clock diff.Clock) []change {
	changes := diff.Lines(list, clock)
	for i, d := range list {
		if len(d.Before)+len(d.BeforeShifts) == 0 {
			changes[i].Before = ""
		}
	}
	return changes
}
