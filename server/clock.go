package server

import (
	"context"
	"fmt"
	"time"

	"github.com/shopdesk/shopdesk/server/internal/background"
	"github.com/shopdesk/shopdesk/server/store"
)

// clockMost is how far this process's clock may be from the database's. Leases between replicas bear some seconds.
const clockMost = 5 * time.Second

// clockDeletes is how far it may be where old entries are deleted by it, for ever.
const clockDeletes = time.Hour

// clock makes the job that compares this process's clock with the database's, which all replicas share.
func (s *Server) clock() *background.Job {
	_, clocked := s.store.(store.Clocked)
	return background.New(background.Config{Name: "clock", Every: 30 * time.Second, Retry: 30 * time.Second,
		Off: !clocked, Look: func(ctx context.Context) error { return s.compareClocks(ctx, clockMost) }})
}

// compareClocks returns an error if this process's clock is further from the database's.
func (s *Server) compareClocks(ctx context.Context, most time.Duration) error {
	of, ok := s.store.(store.Clocked)
	if !ok {
		return nil
	}
	before := s.opts.Now()
	theirs, err := of.Clock(ctx)
	if err != nil {
		return err
	}
	ahead := aheadOf(theirs, before, s.opts.Now())
	s.ahead.Store(&ahead)
	word := "ahead of"
	if ahead < 0 {
		word = "behind"
	}
	if ahead.Abs() > most {
		return fmt.Errorf("server: this machine's clock is %v %s the database's: leases, times and tokens go wrong; "+
			"set both by NTP", ahead.Abs().Round(time.Second), word)
	}
	return nil
}

// aheadOf tells how far our clock is ahead of another, whose time was read between two moments of ours, at the least;
// below 0 it is behind.
func aheadOf(theirs, before, after time.Time) time.Duration {
	switch {
	case theirs.Before(before):
		return before.Sub(theirs)
	case theirs.After(after):
		return after.Sub(theirs)
	}
	return 0
}
