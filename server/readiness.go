package server

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/shopdesk/shopdesk/server/store"
	"github.com/shopdesk/shopdesk/server/store/sealed"
)

const (
	readyKept   = time.Second      // how long an answer holds: asking costs next to nothing
	readyWithin = 2 * time.Second  // for the store's answers
	readyProven = 10 * time.Second // how long a write that went well proves that the next one will
	readyRecent = 30 * time.Second // how long a failure of the store's counts
)

// readiness remembers what was found out last.
type readiness struct {
	last atomic.Pointer[readyAnswer]

	mu     sync.Mutex // held while it is found out
	proven time.Time  // when a write went well
}

// readyAnswer is a word and its status, with what is behind them.
type readyAnswer struct {
	at     time.Time
	status int
	word   string
	err    error
}

// handleReady answers 200 when this process can keep what it is sent and has
// held a token of the platform's; otherwise 503 with what is missing, in a word.
// A token that has lapsed since is named too, but with 200: the platform is out,
// and the page that tells people so must stay reachable. With ?verbose each job
// follows with how it is, which the status doesn't depend on.
func (s *Server) handleReady(w http.ResponseWriter, r *http.Request) {
	answer := s.ready(context.WithoutCancel(r.Context())) // others are given it too
	words := answer.word
	if r.URL.Query().Has("verbose") {
		for _, j := range s.jobs.List() {
			words += "\n" + j.Name + " " + string(j.Health)
		}
	}
	answerPlain(w, answer.status, words)
}

// ready is the last answer while it holds. Of many who ask then, one finds out
// anew; the others are given the answer before.
func (s *Server) ready(ctx context.Context) *readyAnswer {
	c := &s.readiness
	before := c.last.Load()
	if before != nil && s.fresh(before.at, readyKept) {
		return before
	}
	if !c.mu.TryLock() {
		if before != nil {
			return before
		}
		c.mu.Lock()
	}
	defer c.mu.Unlock()
	if last := c.last.Load(); last != nil && s.fresh(last.at, readyKept) {
		return last // found out while we waited
	}
	answer := s.findReady(ctx)
	answer.at = s.opts.Now()
	if answer.err != nil && (before == nil || before.word != answer.word) {
		s.log.WarnContext(ctx, "not ready", "part", answer.word, "err", answer.err)
	}
	c.last.Store(answer)
	return answer
}

// fresh reports whether at is less than a while ago, whichever way the clock was
// moved meanwhile.
func (s *Server) fresh(at time.Time, while time.Duration) bool {
	return s.opts.Now().Sub(at).Abs() < while
}

func (s *Server) findReady(ctx context.Context) *readyAnswer {
	ctx, cancel := context.WithTimeout(ctx, readyWithin)
	defer cancel()
	if err := s.storeReady(ctx); err != nil {
		return &readyAnswer{status: http.StatusServiceUnavailable, word: "store", err: err}
	}
	if err := s.inbox.Ready(ctx); err != nil {
		return &readyAnswer{status: http.StatusServiceUnavailable, word: "inbox", err: err}
	}
	if at, err := s.store.Trouble(); err != nil && s.fresh(at, readyRecent) {
		return &readyAnswer{status: http.StatusServiceUnavailable, word: "store", err: err}
	}
	switch status := s.vault.Status(); {
	case status == nil: // no token is needed before the first shop is connected
		return &readyAnswer{status: http.StatusOK, word: "ok"}
	case status.Valid:
		return &readyAnswer{status: http.StatusOK, word: "ok"}
	case status.Held:
		return &readyAnswer{status: http.StatusOK, word: "platform"}
	default:
		return &readyAnswer{status: http.StatusServiceUnavailable, word: "platform"}
	}
}

// storeReady finds out whether the store is there, is the one of the start, and
// can be written.
func (s *Server) storeReady(ctx context.Context) error {
	if err := s.store.Ping(ctx); err != nil {
		return err
	}
	switch id, err := sealed.DatabaseID(ctx, s.store); {
	case errors.Is(err, store.ErrNotFound), err == nil && id != s.database:
		return sealed.ErrOtherDatabase
	case err != nil:
		return err
	}
	if !s.fresh(s.readiness.proven, readyProven) {
		if err := s.store.Prove(ctx); err != nil {
			return err
		}
		s.readiness.proven = s.opts.Now()
	}
	return nil
}
