package sandbox

import (
	"sync"
	"time"
)

// Clock tells the time.
type Clock interface {
	Now() time.Time
}

// VirtualClock is a clock that stands still until it is moved. Its zero value
// shows the zero time.
type VirtualClock struct {
	mu  sync.Mutex
	now time.Time
}

var _ Clock = (*VirtualClock)(nil)

// NewVirtualClock returns a clock that shows now.
func NewVirtualClock(now time.Time) *VirtualClock { return &VirtualClock{now: now} }

// Now is the time it shows.
func (c *VirtualClock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

// Advance moves it by d.
func (c *VirtualClock) Advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// Now is the platform's time: the Clock and what was added by
// [Sandbox.Advance].
func (s *Sandbox) Now() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.now()
}

// Advance moves the platform's time by d, on top of its Clock. The difference
// survives restarts. Moved back, it takes along what was due after it: the next order of the flow, heartbeats and
// pushes, and the end of a cut.
func (s *Sandbox) Advance(d time.Duration) error {
	return s.update(func(st *state) error {
		st.Offset += d
		if d >= 0 {
			return nil
		}
		s.flow.next, s.post.nextBeat, s.cut = s.flow.next.Add(d), s.post.nextBeat.Add(d), s.cut.Add(d)
		for _, p := range s.post.pushes {
			p.Due = p.Due.Add(d)
		}
		return nil
	})
}

// now is Now for callers that hold the lock.
func (s *Sandbox) now() time.Time {
	now := time.Now()
	if s.Clock != nil {
		now = s.Clock.Now()
	}
	return now.Add(s.state.Offset)
}
