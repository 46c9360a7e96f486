package inbox

import (
	"context"
	"slices"
	"time"

	"github.com/shopdesk/shopdesk/server/store"
)

// unkeptRecent is how long messages that couldn't be kept count. After that the
// next delivery has to tell how things are.
const unkeptRecent = 5 * time.Minute

// unkept is the last batch that couldn't be kept, and was answered with 503.
type unkept struct {
	at       time.Time
	messages []store.Message
}

// note remembers a batch that couldn't be kept. Another batch that can be doesn't
// make up for it: the damage may be where these messages go.
func (s *Service) note(messages []store.Message, err error) {
	if err != nil {
		s.unkept.Store(&unkept{at: s.o.Now(), messages: slices.Clone(messages)})
	}
}

// Ready tells whether messages can be kept, as far as that is known: after a
// failure it tries to keep what failed. What can be kept then is acted on, and
// is a repeat when the platform sends it again.
func (s *Service) Ready(ctx context.Context) error {
	failed := s.unkept.Load()
	if failed == nil {
		return nil
	}
	if s.o.Now().Sub(failed.at).Abs() < unkeptRecent {
		if _, err := s.o.Store.AddMessages(ctx, failed.messages); err != nil {
			return err
		}
		s.work.Ring()
	}
	s.unkept.CompareAndSwap(failed, nil)
	return nil
}
