package inbox

import (
	"context"
	"slices"
	"time"

	"github.com/shopdesk/shopdesk/server/store"
)

// unkeptRecent is how long a failed batch counts. After that time the next delivery shows the
// store's health.
const unkeptRecent = 5 * time.Minute

// unsavedBatch is the last batch that couldn't be stored and was answered with 503.
type unsavedBatch struct {
	at       time.Time
	messages []store.Message
}

// note remembers a batch that couldn't be stored. A later batch that is stored doesn't clear the
// failure, because the damage may be in the rows of the failed messages.
func (s *Service) note(messages []store.Message, err error) {
	if err != nil {
		messages = slices.Clone(messages)
		for i := range messages {
			messages[i].Holder, messages[i].LeaseUntil = "", 0 // any replica may act on them
		}
		s.unkept.Store(&unsavedBatch{at: s.Now(), messages: messages})
	}
}

// Ready reports whether messages can be stored, as far as is known: after a failure it tries to
// store the failed batch. Messages stored this way are acted on, and are repeats when the platform
// sends them again.
func (s *Service) Ready(ctx context.Context) error {
	failed := s.unkept.Load()
	if failed == nil {
		return nil
	}
	if s.Now().Sub(failed.at).Abs() < unkeptRecent {
		if _, err := s.Store.AddMessages(ctx, failed.messages); err != nil {
			return err
		}
		s.look()
	}
	s.unkept.CompareAndSwap(failed, nil)
	return nil
}
