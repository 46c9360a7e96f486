package rules

import "github.com/shopdesk/shopdesk/platform"

// LookAhead is how many days [OpenAt] looks ahead for the next change.
const LookAhead = 60

// State tells whether a shop's hours have it open at an instant. Until is the
// instant of the next change and NextOpen that of the next opening after now,
// both in milliseconds of Unix time, 0 when there is none within [LookAhead]
// days. While closed, they are the same.
type State struct {
	Open     bool
	Until    int64
	NextOpen int64
}

// OpenAt works out the state from the effective hours of the dates around the
// instant. Shifts that follow each other without a gap, across midnight too,
// count as one.
func OpenAt(unixMS int64, w *platform.Week, dates []platform.SpecialDate, anchor platform.Anchor, zone Zone) State {
	zone = orUTC(zone)
	today, _ := localMS(unixMS, zone)
	walk := spans{schedule: newSchedule(w, dates, anchor, zone), zone: zone, day: today, last: today + LookAhead}
	now, found := walk.next()
	for found && now.end <= unixMS {
		now, found = walk.next()
	}
	if !found {
		return State{}
	}
	if now.start > unixMS {
		return State{Until: now.start, NextOpen: now.start}
	}
	state := State{Open: true}
	if now.endless {
		return state
	}
	state.Until = now.end
	if next, found := walk.next(); found {
		state.NextOpen = next.start
	}
	return state
}

// span is a time without a change, in milliseconds of Unix time. An endless
// one reaches the last day looked at.
type span struct {
	start, end int64
	endless    bool
}

// spans walks a schedule's open times in order. It works on readings of the
// local clock, in seconds since 1970-01-01 00:00, and asks the zone, which is
// slow in a browser, only about those that matter.
type spans struct {
	schedule  schedule
	zone      Zone
	day, last int
	queue     []reading
	held      *span
}

type reading struct{ start, end int64 }

// next joins what touches once the clock's jumps are known.
func (s *spans) next() (span, bool) {
	var joined *span
	for {
		piece := s.held
		s.held = nil
		if piece == nil {
			piece = s.piece()
		}
		switch {
		case piece == nil && joined == nil:
			return span{}, false
		case piece == nil:
			return *joined, true
		case piece.start == piece.end: // the clock jumped over it
		case joined == nil:
			joined = piece
		case piece.start <= joined.end:
			joined.end, joined.endless = max(joined.end, piece.end), piece.endless
		default:
			s.held = piece
			return *joined, true
		}
	}
}

// piece is the next run of segments that touch on the clock.
func (s *spans) piece() *span {
	for len(s.queue) < 2 && s.day <= s.last {
		base := int64(s.day) * daySeconds
		for _, segment := range s.schedule.on(s.day).Segments {
			r := reading{base + int64(segment.Start), base + int64(segment.End)}
			if n := len(s.queue); n > 0 && s.queue[n-1].end == r.start {
				s.queue[n-1].end = r.end
				continue
			}
			s.queue = append(s.queue, r)
		}
		s.day++
	}
	if len(s.queue) == 0 {
		return nil
	}
	r := s.queue[0]
	s.queue = s.queue[1:]
	return &span{
		start:   instantOf(r.start, s.zone),
		end:     instantOf(r.end, s.zone),
		endless: r.end == int64(s.last+1)*daySeconds,
	}
}
