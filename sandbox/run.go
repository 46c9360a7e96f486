package sandbox

import (
	"context"
	"sync"
	"time"
)

const (
	// lookEvery is how soon the clock's moving on is noticed.
	lookEvery = 500 * time.Millisecond
	// lanes bounds the webhooks that are sent at the same time.
	lanes = 32
)

// Run does what time brings, until ctx ends: cancels unconfirmed orders, sends
// webhooks with their retries and heartbeats, and lets the demonstration's
// orders flow. Without it orders still expire when they are asked for. It
// returns once nothing of it is under way any more.
func (s *Sandbox) Run(ctx context.Context) error {
	if err := s.Load(); err != nil {
		return err
	}
	var sending sync.WaitGroup
	defer sending.Wait()
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	for {
		if err := s.settle(); err != nil {
			s.logger().Error("sandbox: step", "error", err)
		}
		s.send(ctx, &sending)
		select {
		case <-ctx.Done():
			return nil
		case <-s.bell():
		case <-tick.C:
		}
	}
}

// Step does once what Run does all the time: what is due by now, and returns
// when it is done. It is for tests with a [VirtualClock].
func (s *Sandbox) Step(ctx context.Context) error {
	if err := s.settle(); err != nil {
		return err
	}
	var sending sync.WaitGroup
	s.send(ctx, &sending)
	sending.Wait()
	return ctx.Err()
}

// settle does what is due by now, but for sending.
func (s *Sandbox) settle() error {
	if err := s.Load(); err != nil {
		return err
	}
	s.mu.Lock()
	now := s.now()
	changed := s.expireOrders(now)
	changed = s.reopenShops(now) || changed
	changed = s.flowOn(now) || changed
	s.book.forget()
	s.mu.Unlock()
	if !changed {
		return nil
	}
	return s.commit()
}

// send starts a lane for every shop that has something to send, and the
// heartbeats.
func (s *Sandbox) send(ctx context.Context, sending *sync.WaitGroup) {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.now()
	if s.post.busy == nil {
		s.post.busy = map[int64]bool{}
	}
	for _, p := range s.post.pushes {
		if p.State != PushWaiting || p.Due.After(now) || s.post.busy[p.ShopID] || len(s.post.busy) >= lanes {
			continue
		}
		s.post.busy[p.ShopID] = true
		sending.Go(func() {
			s.runLane(ctx, p.ShopID)
			s.wake() // a shop may have waited for a lane
		})
	}
	if s.Heartbeat >= 0 && !s.post.beating && !now.Before(s.post.nextBeat) && len(s.state.Callbacks) > 0 {
		s.post.beating = true
		s.post.nextBeat = now.Add(either(s.Heartbeat, 30*time.Second))
		sending.Go(func() { s.beat(ctx) })
	}
}

// beat sends an empty packet to every registered URL (interface 6.2, rule 2).
func (s *Sandbox) beat(ctx context.Context) {
	s.mu.Lock()
	urls := map[string]bool{}
	for _, c := range s.state.Callbacks {
		urls[c.URL] = true
	}
	s.mu.Unlock()
	beats := map[string]Attempt{}
	for address := range urls {
		for _, packet := range s.heartbeats() {
			a, ok := s.attempt(ctx, address, packet)
			if !ok && a.Error == "" {
				a.Error = "not accepted"
			}
			if beats[address] = a; !ok {
				break
			}
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.post.beating = false
	if ctx.Err() == nil {
		s.post.beats = beats
	}
}

// heartbeats are the packets of one heartbeat, which name no message (interface 6.2, rule 2).
func (s *Sandbox) heartbeats() [][]byte {
	switch {
	case s.Does(OwnHeartbeats):
		return [][]byte{[]byte(`{"ping":true}`)}
	case s.Does(OddHeartbeats):
		return [][]byte{[]byte(`""`), []byte(`[]`), []byte("\xef\xbb\xbf")}
	}
	return [][]byte{nil}
}

// wake has Run look at once; it never waits.
func (s *Sandbox) wake() {
	select {
	case s.bell() <- struct{}{}:
	default:
	}
}

func (s *Sandbox) bell() chan struct{} {
	s.hanging.Do(func() { s.ring = make(chan struct{}, 1) })
	return s.ring
}
