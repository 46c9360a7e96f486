package live

import (
	"bytes"
	"context"
	"errors"

	"github.com/shopdesk/shopdesk/internal/api"
)

const writeAtOne = 64 << 10 // approximate size of a gathered write

var errWait = errors.New("live: the reader isn't ready")

// push writes the frames after done to a stream that already has everything up to done and needs no
// waiting. Any other stream is woken and continues by itself. The stream's writer calls push and
// must never wait for a reader.
func (s *stream) push(done int64, frames []frame, gather []byte, without *direct) []byte {
	if !s.mu.TryLock() {
		s.wake()
		return gather
	}
	defer s.mu.Unlock()
	switch {
	case s.over:
		return gather
	case s.socket == nil || s.seq < done || len(s.rest) > 0:
		if s.seq < done || s.sees(frames) {
			s.wake()
		}
		return gather
	}
	gather, err := s.deliver(frames, gather, without)
	if err != nil {
		s.wake()
	}
	return gather
}

// sees reports whether one of the frames belongs to a shop of this reader.
func (s *stream) sees(frames []frame) bool {
	for i := range frames {
		if s.shops.has(frames[i].shopID) {
			return true
		}
	}
	return false
}

// catchUp writes the frames after s.seq, and waits for the reader where necessary.
func (s *stream) catchUp(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if rest := s.rest; len(rest) > 0 {
		s.rest = nil
		if err := s.write(rest); err != nil {
			return err
		}
	}
	var gather []byte
	for {
		frames, end, ok := s.service.hub.after(s.seq, pageSize)
		if !ok {
			var err error
			if frames, err = s.fromLog(ctx, end); err != nil {
				return err
			}
		}
		if len(frames) == 0 {
			return nil
		}
		var err error
		if gather, err = s.deliver(frames, gather, nil); err != nil {
			return err
		}
	}
}

// deliver gathers and writes the frames that the reader may see and doesn't have. It waits for the
// reader if without is nil.
func (s *stream) deliver(frames []frame, gather []byte, without *direct) ([]byte, error) {
	gather = gather[:0]
	for i := range frames {
		f := &frames[i]
		if f.seq <= s.seq {
			continue
		}
		s.seq = f.seq
		switch {
		case !s.shops.has(f.shopID):
			continue
		case len(frames) == 1: // the usual case needs no copy
			return gather, s.put(f.text, without)
		}
		if gather = append(gather, f.text...); len(gather) > writeAtOne {
			if err := s.put(gather, without); err != nil {
				return gather, err
			}
			gather = gather[:0]
		}
	}
	if len(gather) > 0 {
		return gather, s.put(gather, without)
	}
	return gather, nil
}

// put writes text. With without, bytes that the socket doesn't take at once become s.rest.
func (s *stream) put(text []byte, without *direct) error {
	if without == nil {
		return s.write(text)
	}
	if n := without.try(s.socket, text); n < len(text) {
		s.rest = bytes.Clone(text[n:])
		return errWait
	}
	return nil
}

// fromLog reads the next frames from the log, or resets the stream if the log doesn't reach back
// far enough.
func (s *stream) fromLog(ctx context.Context, end int64) ([]frame, error) {
	page, err := s.service.Events.Events(ctx, s.seq, pageSize)
	if err != nil {
		s.end(api.CodeUnavailable)
		return nil, err
	}
	if page.Kept > s.seq || page.Head < s.seq {
		// No event after this point may be missed, so set the number before sending the reset.
		s.seq = end
		if page.Head < end || page.Kept > end {
			s.seq = page.Head
		}
		return nil, s.own(api.LiveReset, s.service.tick(ctx))
	}
	frames := make([]frame, 0, len(page.Events))
	for _, e := range page.Events {
		frames = append(frames, encode(e))
	}
	return frames, nil
}
