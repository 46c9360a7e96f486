package live

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/shopdesk/shopdesk/internal/api"
)

// steps are all that the link wants at now.
func steps(l *Link, now int64) []Step {
	var list []Step
	for s := l.Next(now); s != Wait; s = l.Next(now) {
		list = append(list, s)
	}
	return list
}

func want(t *testing.T, what string, got, want any) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

// begun is a link whose stream is live at second 1.
func begun(t *testing.T) *Link {
	t.Helper()
	l := new(Link)
	want(t, "nothing is watched", steps(l, 0), []Step(nil))
	l.Begin(0)
	want(t, "the lists come first", steps(l, 0), []Step{Load})
	l.Loaded(500, 7)
	want(t, "then the stream", steps(l, 500), []Step{Open})
	want(t, "still connecting", l.State, Connecting)
	l.Message(1000, api.LiveHello, 0)
	want(t, "live", l.State, Live)
	return l
}

func TestEventsAreTakenOnce(t *testing.T) {
	t.Parallel()
	l := begun(t)
	for _, tt := range []struct {
		seq  int64
		want bool
	}{{7, false}, {8, true}, {8, false}, {0, false}, {11, true}, {10, false}} {
		if got := l.Message(2000, api.LiveOrder, tt.seq); got != tt.want {
			t.Errorf("%d: %v", tt.seq, got)
		}
	}
	want(t, "where it goes on", l.Seq, int64(11))
}

func TestFallsBackToAsking(t *testing.T) {
	t.Parallel()
	l := begun(t)
	l.Dropped(5000)
	want(t, "asks at once", steps(l, 5000), []Step{Poll})
	want(t, "still called live until something fails", l.State, Live)
	l.Polled(5100, api.LiveBatch{Seq: 9})
	want(t, "goes on behind what was polled", l.Seq, int64(9))
	want(t, "tries the stream again", steps(l, 6000), []Step{Open})
	l.Dropped(6001)
	want(t, "asks again", steps(l, 6001), []Step{Poll})
	l.Polled(6002, api.LiveBatch{Seq: 9})
	want(t, "asking works", l.State, Polling)
	want(t, "waits longer before the next stream", steps(l, 7500), []Step(nil))
	l.PollFailed(7501)
	want(t, "nothing works", l.State, Lost)
	want(t, "since when", l.Heard, int64(6002))
	want(t, "then tries it", steps(l, 8001), []Step{Open})
	l.Message(8100, api.LiveHello, 0)
	want(t, "back", l.State, Live)
	want(t, "events from here on", l.Message(8200, api.LiveOrder, 10), true)
	l.Dropped(9000)
	l.Polled(9001, api.LiveBatch{Seq: 10})
	want(t, "the distance began anew", steps(l, 10_000), []Step{Open})
}

// Behind a proxy that cuts each stream after a minute, the bar said for a second of each minute that the stream was
// blocked, aloud to those who don't see it.
func TestStreamThatIsCutIsLive(t *testing.T) {
	t.Parallel()
	l := begun(t)
	for minute := int64(60_000); minute < 300_000; minute += 60_000 {
		l.Message(minute-1, api.LiveBeat, 0)
		l.Dropped(minute)
		want(t, "asks meanwhile", steps(l, minute), []Step{Poll})
		l.Polled(minute+50, api.LiveBatch{Seq: 7})
		want(t, "live while it is opened anew", l.State, Live)
		want(t, "opens", steps(l, minute+1000), []Step{Open})
		l.Message(minute+1100, api.LiveHello, 0)
	}
}

// A dead connection was called live for a minute: for two heartbeats, and for as long as a question may take.
func TestSilence(t *testing.T) {
	t.Parallel()
	l := begun(t)
	want(t, "not yet", steps(l, 21_000), []Step(nil))
	want(t, "silent", steps(l, 21_001), []Step{Close, Poll})
	want(t, "not live any more", l.State, Connecting)
	want(t, "tries a stream", steps(l, 22_001), []Step{Open})
	want(t, "waits for an answer", steps(l, 27_001), []Step(nil))
	want(t, "in doubt", l.State, Connecting)
	want(t, "asks no second time", steps(l, 27_002), []Step(nil))
	want(t, "without an answer it is lost", l.State, Lost)
	want(t, "from when it was asked", l.Since, int64(21_001))
	l.Polled(30_000, api.LiveBatch{Seq: 7})
	want(t, "a late answer counts", l.State, Polling)
}

// A server that answers was there all the time: nothing says that the stream is blocked.
func TestUnfoundedDoubtEndsLive(t *testing.T) {
	t.Parallel()
	l := begun(t)
	steps(l, 21_001)
	l.Polled(21_100, api.LiveBatch{Seq: 7})
	want(t, "live", l.State, Live)
	want(t, "opens", steps(l, 22_001), []Step{Open})
}

// A press without an answer left the line live until the stream had been silent for long enough.
func TestUnansweredCallIsADoubt(t *testing.T) {
	t.Parallel()
	l := begun(t)
	l.Doubt(2000)
	want(t, "not live any more", l.State, Connecting)
	want(t, "asks at once", steps(l, 2000), []Step{Poll})
	l.PollFailed(2100)
	want(t, "lost", l.State, Lost)
	l.Doubt(2200)
	want(t, "lost as before", l.State, Lost)
}

