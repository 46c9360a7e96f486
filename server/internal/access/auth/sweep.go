package auth

import (
	"context"
	"errors"
	"time"

	"github.com/shopdesk/shopdesk/server/internal/background"
)

// newSweep makes the job that deletes ended sessions with their tombstones, and expired proofs.
func (s *Service) newSweep() *background.Job {
	return background.New(background.Config{
		Name: "sessions.sweep", Every: time.Hour, Look: func(ctx context.Context) error {
			now := s.Now().UnixMilli()
			return errors.Join(s.Store.SweepSessions(ctx, now), s.Store.SweepProofs(ctx, now))
		},
	})
}
