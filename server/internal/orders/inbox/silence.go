package inbox

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/server/internal/orders"
	"github.com/shopdesk/shopdesk/server/store"
)

// A platform that sends heartbeats may stay silent for missed times the longer of its last two intervals between them,
// but for these bounds, in milliseconds. Two heartbeats may come close to each other. The interface doesn't state the
// interval of heartbeats (interface 6.2). The message of a change may come silentAfter the change, with its repeats.
const (
	missed      = 3
	silentAfter = 5 * 60_000
	silentUntil = 60 * 60_000
)

// habitual reports whether a platform sends heartbeats: they have come for an hour without an hour's pause. An empty
// packet may also come by hand, or from a portal that tries the address.
func habitual(last, begun int64) bool { return last != 0 && last-begun >= silentUntil }

// near is how long before a sign of lost messages an accepted one may have come that proves the way: each replica notes
// it at intervals only.
const near = 2 * markEvery

// markUntold names the mark of the first change that no message told, since the last message.
const markUntold = "hook.untold"

// Hearing tells whether the platform's messages still come through.
func (s *Service) Hearing(ctx context.Context) (api.Hearing, error) {
	beat, err := s.last(ctx, &s.heartbeat)
	if err != nil {
		return api.Hearing{}, err
	}
	message, err := s.last(ctx, &s.message)
	if err != nil {
		return api.Hearing{}, err
	}
	return s.hearing(ctx, beat, message)
}

// hearing judges the times of the last heartbeat and the last message.
func (s *Service) hearing(ctx context.Context, beat, message int64) (api.Hearing, error) {
	why, err := s.lost(ctx, message)
	if err != nil || why != "" {
		return api.Hearing{HeardAt: message, Silent: why != "", Why: why}, err
	}
	h, now := api.Hearing{HeardAt: max(beat, message)}, s.Millis()
	ahead := store.Ahead(h.HeardAt, now)
	if beat == 0 || !ahead && now-h.HeardAt <= silentAfter {
		return h, nil // whatever the intervals are
	}
	before, err := s.last(ctx, &s.before)
	earlier, failed := s.last(ctx, &s.earlier)
	begun, unknown := s.last(ctx, &s.begun)
	may := int64(silentAfter)
	if before != 0 {
		interval := max(beat-before, before-cmp.Or(earlier, before))
		may = min(max(may, missed*interval), silentUntil)
	}
	if habitual(beat, begun) && (ahead || now-h.HeardAt > may) {
		h.Silent, h.Why = true, api.GapQuiet
	}
	return h, errors.Join(err, failed, unknown)
}

// lost tells by which sign messages are lost since the last one that was accepted, "" for none. Heartbeats, which are
// empty, may come all the same.
func (s *Service) lost(ctx context.Context, message int64) (api.GapWhy, error) {
	refused, err := s.last(ctx, &s.refusal)
	untold, failed := s.Store.Marked(ctx, markUntold)
	now := s.Millis()
	if err = errors.Join(err, failed); err != nil || max(refused, untold) <= message || store.Ahead(refused, now) ||
		store.Ahead(untold, now) {
		return "", err
	}
	mended, err := s.mended(ctx)
	switch proven := message + near.Milliseconds(); {
	case refused > max(proven, mended):
		return api.GapRefused, err
	case untold > max(proven, mended) && now-untold > silentAfter:
		return api.GapUntold, err
	}
	return "", err
}

// mended is when an owner last registered the address, or a time without messages was over.
func (s *Service) mended(ctx context.Context) (int64, error) {
	registered, err := s.last(ctx, &s.registered)
	over, failed := s.Store.Marked(ctx, orders.MarkMissed)
	return max(registered, over), errors.Join(err, failed)
}

// Untold notes that a read showed a change of an order that no message has told, and that wasn't there at the moment
// since.
func (s *Service) Untold(ctx context.Context, since int64) error {
	message, err := s.last(ctx, &s.message)
	untold, failed := s.Store.Marked(ctx, markUntold)
	mended, unknown := s.mended(ctx)
	if err := errors.Join(err, failed, unknown); err != nil || since <= mended || untold > max(message, mended) {
		return err // changed while it is known that no messages came, or not the first
	}
	return s.Store.Mark(ctx, markUntold, s.Millis())
}

// gaps lists the last times without messages.
func (s *Service) gaps(ctx context.Context) (gaps []api.HookGap, err error) {
	entries, err := s.Audit.Entries(ctx, store.EntryQuery{Kinds: []string{orders.MissedKind}, Limit: api.HookRows})
	for _, e := range entries {
		var gap api.HookGap
		if e.Action == orders.ActionMissed && json.Unmarshal(e.Request, &gap) == nil && len(gaps) < api.HookGaps {
			gaps = append(gaps, gap)
		}
	}
	return gaps, err
}
