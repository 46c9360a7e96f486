package live

import (
	"context"
	"encoding/json"
	"io"
	"sync/atomic"
	"time"

	"github.com/shopdesk/shopdesk/api"
)

const (
	heartbeat  = api.LiveEvery * time.Second
	writeAtOne = 64 << 10 // bytes gathered for a write, about
)

// sink is where a stream writes to. Each write must reach the reader before it
// returns, or fail by the deadline.
type sink interface {
	io.Writer
	deadline(t time.Time)
}

// stream is one reader.
type stream struct {
	hub    *hub
	out    sink
	again  func(ctx context.Context) (map[int64]bool, error) // the shops that may be seen now
	tick   func(ctx context.Context) api.LiveTick
	beats  time.Duration
	rung   chan struct{}
	shops  atomic.Pointer[map[int64]bool]
	seq    int64     // the last event written, or passed over
	until  time.Time // the deadline of writes
	gather []byte
}

func (s *stream) wake() {
	select {
	case s.rung <- struct{}{}:
	default:
	}
}

func (s *stream) concerns(shops map[int64]bool) bool {
	mine := *s.shops.Load()
	if len(shops) > len(mine) {
		mine, shops = shops, mine
	}
	for id := range shops {
		if mine[id] {
			return true
		}
	}
	return false
}

// run writes until the reader leaves, may not look any more, or ctx ends.
func (s *stream) run(ctx context.Context) {
	s.hub.add(s)
	defer s.hub.remove(s)
	if s.tell(ctx, api.LiveHello) != nil || s.catchUp(ctx) != nil {
		return
	}
	beat := time.NewTicker(s.beats)
	defer beat.Stop()
	for {
		select {
		case <-ctx.Done():
			s.bye(api.CodeUnavailable)
			return
		case <-s.rung:
			if s.catchUp(ctx) != nil {
				return
			}
		case <-beat.C:
			if s.beat(ctx) != nil {
				return
			}
		}
	}
}

// beat asks whether the reader may still look, and shows that we live.
func (s *stream) beat(ctx context.Context) error {
	asking, cancel := context.WithTimeout(ctx, s.beats)
	defer cancel()
	shops, err := s.again(asking)
	if err != nil {
		s.bye(codeOf(err))
		return err
	}
	before := *s.shops.Load()
	s.shops.Store(&shops)
	if grown(before, shops) { // of the new ones, nothing was sent so far
		if err := s.tell(ctx, api.LiveReset); err != nil {
			return err
		}
	}
	if err := s.catchUp(ctx); err != nil { // a ring may be lost
		return err
	}
	return s.tell(ctx, api.LiveBeat)
}

func grown(before, after map[int64]bool) bool {
	for id := range after {
		if !before[id] {
			return true
		}
	}
	return false
}

// catchUp writes what is after s.seq.
func (s *stream) catchUp(ctx context.Context) error {
	for {
		frames, end, ok := s.hub.after(s.seq, pageSize)
		if !ok {
			var err error
			if frames, err = s.fromLog(ctx, end); err != nil {
				return err
			}
		}
		if len(frames) == 0 {
			return nil
		}
		mine := *s.shops.Load()
		s.gather = s.gather[:0]
		for _, f := range frames {
			if f.seq <= s.seq {
				continue
			}
			s.seq = f.seq
			if !mine[f.shopID] {
				continue
			}
			if s.gather == nil && len(frames) == 1 {
				if err := s.write(f.text); err != nil { // the common case: one event, no copy
					return err
				}
				continue
			}
			if s.gather = append(s.gather, f.text...); len(s.gather) > writeAtOne {
				if err := s.write(s.gather); err != nil {
					return err
				}
				s.gather = s.gather[:0]
			}
		}
		if len(s.gather) > 0 {
			if err := s.write(s.gather); err != nil {
				return err
			}
		}
		if cap(s.gather) > 4<<10 {
			s.gather = nil
		}
	}
}

// fromLog reads on from the log, or begins anew if that doesn't reach back so
// far.
func (s *stream) fromLog(ctx context.Context, end int64) ([]frame, error) {
	page, err := s.hub.store.Events(ctx, s.seq, pageSize)
	if err != nil {
		s.bye(api.CodeUnavailable)
		return nil, err
	}
	if page.Kept > s.seq || page.Head < s.seq {
		// From here on nothing may be missed: the number first, then the word.
		s.seq = end
		if page.Head < end || page.Kept > end {
			s.seq = page.Head
		}
		return nil, s.tell(ctx, api.LiveReset)
	}
	frames := make([]frame, 0, len(page.Events))
	for _, e := range page.Events {
		frames = append(frames, encode(e))
	}
	return frames, nil
}

// tell writes an event of the stream's own, which has no number.
func (s *stream) tell(ctx context.Context, kind api.LiveKind) error {
	tick := s.tick(ctx)
	tick.Seq = s.seq
	return s.own(kind, tick)
}

func (s *stream) bye(why api.Code) { _ = s.own(api.LiveBye, api.LiveEnd{Why: why}) }

func (s *stream) own(kind api.LiveKind, data any) error {
	body, err := json.Marshal(data)
	if err != nil {
		return err
	}
	text := append([]byte("event: "+string(kind)+"\ndata: "), body...)
	return s.write(append(text, "\n\n"...))
}

// write fails for a reader that has stalled for a heartbeat, or half of one:
// moving the deadline costs as much as a small write, so it isn't for each.
func (s *stream) write(text []byte) error {
	if now := time.Now(); s.until.Sub(now) < s.beats/2 {
		s.until = now.Add(s.beats)
		s.out.deadline(s.until)
	}
	_, err := s.out.Write(text)
	return err
}
