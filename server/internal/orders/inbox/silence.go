package inbox

import (
	"cmp"
	"context"
	"errors"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/server/store"
)

// A platform that sends heartbeats may stay silent for missed times the longer of its last two intervals between them,
// but for these bounds, in milliseconds. Two heartbeats may come close to each other. The interface doesn't state the
// interval of heartbeats (interface 6.2).
const (
	missed      = 3
	silentAfter = 5 * 60_000
	silentUntil = 60 * 60_000
)

// habitual reports whether a platform sends heartbeats: they have come for an hour without an hour's pause. An empty
// packet may also come by hand, or from a portal that tries the address.
func habitual(last, begun int64) bool { return last != 0 && last-begun >= silentUntil }

// Hearing tells whether the platform still reaches us.
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
	before, err := s.last(ctx, &s.before)
	earlier, failed := s.last(ctx, &s.earlier)
	begun, unknown := s.last(ctx, &s.begun)
	may := int64(silentAfter)
	if before != 0 {
		interval := max(beat-before, before-cmp.Or(earlier, before))
		may = min(max(may, missed*interval), silentUntil)
	}
	heard, now := max(beat, message), s.Millis()
	return api.Hearing{HeardAt: heard, Silent: habitual(beat, begun) && (store.Ahead(heard, now) || now-heard > may)},
		errors.Join(err, failed, unknown)
}
