package main

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/shopdesk/shopdesk/platform"
)

// A sign-out or a save that failed was counted nowhere.
func TestFailedProbeIsCountedOutsideOfFaults(t *testing.T) {
	t.Parallel()
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		http.Error(w, "no", http.StatusServiceUnavailable)
	}))
	t.Cleanup(web.Close)
	for name, c := range map[string]struct {
		before func(l *ledger, at *clock, end context.CancelFunc)
		want   int
	}{
		"no fault":      {func(*ledger, *clock, context.CancelFunc) {}, 1},
		"fault lasts":   {func(l *ledger, _ *clock, _ context.CancelFunc) { l.begin("stop") }, 0},
		"fault ended":   {func(l *ledger, at *clock, _ context.CancelFunc) { l.begin("kill")(); at.pass(settled) }, 0},
		"fault is over": {func(l *ledger, at *clock, _ context.CancelFunc) { l.begin("kill")(); at.pass(2 * settled) }, 1},
		"play ended":    {func(_ *ledger, _ *clock, end context.CancelFunc) { end() }, 0},
	} {
		ctx, end := context.WithCancel(t.Context())
		at := &clock{time.Unix(1_000_000, 0)}
		var out bytes.Buffer
		cl := &cluster{options: options{frontListen: strings.TrimPrefix(web.URL, "http://")}, out: &out,
			ledger: newLedger(1, at.now)}
		cl.owner = cl.newPerson()
		p := &probes{cluster: cl}
		c.before(cl.ledger, at, end)
		p.try(ctx, "a sign-out", &p.outsFailed, p.signOut)
		p.try(ctx, "a save", &p.saveFailed, func(ctx context.Context) error { return p.save(ctx, 1, 1) })
		end()
		if p.outsFailed != c.want || p.saveFailed != c.want || strings.Count(out.String(), "503") != 2*c.want {
			t.Errorf("%s: %d sign-outs and %d saves failed, want %d each: %s", name, p.outsFailed, p.saveFailed, c.want,
				out.String())
		}
	}
}

// Weeks came again after 200 rounds: a play of 300 shops saved in its 600th round what a shop had since its first, if a
// fault had prevented the round between, and reported that two saves were accepted.
func TestEachSaveHasAWeekOfItsOwn(t *testing.T) {
	t.Parallel()
	seen := map[platform.Period]int{}
	for n := range 100_000 {
		w := weekOf(n)
		shift := w.Mon[0]
		if before, is := seen[shift]; is || shift.StartTime >= shift.EndTime {
			t.Fatalf("save %d has the shift %v of save %d", n, shift, before)
		}
		seen[shift] = n
	}
}

func TestSaveWithUnknownOutcomeFails(t *testing.T) {
	t.Parallel()
	p := &probes{cluster: &cluster{ledger: newLedger(1, time.Now)}}
	conflict, broken := answerError{status: http.StatusConflict}, errors.New("connection reset")
	if err := p.judge(1, make([]platform.Week, savers), []error{nil, conflict, broken}); !errors.Is(err, broken) {
		t.Errorf("error %v, want %v", err, broken)
	}
	if p.won != 1 || p.conflict != 1 || p.unknown != 1 {
		t.Errorf("%d accepted, %d refused, %d unknown", p.won, p.conflict, p.unknown)
	}
}
