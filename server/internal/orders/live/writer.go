package live

import (
	"context"
	"sync"
	"time"

	"github.com/shopdesk/shopdesk/server/internal/tracing"
)

// writer writes new events to the streams, as long as no write has to wait: waking a thousand
// goroutines costs more than a thousand writes. A stream that can't take the events continues by
// itself. There is one writer for each processor. The writers share all streams, so that none is
// idle while another has many left to write to.
type writer struct {
	hub    *hub
	rung   chan struct{}
	first  int    // the part that it begins with
	gather []byte // buffer of events for a single write
	direct *direct
}

// part is a part of the streams, which one writer at a time writes to.
type part struct {
	working sync.Mutex // held by the writer
	done    int64      // the last event that each stream has, or was woken for

	mu      sync.Mutex
	streams []*stream // each stream knows its index
}

// partsEach is how many parts there are for each writer.
const partsEach = 16

func (w *writer) run(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-w.rung:
		}
		for w.pass() {
		}
	}
}

// pass goes through all parts once, and reports whether there may be more. It passes over a part
// that another writer is at: the ring that came with an event came to that writer, too.
func (w *writer) pass() (more bool) {
	var written []frame
	parts := w.hub.parts
	for i := range parts {
		p := &parts[(w.first+i)%len(parts)]
		if !p.working.TryLock() {
			continue
		}
		frames := w.turn(p)
		p.working.Unlock()
		if len(frames) > len(written) {
			written = frames
		}
	}
	if w.hub.shown != nil {
		now := w.hub.now()
		for i := range written {
			at := time.UnixMilli(written[i].at)
			w.hub.shown(now.Sub(at))
			w.hub.trace.Step(written[i].shopID, written[i].order, tracing.Shown, at, now, false)
		}
	}
	return len(written) > 0
}

// turn writes some of the new events to a part, and returns them if the part has streams.
func (w *writer) turn(p *part) []frame {
	frames, end, ok := w.hub.after(p.done, pageSize)
	p.mu.Lock()
	defer p.mu.Unlock()
	if !ok { // the hub has started anew: each stream handles the gap by itself
		p.wakeAll()
		p.done = end
		return nil
	}
	if len(frames) == 0 {
		return nil
	}
	for _, s := range p.streams {
		w.gather = s.push(p.done, frames, w.gather, w.direct)
	}
	p.done = frames[len(frames)-1].seq
	if len(p.streams) == 0 {
		return nil
	}
	return frames
}

func (p *part) wake() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.wakeAll()
}

func (p *part) wakeAll() {
	for _, s := range p.streams {
		s.wake()
	}
}

func (p *part) add(s *stream) {
	p.mu.Lock()
	defer p.mu.Unlock()
	s.part, s.place = p, len(p.streams)
	p.streams = append(p.streams, s)
}

func (p *part) remove(s *stream) {
	p.mu.Lock()
	defer p.mu.Unlock()
	last := len(p.streams) - 1
	p.streams[s.place] = p.streams[last]
	p.streams[s.place].place = s.place
	p.streams[last] = nil
	p.streams = p.streams[:last]
}
