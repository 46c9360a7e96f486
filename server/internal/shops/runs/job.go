package runs

import (
	"context"
	"errors"
	"slices"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/internal/access/auth"
	"github.com/shopdesk/shopdesk/server/internal/shops/change"
	"github.com/shopdesk/shopdesk/server/store"
)

// shopRun is the work on one shop of a run.
type shopRun struct {
	s      *Service
	stop   context.Context //nolint:containedctx // of the start of work; a call that was sent has its own
	row    store.RunShop
	run    store.Run
	change api.Change
	kept   savedWork
	theirs context.Context //nolint:containedctx // carries the run's operator as principal
	scopes map[platform.Permission]auth.ShopScope
	turns  []func() // each ends a turn that this job holds
	facts  change.ShopFacts
	lost   *pendingCall // an earlier try of the present call, which had no answer
}

// stopReason is the reason for sending no more calls.
type stopReason string

const (
	haltPaused    stopReason = "paused"    // or this replica stops
	haltCancelled stopReason = "cancelled" // finished shops stay changed
	haltDenied    stopReason = "denied"    // the operator has lost the permission here
)

// do advances the shop as far as possible now, and saves the result.
func (j *shopRun) do(ctx context.Context) (err error) {
	if j.run, err = j.s.o.Store.Run(ctx, j.row.RunID); err != nil {
		return err
	}
	if j.kept, err = readKept(j.row); err == nil {
		j.change, err = changeOf(j.run)
	}
	if err != nil {
		j.s.log.ErrorContext(ctx, "runs: damaged", "err", err)
		return j.fail(ctx, api.RunFailureUnknown, "damaged")
	}
	defer func() {
		if !errors.Is(err, store.ErrConflict) { // then another replica has the shop, and its turns
			j.giveBack()
		}
	}()
	if mine, err := j.takeTurns(ctx); err != nil {
		return err
	} else if !mine {
		return j.later(ctx, busyWait)
	}
	why, err := j.halted(ctx, j.run)
	if err != nil {
		return err
	}
	if j.kept.Sent == nil && why != "" {
		return j.halt(ctx, why)
	}
	if err := j.read(ctx); err != nil {
		return j.unread(ctx, err)
	}
	if j.kept.Sent != nil {
		if settled, err := j.settle(ctx); err != nil || !settled {
			return err
		}
	}
	p := j.plan()
	complete := len(j.kept.Done) > 0 && p.Verdict == api.VerdictUnchanged && !p.Since // the lost answer was the last one
	if why != "" && !complete {
		return j.halt(ctx, why)
	}
	return j.carryOut(ctx, p)
}

// plan plans the rest of the change.
func (j *shopRun) plan() change.Plan {
	now := j.s.millis()
	if j.kept.Undo != nil {
		rest := slices.DeleteFunc(slices.Clone(j.kept.Undo.Differences), func(d api.Difference) bool {
			return slices.Contains(j.kept.Done, d.Part)
		})
		return j.s.o.Maker.Undo(j.facts, rest, j.kept.Undo.Was, now)
	}
	c := j.change
	for _, part := range j.kept.Done {
		c = change.WithoutPart(c, part)
	}
	return j.s.o.Maker.Plan(j.facts, c, now)
}

// halted returns why no call may be sent, "" when calls may be sent: the run as read is stopped, or its operator has
// lost the permission here.
func (j *shopRun) halted(ctx context.Context, run store.Run) (stopReason, error) {
	switch {
	case run.State == store.RunCancelled:
		return haltCancelled, nil
	case run.State != store.RunRunning, j.stop.Err() != nil:
		return haltPaused, nil
	}
	theirs, err := j.s.o.Authoriser.ActAs(ctx, j.run.OperatorID, j.run.Operator, j.run.Address, j.run.Vouched)
	if err != nil {
		return "", err
	}
	j.theirs, j.scopes = theirs, map[platform.Permission]auth.ShopScope{}
	for _, perm := range permissions(j.change) {
		scope, err := j.s.o.Authoriser.Scope(theirs, j.row.ShopID, perm)
		var answer *api.Error
		switch {
		case errors.As(err, &answer) && answer.Code != api.CodeUnavailable:
			return haltDenied, nil
		case err != nil:
			return "", err
		}
		j.scopes[perm] = scope
	}
	return "", nil
}

// halt leaves the shop in its present state.
func (j *shopRun) halt(ctx context.Context, why stopReason) error {
	switch why {
	case haltCancelled:
		return j.end(ctx, store.RunShopLeft, store.OutcomeRefused, "the run was cancelled")
	case haltDenied:
		return j.fail(ctx, api.RunFailureDenied, "who started the run may not do this here any more")
	case haltPaused:
	}
	j.row.State = store.RunShopWaiting
	return j.save(ctx, store.RunSave{Events: j.told()})
}

// read reads the parts that the change is planned from.
func (j *shopRun) read(ctx context.Context) (err error) {
	s, ref := j.s, platform.ShopRef{ShopID: j.row.ShopID}
	if j.facts.Shop, err = s.o.Store.Shop(ctx, j.row.ShopID); err != nil {
		return err
	}
	for _, path := range j.reads() {
		if err := j.mayCall(ctx, 1); err != nil {
			return err
		}
		switch path {
		case platform.PathShopGet:
			j.facts.Record, err = s.o.Platform.Shop(ctx, ref)
		case platform.PathWeekGet:
			j.facts.Week, err = s.o.Platform.WeeklyHours(ctx, ref)
		case platform.PathSpecialGet:
			j.facts.Dates, err = s.o.Platform.SpecialHours(ctx, ref)
		}
		if err != nil {
			return err
		}
	}
	if j.facts.Unlisted, err = s.unlisted(ctx, j.row.ShopID); err != nil {
		return err
	}
	j.facts.ReadAt = s.millis()
	j.facts.Pause, err = s.pauseOf(ctx, j.row.ShopID)
	return err
}

// reads lists the paths to read. An undo reads the parts that were changed.
func (j *shopRun) reads() (paths []string) {
	for _, part := range change.Parts(j.change) {
		if slices.Contains(j.kept.Done, part) {
			continue
		}
		for _, path := range readsOf(part, j.change) {
			if !slices.Contains(paths, path) {
				paths = append(paths, path)
			}
		}
	}
	return paths
}

// errNoTurn reports that the wait for the rate limit was cut short.
var errNoTurn = errors.New("runs: no turn to call the platform in time")
