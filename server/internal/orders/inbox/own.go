package inbox

import (
	"context"
	"crypto/rand"
	"slices"
	"sync"
	"time"

	"github.com/shopdesk/shopdesk/server/internal/background"
	"github.com/shopdesk/shopdesk/server/store"
)

// batch is claimed messages that the worker works on together.
type batch struct {
	messages []store.Message
	read     []*message // the content of each message; nil: to be read from its body
}

// holders names the claims of the messages.
func (b batch) holders() (all []string) {
	for i := range b.messages {
		if holder := b.messages[i].Holder; !slices.Contains(all, holder) {
			all = append(all, holder)
		}
	}
	return all
}

// newHolder names a claim. Each claim has its own name, so that a later batch prolongs no claim of a batch that
// couldn't be released.
func (s *Service) newHolder() string { return s.Replica + "/" + rand.Text() }

// mostOwn limits the messages that wait in memory. Above it, messages are stored unclaimed, for any replica.
const mostOwn = 4 * claimed

// own holds the messages that this replica has stored under its own claims and not yet begun to work on. They need
// neither be claimed nor read from the store. If the process ends before it works on them, their claims expire, and
// any replica claims them.
type own struct {
	mu      sync.Mutex
	batches []batch // one for each commit, the oldest first
	n       int     // messages in them
	pile    bool    // messages pile up in the store: it may hold older messages that are free
}

// newOwn begins as if messages piled up: until the worker has asked the store, the claims of this replica's earlier
// process may not be ended yet, and new claims would be ended with them.
func newOwn() own { return own{pile: true} }

// open reports whether new messages are to be stored under claims of this replica.
func (o *own) open() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return !o.pile && o.n < mostOwn
}

// piled tells whether the store may hold more messages that are free.
func (o *own) piled(is bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.pile = is
}

func (o *own) add(b batch) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.batches = append(o.batches, b)
	o.n += len(b.messages)
}

// waiting returns the number of messages.
func (o *own) waiting() int {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.n
}

// take returns the oldest messages, at least claimed ones if there are as many. old are claims of which half has
// passed: the worker was busy or failing, and another replica may be faster.
func (o *own) take(now int64) (b batch, old []string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	most := min(o.n, claimed+maxBatch)
	b.messages, b.read = make([]store.Message, 0, most), make([]*message, 0, most)
	for len(o.batches) > 0 && len(b.messages) < claimed {
		next := o.batches[0]
		o.batches = slices.Delete(o.batches, 0, 1)
		o.n -= len(next.messages)
		if next.messages[0].LeaseUntil-now < lease.Milliseconds()/2 {
			old = append(old, next.holders()...)
			continue
		}
		b.messages = append(b.messages, next.messages...)
		b.read = append(b.read, next.read...)
	}
	return b, old
}

// takeOwn returns messages that this replica stored under its own claims.
func (s *Service) takeOwn(ctx context.Context) batch {
	b, old := s.own.take(s.Millis())
	s.release(ctx, old...)
	return b
}

// end releases the messages that this process doesn't work on any more.
func (s *Service) end(ctx context.Context) {
	for s.own.waiting() > 0 {
		b, old := s.own.take(s.Millis())
		s.release(ctx, append(old, b.holders()...)...)
	}
}

// release ends claims, so that no message waits for a lease to expire, and has the worker look for the messages.
func (s *Service) release(ctx context.Context, holders ...string) {
	if len(holders) == 0 {
		return
	}
	ctx, cancel := background.Finish(ctx, background.SaveWithin)
	defer cancel()
	for _, holder := range holders {
		if err := s.Store.ReleaseMessages(ctx, holder); err != nil {
			s.Logger.WarnContext(ctx, "inbox: release", "err", err) // the claims expire by themselves
		}
	}
	s.look()
}

// look has the worker look for messages in the store.
func (s *Service) look() {
	s.owed.Store(true)
	s.work.Ring()
}

// due returns the messages to work on next: those of this replica's own claims, and messages that are free in the
// store. The store is asked if the replica has none of its own, each poll, and when messages were left there; then
// both take turns.
func (s *Service) due(ctx context.Context, _ int) ([]batch, error) {
	if !s.gather(ctx) {
		return nil, nil
	}
	now := s.Now()
	ask := s.owed.Load() || now.Sub(s.asked).Abs() >= poll
	var next batch
	if mine := s.own.waiting() > 0; mine && (s.ownNext || !ask) {
		s.ownNext = false
		next = s.takeOwn(ctx)
	} else {
		s.ownNext, s.asked = mine, now
		s.owed.Store(false)
		var err error
		if next, err = s.claim(ctx); err != nil {
			return nil, err
		}
	}
	if len(next.messages) == 0 {
		next = s.takeOwn(ctx)
	}
	if s.recent = len(next.messages); s.recent == 0 {
		return nil, nil
	}
	return []batch{next}, nil
}

// gather waits for a moment while messages stream in. It reports false if ctx has ended.
func (s *Service) gather(ctx context.Context) bool {
	if s.recent < streaming || s.recent >= claimed || s.own.waiting() >= claimed {
		return ctx.Err() == nil
	}
	timer := time.NewTimer(gather)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// claim claims messages in the store. Each message is claimed by one replica.
func (s *Service) claim(ctx context.Context) (batch, error) {
	now, holder := s.Millis(), s.newHolder()
	messages, err := s.Store.ClaimMessages(ctx, holder, now, now+lease.Milliseconds(), claimed)
	if err != nil {
		s.release(ctx, holder) // the claim may be stored and only its answer lost
		return batch{}, err
	}
	full := len(messages) == claimed
	s.own.piled(full)
	if full {
		s.owed.Store(true)
	}
	return batch{messages: messages, read: make([]*message, len(messages))}, nil
}
