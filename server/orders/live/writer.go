package live

import (
	"context"
	"sync"
)

// writer writes what is new to its share of the streams, as long as that needs
// no waiting: waking a thousand goroutines costs more than a thousand writes.
// A stream that isn't ready for it goes on by itself. There are as many
// writers as processors.
type writer struct {
	hub  *hub
	rung chan struct{}

	mu      sync.Mutex
	streams []*stream // each knows its place

	done   int64  // the last event that all streams have, or were woken for
	gather []byte // events that go in one write
}

func (w *writer) run(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-w.rung:
		}
		for w.turn() {
		}
	}
}

// turn writes some of what is new, and reports whether there may be more.
func (w *writer) turn() bool {
	frames, end, ok := w.hub.after(w.done, pageSize)
	w.mu.Lock()
	defer w.mu.Unlock()
	if !ok { // the hub began anew: each stream finds out what that means for it
		w.wakeAll()
		w.done = end
		return false
	}
	if len(frames) == 0 {
		return false
	}
	for _, s := range w.streams {
		w.gather = s.push(w.done, frames, w.gather)
	}
	w.done = frames[len(frames)-1].seq
	return true
}

func (w *writer) wake() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.wakeAll()
}

func (w *writer) wakeAll() {
	for _, s := range w.streams {
		s.wake()
	}
}

func (w *writer) add(s *stream) {
	w.mu.Lock()
	defer w.mu.Unlock()
	s.place = len(w.streams)
	w.streams = append(w.streams, s)
}

func (w *writer) remove(s *stream) {
	w.mu.Lock()
	defer w.mu.Unlock()
	last := len(w.streams) - 1
	w.streams[s.place] = w.streams[last]
	w.streams[s.place].place = s.place
	w.streams[last] = nil
	w.streams = w.streams[:last]
}
