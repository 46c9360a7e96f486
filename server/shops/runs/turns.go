package runs

import (
	"context"
	"errors"
	"fmt"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/shops/change"
	"github.com/shopdesk/shopdesk/server/store"
)

// replaces are the endpoints whose calls replace a record as a whole: of those,
// operators' saves take turns with ours (see package proxy).
var replaces = func() map[string]bool {
	paths := map[string]bool{}
	for _, e := range platform.Endpoints() {
		paths[e.Path] = e.Replaces != ""
	}
	return paths
}()

// pathOf is the endpoint that changes a part, but for its standing.
var pathOf = map[string]string{
	"week": platform.PathWeekUpdate, "dates": platform.PathSpecialUpdate, "phones": platform.PathContactUpdate, "picture": platform.PathPictureUpdate,
}

// takeTurns takes the shop's turn among runs, and those of the records that are
// to be replaced; false if somebody else has one of them. The turns are in the
// name of the run: whoever goes on with its work after a crash has them still.
func (j *job) takeTurns(ctx context.Context) (bool, error) {
	names := []string{fmt.Sprintf("run/%d", j.row.ShopID)}
	for _, part := range change.Parts(j.change) {
		if path := pathOf[string(part)]; replaces[path] {
			names = append(names, store.WriteTurn(j.row.ShopID, path))
		}
	}
	for _, name := range names {
		now := j.s.o.Now()
		err := j.s.o.Store.Claim(ctx, name, j.holder(), now.UnixMilli(), now.Add(turnLife).UnixMilli())
		if errors.Is(err, store.ErrConflict) {
			return false, nil
		}
		j.turns = append(j.turns, name) // it may be ours though the answer was lost
		if err != nil {
			return false, err
		}
	}
	return true, nil
}

func (j *job) holder() string { return fmt.Sprintf("run/%s/%d", j.row.RunID, j.row.ShopID) }

// giveBack ends the turns. Those that can't be ended now end by themselves.
func (j *job) giveBack(ctx context.Context) {
	for _, name := range j.turns {
		if err := j.s.o.Store.Release(context.WithoutCancel(ctx), name, j.holder()); err != nil {
			j.s.log.WarnContext(ctx, "runs: turn not given back", "turn", name, "err", err)
		}
	}
}