// A question that hung left a line that was kept up by asking alone as it was for half a minute.
func TestUnansweredPollLosesTheLine(t *testing.T) {
	t.Parallel()
	l := begun(t)
	l.Dropped(5000)
	want(t, "asks", steps(l, 5000), []Step{Poll})
	steps(l, 11_001)
	want(t, "lost", l.State, Lost)
}

// A board whose lists hung after a reset was called live for half a minute, and orders may have been missing.
func TestUnansweredListsLoseTheLine(t *testing.T) {
	t.Parallel()
	l := begun(t)
	l.Message(2000, api.LiveReset, 0)
	want(t, "reads", steps(l, 2000), []Step{Close, Load})
	want(t, "waits", steps(l, 8000), []Step(nil))
	want(t, "live so far", l.State, Live)
	want(t, "waits on", steps(l, 8001), []Step(nil))
	want(t, "lost", l.State, Lost)
	want(t, "from when they were asked for", l.Since, int64(2000))
	l.Loaded(9000, 20)
	want(t, "late lists count", steps(l, 9000), []Step{Open})
	l.Message(9100, api.LiveHello, 0)
	want(t, "live", l.State, Live)

	first := new(Link)
	first.Begin(0)
	steps(first, 0)
	steps(first, 8000)
	want(t, "the first lists may take longer", first.State, Connecting)
}

// A proxy that holds the stream back: asking goes on meanwhile.
func TestStreamThatNeverBegins(t *testing.T) {
	t.Parallel()
	l := begun(t)
	l.Dropped(5000)
	want(t, "asks", steps(l, 5000), []Step{Poll})
	l.Polled(5001, api.LiveBatch{Seq: 7})
	want(t, "opens", steps(l, 6000), []Step{Open})
	want(t, "asks although one is open", steps(l, 10_001), []Step{Poll})
	l.Polled(10_002, api.LiveBatch{Seq: 7})
	want(t, "gives it up", steps(l, 21_001), []Step{Close, Poll})
}

func TestLoads(t *testing.T) {
	t.Parallel()
	l := new(Link)
	l.Begin(0)
	steps(l, 0)
	l.LoadFailed(100)
	want(t, "lost", l.State, Lost)
	want(t, "not at once again", steps(l, 200), []Step(nil))
	want(t, "again", steps(l, 3100), []Step{Load})
	l.Loaded(3200, 4)
	want(t, "opens", steps(l, 3200), []Step{Open})
	l.Message(3300, api.LiveReset, 0)
	want(t, "a reset loads the lists", steps(l, 3300), []Step{Close, Load})
	l.Loaded(3400, 90)
	want(t, "and goes on from there", l.Seq, int64(90))
	l.End(4000, api.CodeForbidden)
	want(t, "over", l.State, Off)
	want(t, "nothing more", steps(l, 99_000), []Step(nil))
	want(t, "not heard", l.Message(99_001, api.LiveOrder, 91), false)
}

// A list may be older than an event that came while it was read: what the stream
// before it said counted, and was lost with the list.
func TestNoStreamWhileListsAreRead(t *testing.T) {
	t.Parallel()
	l := begun(t)
	l.Reload()
	want(t, "the stream ends before the lists are read", steps(l, 2000), []Step{Close, Load})
	want(t, "none meanwhile", steps(l, 2500), []Step(nil))
	l.LoadFailed(3000)
	want(t, "nor before they are read again", steps(l, 6000), []Step{Load})
	l.Loaded(6500, 10)
	want(t, "another one after them", steps(l, 6500), []Step{Open})
	want(t, "from there", l.Seq, int64(10))
	want(t, "the event comes again", l.Message(6600, api.LiveOrder, 11), true)
}

// Shops that were added while the lists were read stayed without rows: their reading counted as the one asked for.
func TestListsAreReadAgainAfterTheirReading(t *testing.T) {
	t.Parallel()
	l := begun(t)
	l.Reload()
	want(t, "the lists are read", steps(l, 2000), []Step{Close, Load})
	l.Reload()
	want(t, "once at a time", steps(l, 2100), []Step(nil))
	l.Loaded(2200, 10)
	want(t, "and again", steps(l, 2200), []Step{Load})
	l.Loaded(2300, 11)
	want(t, "and then a stream goes on", steps(l, 2300), []Step{Open})
}

// Asking that the lists put an end to has no answer.
func TestAsksAgainAfterLists(t *testing.T) {
	t.Parallel()
	l := begun(t)
	l.Dropped(2000)
	want(t, "asks", steps(l, 2000), []Step{Poll})
	l.Reload()
	want(t, "lists instead", steps(l, 2100), []Step{Load})
	l.Loaded(2200, 10)
	want(t, "asks again", steps(l, 2200), []Step{Poll})
}

func TestHurry(t *testing.T) {
	t.Parallel()
	l := begun(t)
	l.Dropped(5000)
	steps(l, 5000)
	l.PollFailed(5001)
	want(t, "waits", steps(l, 5002), []Step(nil))
	l.Hurry()
	want(t, "the network is back", steps(l, 5003), []Step{Open, Poll})
}
