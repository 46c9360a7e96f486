package sqlstore

import (
	"sync"

	"github.com/shopdesk/shopdesk/server/store"
)

// bell calls the watchers of events in this process, and rings at other replicas.
type bell struct {
	mu    sync.Mutex
	next  int
	rings map[int]func()

	door     store.Doorbell // nil: no other replica is heard
	database string
	replaced bool // door isn't the engine's, so that nobody hears the dialect's notifications
	stop     func()
}

var _ store.Replicated = (*Store)(nil)

// Watch calls ring after events were added.
func (s *Store) Watch(ring func()) (stop func()) {
	b := &s.bell
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.rings == nil {
		b.rings = map[int]func(){}
	}
	id := b.next
	b.next++
	b.rings[id] = ring
	return func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		delete(b.rings, id)
	}
}

// ring calls all watchers in this process.
func (b *bell) ring() {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, ring := range b.rings {
		ring()
	}
}

// rang is called after a commit that added events.
func (b *bell) rang() {
	b.ring()
	b.mu.Lock()
	door, database := b.door, b.database
	b.mu.Unlock()
	if door != nil {
		door.Ring(database)
	}
}

// hang replaces the doorbell; nil takes it away.
func (b *bell) hang(door store.Doorbell, database string, replaced bool) {
	b.mu.Lock()
	before := b.stop
	b.door, b.database, b.replaced, b.stop = door, database, replaced, nil
	b.mu.Unlock()
	if before != nil {
		before() // may wait for a ring
	}
	if door != nil {
		stop := door.Watch(database, b.ring)
		b.mu.Lock()
		b.stop = stop
		b.mu.Unlock()
	}
}

// notify returns a statement of the dialect that notifies the other replicas, or "" where nobody hears it.
func (s *Store) notify(statement string) string {
	s.bell.mu.Lock()
	defer s.bell.mu.Unlock()
	if s.bell.replaced {
		return ""
	}
	return statement
}

// UseDoorbell replaces the engine's doorbell. No other call may change the doorbell meanwhile.
func (s *Store) UseDoorbell(door store.Doorbell, database string) { s.bell.hang(door, database, true) }

// Doorbell returns the doorbell between replicas, or nil.
func (s *Store) Doorbell() store.Doorbell {
	s.bell.mu.Lock()
	defer s.bell.mu.Unlock()
	return s.bell.door
}
