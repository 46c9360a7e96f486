package server

import (
	"context"

	"golang.org/x/time/rate"

	"github.com/shopdesk/shopdesk/server/internal/shops/directory"
)

// assembleRoster makes the shop directory.
func (s *Server) assembleRoster() (err error) {
	o := s.opts
	s.roster, err = directory.New(directory.Options{
		Authoriser: s.auth, Platform: s.platform, Store: o.Store,
		Limiter: both{rate.NewLimiter(rate.Limit(o.Roster.Rate), 1), s.pace.Idle()},
		Anchor:  o.Platform.Profile.Anchor, Listing: o.Platform.Profile.Listing, Pauses: s.pause.Present,
		Access: s.connect.Access,
		Every:  o.Roster.Every, Off: o.Roster.Off, Now: o.Now, Logger: s.log,
	})
	return err
}

// both waits for two limiters in turn: reading shops again has a rate limit of its own, and waits for the runs.
type both [2]directory.Limiter

func (b both) Wait(ctx context.Context) error {
	for _, limiter := range b {
		if err := limiter.Wait(ctx); err != nil {
			return err
		}
	}
	return nil
}
