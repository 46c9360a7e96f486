package server

import (
	"context"
	"errors"
	"io"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/shopdesk/shopdesk/server/internal/gateway/token"
	"github.com/shopdesk/shopdesk/server/store"
	"github.com/shopdesk/shopdesk/server/store/sealed"
)

const (
	readyKept   = time.Second      // how long an answer is reused, so that requests are cheap
	readyProven = 10 * time.Second // how long a successful write counts as proof
	readyRecent = 30 * time.Second // how long a failure of the store counts
)

var readyWithin = 2 * time.Second // for the store's answers

// readiness keeps the last answer.
type readiness struct {
	last atomic.Pointer[readyAnswer]

	mu     sync.Mutex // held while an answer is found
	proven time.Time  // time of the last successful write
}

// readyAnswer is the word and status of an answer, with its cause.
type readyAnswer struct {
	at     time.Time
	status int
	word   string
	err    error
}

// handleReady answers 200 when this process can store what it receives and has held a token of the platform;
// otherwise 503 with the missing part, in a word. A lapsed token is named too, but with 200: the platform is down,
// and the page that explains this must stay reachable. So must the page that connects merchants, while none has
// authorised the application. With ?verbose each job follows with its health, which doesn't
// change the status.
func (s *Server) handleReady(w http.ResponseWriter, r *http.Request) {
	answer := s.ready(context.WithoutCancel(r.Context())) // other requests share the answer
	words := answer.word
	if r.URL.Query().Has("verbose") {
		for _, j := range s.jobs.List() {
			words += "\n" + j.Name + " " + string(j.Health)
		}
	}
	answerPlain(w, answer.status, words)
}

// ready returns the last answer while it is fresh. Of many later requests, one finds a new answer; the others get the
// previous one.
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
		return last // found during the wait
	}
	answer := &readyAnswer{}
	answer.status, answer.word, answer.err = s.findReady(ctx)
	answer.at = s.opts.Now()
	if answer.err != nil && (before == nil || before.word != answer.word) {
		s.log.WarnContext(ctx, "not ready", "part", answer.word, "err", answer.err)
	}
	c.last.Store(answer)
	return answer
}

// fresh reports whether at is less than a while ago, even if the clock was moved back or forward.
func (s *Server) fresh(at time.Time, while time.Duration) bool {
	return s.opts.Now().Sub(at).Abs() < while
}

// findReady finds the answer's status and word, and the cause of a failure of ours.
func (s *Server) findReady(ctx context.Context) (status int, word string, err error) {
	ctx, cancel := context.WithTimeout(ctx, readyWithin)
	defer cancel()
	if err := s.storeReady(ctx); err != nil {
		return http.StatusServiceUnavailable, "store", err
	}
	if err := s.inbox.Ready(ctx); err != nil {
		return http.StatusServiceUnavailable, "inbox", err
	}
	if at, err := s.store.Trouble(); err != nil && s.fresh(at, readyRecent) {
		return http.StatusServiceUnavailable, "store", err
	}
	switch status := s.vault.Status(); {
	case status == nil, // no token is needed before the first shop is connected
		status.Valid:
		return http.StatusOK, "ok", nil
	case status.Held, token.TroubleOf(status.Failure) == token.TroubleNoMerchant, s.connected():
		return http.StatusOK, "platform", nil
	default:
		return http.StatusServiceUnavailable, "platform", nil
	}
}

// connected reports whether a merchant's connection gives tokens or may again.
func (s *Server) connected() bool {
	return slices.ContainsFunc(s.vault.States(), func(c token.State) bool { return !c.SignIn })
}

// storeReady checks that the store answers, is the same as at the start, and can be written.
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

// handleHealth answers while the process lives.
func (s *Server) handleHealth(w http.ResponseWriter, _ *http.Request) {
	answerPlain(w, http.StatusOK, "ok")
}

func answerPlain(w http.ResponseWriter, status int, word string) {
	h := w.Header()
	h.Set("Content-Type", "text/plain; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(status)
	_, _ = io.WriteString(w, word+"\n")
}
