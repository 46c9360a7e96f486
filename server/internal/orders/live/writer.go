package live

import (
	"context"
	"sync"
	"time"

	"github.com/shopdesk/shopdesk/server/internal/tracing"
)

// writer writes new events to its share of the streams, as long as no write has to wait: waking a
// thousand goroutines costs more than a thousand writes. A stream that can't take the events
// continues by itself. There is one writer for each processor.
type writer struct {
	hub  *hub
	rung chan struct{}

	mu      sync.Mutex
	streams []*stream // each stream knows its index

	done   int64  // the last event that each stream has, or was woken for
	gather []byte // buffer of events for a single write
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

// turn writes a part of the new events, and reports whether there may be more.
func (w *writer) turn() bool {
	frames, end, ok := w.hub.after(w.done, pageSize)
	w.mu.Lock()
	defer w.mu.Unlock()
	if !ok { // the hub has started anew: each stream handles the gap by itself
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
	if w.hub.shown != nil && len(w.streams) > 0 {
		now := w.hub.now()
		for i := range frames {
			at := time.UnixMilli(frames[i].at)
			w.hub.shown(now.Sub(at))
			w.hub.trace.Step(frames[i].shopID, frames[i].order, tracing.Shown, at, now, false)
		}
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
