package runs

import (
	"context"
	"errors"
	"fmt"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
	"github.com/shopdesk/shopdesk/server/internal/gateway/upstream"
	"github.com/shopdesk/shopdesk/server/internal/shops/change"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
	"github.com/shopdesk/shopdesk/server/store"
)

// carryOut makes a plan's calls, one after the other.
func (j *shopRun) carryOut(ctx context.Context, p change.Plan) error {
	switch {
	case p.Since && len(j.kept.Done) == 0:
		j.kept.Failure = api.RunFailureSince
		return j.end(ctx, store.RunShopUnchanged, store.OutcomeRefused, "changed since")
	case p.Since:
		return j.fail(ctx, api.RunFailureSince, "changed since")
	case p.Verdict == api.VerdictBroken:
		j.kept.Problems = p.Problems
		return j.fail(ctx, api.RunFailureRule, "against the rules")
	case p.Verdict == api.VerdictUnknown:
		j.kept.Problems = []api.Problem{{Path: "zone", Code: rules.CodeRequired}}
		return j.fail(ctx, api.RunFailureRule, "the shop's zone isn't known")
	}
	if late, err := j.isOvertaken(ctx, p); err != nil {
		return err
	} else if late {
		return j.fail(ctx, api.RunFailureSince, "changed since")
	}
	if stop, err := j.looked(ctx, p); err != nil || stop {
		return err
	}
	names, err := j.names(ctx)
	if err != nil {
		return err
	}
	was := j.kept.Was
	for _, call := range p.Calls {
		was.Take(j.s.o.Maker.Before(j.facts, call, names))
	}
	for _, call := range p.Calls {
		if gone, err := j.send(ctx, call, p, names, was); err != nil || !gone {
			return err
		}
	}
	if len(j.kept.Done) == 0 {
		return j.end(ctx, store.RunShopUnchanged, "", "")
	}
	return j.end(ctx, store.RunShopDone, store.OutcomeDone, "")
}

// looked checks the photo of the plan; true when the shop's turn ends here.
func (j *shopRun) looked(ctx context.Context, p change.Plan) (bool, error) {
	for _, call := range p.Calls {
		request, ok := call.Request.(platform.PictureUpdate)
		if !ok {
			continue
		}
		found, err := j.s.looked(j.theirs, j.run.OperatorID, request.PictureURL)
		if err != nil {
			return true, err
		}
		if j.kept.Problems = append(j.kept.Problems, found...); len(found) > 0 {
			return true, j.fail(ctx, api.RunFailureRule, "the picture isn't good")
		}
	}
	return false, nil
}

// names are the names of the shop's special dates.
func (j *shopRun) names(ctx context.Context) ([]api.DateName, error) {
	kept, err := j.s.o.Store.DateNames(ctx, j.row.ShopID)
	return change.Names(kept), err
}

// send makes one call: the row names the call before it is sent, and the first call opens the audit entry. True when
// the call is done and another may follow.
func (j *shopRun) send(ctx context.Context, call change.Call, p change.Plan, names []api.DateName,
	was change.Before) (bool, error) {
	var with store.RunSave
	if j.row.Audit == 0 {
		entry, err := j.entry(p, was)
		if err != nil {
			return false, err
		}
		with.Begin = &entry
	}
	count := 1
	if call.Part == api.PartStatus {
		count = 3 // a pause reads the shop before and after
	}
	if err := j.mayCall(ctx, count); err != nil {
		return false, j.trouble(ctx, err)
	}
	// The run may have been stopped, or the operator's role revoked, during the wait.
	run, err := j.s.o.Store.Run(ctx, j.row.RunID)
	if err != nil {
		return false, err
	}
	if why, err := j.halted(ctx, run); err != nil || why != "" {
		if err == nil {
			err = j.halt(ctx, why)
		}
		return false, err
	}
	j.lost = j.kept.Sent
	j.kept.Sent = &pendingCall{
		Part: call.Part, Differences: call.Differences,
		Was: j.s.o.Maker.Before(j.facts, call, names), Put: call.Named(names), Drop: call.Drop,
	}
	j.row.LeaseUntil = j.s.o.Now().Add(j.s.o.Lease).UnixMilli()
	if err := j.hold(ctx, with); err != nil {
		return false, err
	}
	if err := j.call(upstream.WithoutRetry(ctx), call); err != nil {
		return false, j.trouble(ctx, err)
	}
	err = j.did(ctx)
	return err == nil, err
}

// mayCall waits until so many calls may be made, or this replica stops.
func (j *shopRun) mayCall(ctx context.Context, count int) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(j.stop, cancel)()
	for range count {
		if err := j.s.o.RateLimit.Wait(ctx); err != nil || j.stop.Err() != nil {
			return errNoTurn
		}
	}
	return nil
}

// errUnderWay reports a pause that isn't done yet: the worker of the pauses continues it.
var errUnderWay = errors.New("runs: the pause is under way")

func (j *shopRun) call(ctx context.Context, call change.Call) error {
	if j.s.o.Millis() >= j.row.LeaseUntil {
		return errNoTurn // the wait was too long; another replica has claimed the row by now
	}
	far := j.s.o.Platform
	switch r := call.Request.(type) {
	case platform.WeekUpdate:
		return far.UpdateWeeklyHours(ctx, r)
	case platform.SpecialUpdate:
		return far.UpdateSpecialHours(ctx, r)
	case platform.ContactUpdate:
		return far.UpdateContact(ctx, r)
	case platform.PictureUpdate:
		return far.UpdatePicture(ctx, r)
	case platform.ShopRef:
		var version int64
		if j.facts.Pause != nil {
			version = j.facts.Pause.Version
		}
		p, err := j.s.o.Pauses.ApplyFromRun(ctx, j.scopes[platform.PermissionShopPause], call.Pause, version)
		if err == nil && (p.State == store.PauseAsked || p.State == store.PauseResuming) {
			return errUnderWay
		}
		return err
	}
	return fmt.Errorf("runs: no call for %T", call.Request)
}

// did notes that the sent call is done, and saves the names of the special dates.
func (j *shopRun) did(ctx context.Context) error {
	sent := j.kept.Sent
	if len(sent.Put)+len(sent.Drop) > 0 {
		err := change.SaveNames(ctx, j.s.o.Store, j.row.ShopID, sent.Put, sent.Drop, j.s.o.Now())
		if err != nil {
			return httpio.Unavailable(err)
		}
	}
	j.kept.Sent, j.kept.Refused, j.row.Tries = nil, false, 0
	j.kept.Done = append(j.kept.Done, sent.Part)
	j.kept.Differences = append(j.kept.Differences, sent.Differences...)
	j.kept.Was.Take(sent.Was)
	return nil
}

// settle finds the outcome of a call from the shop's state; false when the shop's turn ends here.
func (j *shopRun) settle(ctx context.Context) (bool, error) {
	sent := j.kept.Sent
	if p := j.facts.Pause; sent.Part == api.PartStatus && p != nil &&
		(p.State == store.PauseAsked || p.State == store.PauseResuming) {
		return false, j.retry(ctx)
	}
	switch j.s.o.Maker.EffectOf(j.facts, sent.Differences, j.s.millis()) {
	case change.LandedDone:
		return true, j.did(ctx)
	case change.LandedBefore: // it may still take effect
		return true, nil
	case change.LandedOther:
	}
	return false, j.fail(ctx, api.RunFailureSince, "the platform's answer was lost, and somebody has changed it since")
}
