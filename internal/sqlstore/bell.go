package sqlstore

import "sync"

// bell calls the watchers of events.
type bell struct {
	mu    sync.Mutex
	next  int
	rings map[int]func()
}

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

// Ring calls all watchers. An opened store also calls Ring for other replicas' events.
func (s *Store) Ring() {
	s.bell.mu.Lock()
	defer s.bell.mu.Unlock()
	for _, ring := range s.bell.rings {
		ring()
	}
}
