package server

import (
	"context"
	"time"

	"github.com/shopdesk/shopdesk/server/internal/access/audit"
	"github.com/shopdesk/shopdesk/server/internal/background"
	"github.com/shopdesk/shopdesk/server/store"
	"github.com/shopdesk/shopdesk/server/store/sealed"
)

// listJobs registers the server's background jobs.
func (s *Server) listJobs(signing *sealed.Keyring) {
	keeper := audit.Retention{Chain: s.store, Keys: signing, Keep: s.opts.KeepAudit, Base: s.opts.base()}
	s.jobs.Add(s.vault.Job, s.pause.Job, s.runs.Job, s.directory.Job, s.live.Job, s.push.Job, s.push.Sweep, s.ring.Job,
		s.runs.Prune, s.summary.Job, s.auth.Sweep, s.photo.Sweep, s.sights.Job)
	s.jobs.Add(s.inbox.Jobs...)
	s.jobs.Add(s.orders.Jobs...)
	s.jobs.Add(s.directory.Jobs...)
	s.jobs.Add(s.registration(), s.doorbell(), s.clock())
	kept := background.Config{Name: "audit", Every: 24 * time.Hour, Look: keeper.Work}
	if s.opts.KeepAudit > 0 {
		kept.Clock = background.Deletes
	}
	s.jobs.Add(background.New(kept))
	// These are rows of processes that were killed. A lease that ended a day ago is over by every replica's clock.
	s.jobs.Add(background.Prune("leases.prune", 24*time.Hour, 24*time.Hour, s.store.PruneLeases))
	s.jobs.Add(background.New(background.Config{Name: "releases.keep", Look: s.keepReleases}))
	if s.release != nil {
		s.jobs.Add(s.release.Job)
	}
}

// doorbell makes the job that looks whether other replicas' rings arrive. It is off where none are to arrive. The first
// look counts as good, because the doorbell connects while the server starts.
func (s *Server) doorbell() *background.Job {
	c := background.Config{Name: "doorbell", Every: 5 * time.Second, Off: true}
	if of, ok := s.store.(store.Replicated); ok && of.Doorbell() != nil {
		starting := true
		c.Off, c.Look = false, func(context.Context) error {
			if starting {
				starting = false
				return nil
			}
			return of.Doorbell().Err()
		}
	}
	return background.New(c)
}
