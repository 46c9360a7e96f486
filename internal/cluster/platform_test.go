package main

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/shopdesk/shopdesk/platform"
)

// brokenWriter writes to a connection that is broken.
type brokenWriter struct{ http.ResponseWriter }

func (brokenWriter) FlushError() error { return errors.New("broken pipe") }

// A fault within 15 seconds excused each refresh token that came again. With a fault every 12 seconds the bound could
// not break.
func TestUsedRefreshTokenIsExcusedOnlyWithoutAnAnswer(t *testing.T) {
	t.Parallel()
	type scene struct {
		*ledger
		*clock
		leave context.CancelFunc // of the caller
	}
	kill := func(s scene) { s.begin("kill")() }
	for name, c := range map[string]struct {
		before, during, after func(scene) // the first call
		broken                bool        // the connection of the first call
		excused               bool
	}{
		"answered":                       {},
		"fault ten seconds after":        {after: func(s scene) { s.pass(10 * time.Second); kill(s) }},
		"fault ended two seconds before": {before: func(s scene) { kill(s); s.pass(2 * time.Second) }},
		"fault within a second after":    {after: func(s scene) { s.pass(time.Second); kill(s) }, excused: true},
		"fault meanwhile":                {during: kill, excused: true},
		"fault lasts":                    {before: func(s scene) { s.begin("stop"); s.pass(time.Second) }, excused: true},
		"caller left":                    {during: func(s scene) { s.leave() }, excused: true},
		"connection broke":               {broken: true, excused: true},
		"answer broken off":              {during: func(scene) { panic(http.ErrAbortHandler) }, excused: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			at := &clock{time.Unix(1_000_000, 0)}
			l := newLedger(1, at.now)
			ctx, leave := context.WithCancel(t.Context())
			s := scene{l, at, leave}
			do := func(what func(scene)) {
				if what != nil {
					what(s)
				}
			}
			guard := &tokenGuard{ledger: l, used: map[string]*presentation{}}
			guard.next = http.HandlerFunc(func(http.ResponseWriter, *http.Request) {})
			call := func(ctx context.Context, w http.ResponseWriter) {
				defer func() { _ = recover() }() // as net/http does
				guard.ServeHTTP(w, httptest.NewRequestWithContext(ctx, http.MethodPost, platform.PathToken,
					strings.NewReader(`{"grant_type":"refresh_token","refresh_token":"one"}`)))
			}
			do(c.before)
			guard.next = http.HandlerFunc(func(http.ResponseWriter, *http.Request) { do(c.during) })
			var w http.ResponseWriter = httptest.NewRecorder()
			if c.broken {
				w = brokenWriter{w}
			}
			call(ctx, w)
			do(c.after)
			guard.next = http.NotFoundHandler()
			at.pass(40 * time.Second)
			call(t.Context(), httptest.NewRecorder())
			presented, again := guard.count()
			if presented != 2 || (again == 1) != c.excused || (len(l.problems) == 0) != c.excused {
				t.Errorf("%d presented, %d excused, problems %q", presented, again, l.problems)
			}
		})
	}
}

// A second call with the token of one that isn't answered yet is no repetition after a lost answer.
func TestRefreshTokenPresentedTwiceAtOnceIsAProblem(t *testing.T) {
	t.Parallel()
	l := newLedger(1, time.Now)
	guard := &tokenGuard{ledger: l, used: map[string]*presentation{}}
	present := func() {
		guard.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodPost, platform.PathToken,
			strings.NewReader(`{"grant_type":"refresh_token","refresh_token":"one"}`)))
	}
	guard.next = http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		guard.next = http.NotFoundHandler()
		present()
	})
	present()
	if len(l.problems) != 1 {
		t.Errorf("%q", l.problems)
	}
}
