package server

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/shopdesk/shopdesk/server/internal/background"
	"github.com/shopdesk/shopdesk/server/store"
)

// clockMost is how far this process's clock may be from the database's. Leases between replicas bear some seconds.
const clockMost = 5 * time.Second

// clockDated is how far it may be from the platform's, whose answers tell whole seconds.
const clockDated = 30 * time.Second

// clock makes the job that compares this process's clock with the platform's and with the database's, which all
// replicas share.
func (s *Server) clock() *background.Job {
	look := func(ctx context.Context) error {
		return errors.Join(offBy(s.platformAhead(), clockDated, "platform"), s.compareClocks(ctx, clockMost))
	}
	s.clocks = background.New(background.Config{Name: "clock", Every: 30 * time.Second, Retry: 30 * time.Second,
		Look: look})
	return s.clocks
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
	ahead := aheadOf(theirs, theirs, before, s.opts.Now())
	s.ahead.Store(&ahead)
	return offBy(ahead, most, "database")
}

// offBy returns an error if this process's clock is further ahead of another's, or behind it.
func offBy(ahead, most time.Duration, whose string) error {
	word := "ahead of"
	if ahead < 0 {
		word = "behind"
	}
	if ahead.Abs() > most {
		return fmt.Errorf("server: this machine's clock is %v %s the %s's: leases, times and tokens go wrong; "+
			"set both by NTP", ahead.Abs().Round(time.Second), word, whose)
	}
	return nil
}

// platformAhead tells how far this process's clock is ahead of the platform's.
func (s *Server) platformAhead() time.Duration { return time.Duration(s.ofTheirs.Load()) }

// dated is a transport that notes the platform's clock, of which each answer tells the second.
type dated struct {
	http.RoundTripper
	server *Server
}

// RoundTrip implements http.RoundTripper.
func (d dated) RoundTrip(r *http.Request) (*http.Response, error) {
	before := d.server.opts.Now()
	answer, err := d.RoundTripper.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	if date, err := http.ParseTime(answer.Header.Get("Date")); err == nil {
		ahead := aheadOf(date, date.Add(time.Second), before, d.server.opts.Now())
		if was := d.server.ofTheirs.Swap(int64(ahead)); time.Duration(was).Abs() <= clockDated && ahead.Abs() > clockDated {
			d.server.clocks.Ring()
		}
	}
	return answer, nil
}

// aheadOf tells how far our clock is ahead of another, which was read between two moments of ours and stood between two
// of its own, at the least; below 0 it is behind.
func aheadOf(from, to, before, after time.Time) time.Duration {
	switch {
	case to.Before(before):
		return before.Sub(to)
	case from.After(after):
		return after.Sub(from)
	}
	return 0
}
