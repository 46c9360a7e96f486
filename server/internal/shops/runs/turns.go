package runs

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/internal/background"
	"github.com/shopdesk/shopdesk/server/internal/shops/change"
	"github.com/shopdesk/shopdesk/server/store"
)

// pathOf is the endpoint that changes a part; the status is left out.
var pathOf = map[api.Part]string{
	api.PartWeek: platform.PathWeekUpdate, api.PartDates: platform.PathSpecialUpdate,
	api.PartPhones: platform.PathContactUpdate, api.PartPicture: platform.PathPictureUpdate,
}

// takeTurns takes the shop's turn among runs, and the turns of the records to be replaced; false if any of them is
// taken, or if a run that began before this one has it still to do: that run mustn't overwrite this one's change. The
// holder is the run, so a replica that continues the run after a crash still has the turns.
func (j *shopRun) takeTurns(ctx context.Context) (bool, error) {
	if j.kept.Sent == nil {
		if first, err := j.overtakes(ctx); err != nil || first {
			return false, err
		}
	}
	names := []string{fmt.Sprintf("run/%d", j.row.ShopID)}
	for _, part := range change.Parts(j.change) {
		// Operators' saves of endpoints that replace a whole record take turns with runs (see package proxy).
		if e, ok := platform.EndpointAt(pathOf[part]); ok && e.Replaces != "" {
			names = append(names, store.WriteTurn(j.row.ShopID, e.Path))
		}
	}
	for _, name := range names {
		lease := background.Lease{
			Leases: j.s.o.Store, Base: j.s.o.Base, Name: name,
			Holder: fmt.Sprintf("run/%s/%d", j.row.RunID, j.row.ShopID), Life: turnLife,
		}
		end, err := lease.Take(ctx)
		if errors.Is(err, store.ErrConflict) {
			return false, nil
		}
		if err != nil {
			return false, err
		}
		j.turns = append(j.turns, end)
	}
	return true, nil
}

// overtakes tells whether a run that began before this one has a part of this change still to do in the shop. That run
// gets this one's turn.
func (j *shopRun) overtakes(ctx context.Context) (bool, error) {
	earlier, err := j.s.o.Store.HurryRunShop(ctx, j.row)
	mine := change.Parts(j.change)
	for _, id := range earlier {
		run, err := j.s.o.Store.Run(ctx, id)
		if err != nil {
			return false, err
		}
		theirs := change.Parts(j.s.changeOf(ctx, run))
		if slices.ContainsFunc(theirs, func(part api.Part) bool { return slices.Contains(mine, part) }) {
			return true, nil
		}
	}
	return false, err
}

// isOvertaken tells whether a run that began after this one has changed a part of the shop that the plan changes, while
// this one was paused. An undo compares the shop itself.
func (j *shopRun) isOvertaken(ctx context.Context, p change.Plan) (bool, error) {
	if j.kept.Undo != nil {
		return false, nil
	}
	later, err := j.s.o.Store.LaterRunShops(ctx, j.row)
	for _, row := range later {
		k, _ := readKept(row) // a damaged one is logged where it is listed
		for _, did := range k.Differences {
			if slices.ContainsFunc(p.Differences, func(d api.Difference) bool {
				return d.Part == did.Part && d.Day == did.Day && d.From <= did.To && did.From <= d.To
			}) {
				return true, nil
			}
		}
	}
	return false, err
}

// giveBack ends the turns.
func (j *shopRun) giveBack() {
	for _, end := range j.turns {
		end()
	}
}
