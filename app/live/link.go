package live

import "github.com/shopdesk/shopdesk/internal/api"

// State is how the line stands.
type State int

// The states.
const (
	Off        State = iota // nothing is watched, or one may not: see Link.Why
	Connecting              // for the first time, or in doubt: a stream fell silent, a call had no answer
	Live                    // events come as they happen
	Polling                 // the stream doesn't work, also not when it was opened anew; asking does
	Lost                    // nothing works since Link.Heard
)

// Step is what to do next.
type Step int

// The steps.
const (
	Wait  Step = iota
	Load       // read the lists instead of asking, then call Loaded or LoadFailed
	Open       // open a stream after Link.Seq
	Close      // close the stream, which has gone silent or is to begin elsewhere
	Poll       // ask for what came after Link.Seq, then call Polled or PollFailed
)

// Times of the line, in milliseconds.
const (
	silence    = api.LiveEvery*1000 + 5_000 // a stream that says nothing for so long is dead
	answering  = 15_000                     // a stream that doesn't begin within is none
	pollEvery  = 5_000
	pollWithin = 6_000 // an answer that takes longer isn't waited for before the line is called lost
	loadAgain  = 3_000
	firstOpen  = 1_000 // doubles up to lastOpen
	lastOpen   = 30_000
)

// Link is the line's state. All times are the device's, in milliseconds: they
// are only compared with each other. Its zero value is Off.
type Link struct {
	State State
	Heard int64    // when the server was heard last, 0 for never
	Since int64    // when State began
	Seq   int64    // the last event that was taken
	Shops string   // stands for the shops whose events come, "" if the server hasn't told
	Why   api.Code // why the line was ended by the server, while Off

	loading, loaded bool
	again           bool // the lists are to be read again, after the reading that is under way
	stream          bool // opened, and not known to be broken
	said            bool // it has said something
	opened          int64
	polling         bool
	asked           int64 // when polling or loading began
	doubt           bool  // it was Live before Connecting
	lost            bool  // it was Lost, and nobody has taken note that the server is heard again
	nextLoad        int64
	nextOpen        int64
	nextPoll        int64
	delay           int64
}

// Begin starts to watch from scratch.
func (l *Link) Begin(now int64) {
	*l = Link{State: Connecting, Since: now, Heard: l.Heard, lost: l.lost}
}

// End stops watching.
func (l *Link) End(now int64, why api.Code) {
	*l = Link{State: Off, Since: now, Heard: l.Heard, Why: why}
}

// Next is what to do at now. Ask until it says Wait.
func (l *Link) Next(now int64) Step {
	if (l.polling || l.loading && l.State != Connecting) && !l.said && now-l.asked > pollWithin {
		l.set(l.asked, Lost) // a late answer counts all the same
	}
	switch {
	case l.State == Off:
		return Wait
	case !l.loaded:
		if l.loading || now < l.nextLoad {
			return Wait
		}
		if l.stream { // what it says meanwhile may be missing in the lists: another one goes on after them
			l.stream, l.said, l.nextPoll = false, false, now+pollEvery
			return Close
		}
		l.loading, l.again, l.polling, l.asked = true, false, false, now
		return Load
	case l.stream && l.said && now-l.Heard > silence:
		l.Doubt(now)
		return Close
	case l.stream && !l.said && now-l.opened > answering:
		l.Dropped(now)
		return Close
	case !l.stream && now >= l.nextOpen:
		l.stream, l.said, l.opened = true, false, now
		return Open
	case (!l.stream || !l.said && l.State != Connecting) && !l.polling && now >= l.nextPoll:
		l.polling, l.asked = true, now
		return Poll
	}
	return Wait
}

// Loaded takes where the lists end: the stream goes on from there.
func (l *Link) Loaded(now, seq int64) {
	l.loading, l.loaded, l.Seq = false, !l.again, seq
	l.Heard = now
	if l.State == Lost {
		l.set(now, Connecting)
	}
}

// LoadFailed notes that the lists couldn't be read.
func (l *Link) LoadFailed(now int64) {
	l.loading = false
	l.nextLoad = now + loadAgain
	l.set(now, Lost)
}

// Message takes a message of the stream and reports whether its event is to be
// taken. seq is 0 for those of the stream itself.
func (l *Link) Message(now int64, kind api.LiveKind, seq int64) bool {
	if l.State == Off {
		return false
	}
	l.said, l.delay = true, 0
	l.Heard = now
	l.set(now, Live)
	if kind == api.LiveReset {
		l.Reload()
		return false
	}
	return l.Take(seq)
}

// Take reports whether an event is newer than all before.
func (l *Link) Take(seq int64) bool {
	if seq == 0 || seq <= l.Seq {
		return false
	}
	l.Seq = seq
	return true
}

// Dropped notes that the stream broke: it is opened again, at growing
// distances, and until then asking takes its place, at once.
func (l *Link) Dropped(now int64) {
	if !l.stream {
		return
	}
	l.stream, l.said = false, false
	l.delay = min(max(2*l.delay, firstOpen), lastOpen)
	l.nextOpen, l.nextPoll = now+l.delay, now
}

// Doubt notes that the server may be gone: the stream, if there is one, is given up, and the server is asked at once.
func (l *Link) Doubt(now int64) {
	l.Dropped(now)
	l.nextPoll = now
	if l.State == Live {
		l.set(now, Connecting)
		l.doubt = true
	}
}

// Polled takes an answer's end; events are passed to Take before.
func (l *Link) Polled(now int64, batch api.LiveBatch) {
	l.polling = false
	l.nextPoll = now + pollEvery
	l.Heard, l.Shops = now, batch.Shops
	if batch.Reset {
		l.Reload()
		return
	}
	l.Seq = max(l.Seq, batch.Seq)
	if batch.More {
		l.nextPoll = now
	}
	switch {
	case l.said:
	case (l.State == Live || l.doubt) && l.delay <= firstOpen: // a stream that was cut is mostly back in a second
		l.set(now, Live)
	default:
		l.set(now, Polling)
	}
}

// PollFailed notes that asking doesn't work either.
func (l *Link) PollFailed(now int64) {
	l.polling = false
	l.nextPoll = now + pollEvery
	if !l.said {
		l.set(now, Lost)
	}
}

// Reload reads the lists again. A new stream goes on after them.
func (l *Link) Reload() {
	l.loaded, l.again, l.nextLoad = false, true, 0
}

// Cut forgets what is under way: none of it has an answer any more.
func (l *Link) Cut() { l.loading, l.polling, l.stream, l.said = false, false, false, false }

// Hurry tries at once: the network is back, or the tablet has woken.
func (l *Link) Hurry() {
	l.nextLoad, l.nextOpen, l.nextPoll, l.delay = 0, 0, 0, 0
}

func (l *Link) set(now int64, state State) {
	if l.State != state {
		l.State, l.Since, l.doubt = state, now, false
	}
	l.lost = l.lost || state == Lost
}
