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
	may := int64(silentAfter)
	if before != 0 {
		interval := max(beat-before, before-cmp.Or(earlier, before))
		may = min(max(may, missed*interval), silentUntil)
	}
	heard, now := max(beat, message), s.Millis()
	return api.Hearing{HeardAt: heard, Silent: beat != 0 && (store.Ahead(heard, now) || now-heard > may)},
		errors.Join(err, failed)
}
