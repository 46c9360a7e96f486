package runs

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/internal/access/audit"
	"github.com/shopdesk/shopdesk/server/internal/background"
	"github.com/shopdesk/shopdesk/server/internal/gateway/upstream"
	"github.com/shopdesk/shopdesk/server/internal/shops/change"
	"github.com/shopdesk/shopdesk/server/store"
)

// trouble decides about a shop after a failed call: a passing failure is tried again, a lasting one isn't.
func (j *shopRun) trouble(ctx context.Context, err error) error {
	var said *platform.Error
	var answer *api.Error
	far := errors.As(err, &said)
	switch {
	case far && said.TooMany():
		j.kept.Sent = j.lost
		return j.later(ctx, busyWait)
	case errors.Is(err, errNoTurn):
		return j.later(ctx, busyWait)
	case errors.Is(err, errUnderWay):
		return j.retry(ctx)
	case errors.As(err, &answer) && !far:
		return j.answered(ctx, answer, err)
	}
	what, detail := upstream.OutcomeOf(err)
	if what == upstream.Unknown {
		return j.retry(ctx) // the next try begins with a read
	}
	if what == upstream.Refused && j.lost != nil && !j.kept.Refused {
		j.kept.Refused = true // the try that had no answer may have taken effect after it was looked for
		return j.retry(ctx)
	}
	j.kept.Sent = j.lost
	switch {
	case what == upstream.Refused && far:
		j.kept.Message, j.kept.Platform = upstream.Scrub(said.Message), said.Code
		return j.fail(ctx, api.RunFailureRefused, detail)
	case far && (said.Authentication() || said.Status == http.StatusUnauthorized),
		!errors.Is(err, platform.ErrUnreachable) && errors.Is(err, upstream.ErrToken):
		return j.fail(ctx, api.RunFailureAccess, detail)
	case !far && !errors.Is(err, platform.ErrUnreachable):
		return err // our own store
	}
	return j.retry(ctx)
}

// unread decides about a shop that couldn't be read. A refused read says nothing of a call without an answer, so the
// shop is read again.
func (j *shopRun) unread(ctx context.Context, err error) error {
	var said *platform.Error
	far := errors.As(err, &said)
	switch {
	case j.kept.Sent == nil || !far && !errors.Is(err, upstream.ErrToken):
		return j.trouble(ctx, err)
	case far && said.TooMany():
		return j.later(ctx, busyWait)
	}
	return j.retry(ctx)
}

// answered handles a failed pause: the pause service answers as to an operator.
func (j *shopRun) answered(ctx context.Context, answer *api.Error, err error) error {
	switch answer.Code { //nolint:exhaustive // the other codes never concern a pause, or pass
	case api.CodeRefused:
		j.kept.Sent, j.kept.Message, j.kept.Platform = nil, answer.Message, answer.Platform
		return j.fail(ctx, api.RunFailureRefused, "the platform refused it")
	case api.CodeInvalid:
		j.kept.Sent = nil
		for _, p := range answer.Problems {
			p.Path = "pause." + p.Path
			j.kept.Problems = append(j.kept.Problems, p)
		}
		return j.fail(ctx, api.RunFailureRule, "against the rules")
	case api.CodeConnection:
		j.kept.Sent = nil
		return j.fail(ctx, api.RunFailureAccess, "not sent: no access")
	case api.CodeUnavailable:
		return err
	}
	return j.retry(ctx) // busy, changed or closed meanwhile, or down: the next read decides
}

// Tries of a shop, one after another.
const (
	minRetry = 2 * time.Second // doubles with each failure
	maxRetry = time.Minute
	maxTries = 10
)

// retry schedules another try, at growing intervals, and gives up in the end.
func (j *shopRun) retry(ctx context.Context) error {
	j.row.Tries++
	if j.row.Tries >= maxTries {
		if j.kept.Sent != nil {
			return j.fail(ctx, api.RunFailureUnknown, "no answer")
		}
		return j.fail(ctx, api.RunFailureDown, "the platform doesn't answer")
	}
	return j.later(ctx, background.Backoff(minRetry, maxRetry, j.row.Tries))
}

// later puts the shop off. A shop whose last call has an unknown outcome is read even if the run is stopped.
func (j *shopRun) later(ctx context.Context, wait time.Duration) error {
	j.row.State = store.RunShopWaiting
	if j.kept.Sent != nil {
		j.row.State = store.RunShopWorking
	}
	j.row.DueAt = j.s.o.Now().Add(wait).UnixMilli()
	var with store.RunSave
	if j.row.Tries > 0 && wait > busyWait {
		with.Events = j.told()
	}
	return j.save(ctx, with)
}

func (j *shopRun) fail(ctx context.Context, kind api.RunFailure, detail string) error {
	j.kept.Failure = kind
	result := store.OutcomeRefused
	if kind == api.RunFailureUnknown {
		result = store.OutcomeUnknown
	}
	return j.end(ctx, store.RunShopFailed, result, detail)
}

// end saves the shop's outcome, tells the screens, and closes the shop's audit entry, if there is one.
func (j *shopRun) end(ctx context.Context, state, result, detail string) error {
	j.row.State, j.row.DueAt = state, 0
	if result == store.OutcomeRefused && len(j.kept.Done) > 0 {
		detail = audit.InPart + detail
	}
	if result == "" {
		result = store.OutcomeDone
	}
	return j.save(ctx, store.RunSave{Outcome: result, Detail: detail, Events: j.told()})
}

// told returns the shop's news, with the version that the row gets when it is saved.
func (j *shopRun) told() []store.Event {
	row := j.row
	row.Version, row.At = row.Version+1, j.s.millis()
	row.Work, _ = json.Marshal(j.kept) // plain values: Marshal can't fail
	shop, err := shown(row)
	if err != nil {
		return nil
	}
	return []store.Event{event(row.ShopID, api.RunNews{Run: row.RunID, Version: j.run.Version,
		State: api.RunState(j.run.State), Shop: &shop}, row.At)}
}

// save saves the shop's row and releases the lease.
func (j *shopRun) save(ctx context.Context, with store.RunSave) error {
	j.row.Holder, j.row.LeaseUntil = "", 0
	return j.hold(ctx, with)
}

// hold saves the shop's row and keeps the lease.
func (j *shopRun) hold(ctx context.Context, with store.RunSave) (err error) {
	ctx, cancel := background.Finish(ctx, background.SaveWithin)
	defer cancel()
	if j.row.Work, err = json.Marshal(j.kept); err != nil {
		return err
	}
	j.row.At = j.s.millis()
	j.row, err = j.s.o.Store.SaveRunShop(ctx, j.row, with)
	return err
}

// entry is the shop's one audit entry.
func (j *shopRun) entry(p change.Plan, was change.Before) (store.Entry, error) {
	request, err := json.Marshal(struct {
		Run         string           `json:"run"`
		Name        string           `json:"name,omitempty"`
		Differences []api.Difference `json:"differences"`
	}{j.run.ID, j.run.Name, p.Differences})
	if err != nil {
		return store.Entry{}, err
	}
	before, err := json.Marshal(was)
	entry := store.Entry{
		At: j.s.millis(), OperatorID: j.run.OperatorID, Operator: j.run.Operator, Address: j.run.Address,
		ShopID: j.row.ShopID, Action: "run.apply", Request: request, Before: before,
	}
	if j.kept.Undo != nil {
		entry.Action = "run.undo"
	}
	return entry, err
}
