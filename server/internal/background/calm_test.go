package background_test

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/shopdesk/shopdesk/server/internal/background"
)

// lines is the text of a log.
type lines struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

// take returns the lines since the last call.
func (l *lines) take() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	defer l.text.Reset()
	return strings.Split(strings.TrimSpace(l.text.String()), "\n")
}

// calmed is a calm log and its lines.
func calmed() (*slog.Logger, *lines) {
	out := new(lines)
	text := slog.NewTextHandler(out, &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
		if a.Key == slog.TimeKey || a.Key == "began" || a.Key == "last" {
			return slog.Attr{}
		}
		return a
	}})
	return slog.New(background.NewCalm(text)), out
}

// An outage of three minutes with a failure every second has a line at its beginning, one a minute, and one at its
// end. Before, it had 180.
func TestAnOutageHasFewLines(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		log, written := calmed()
		for i := range 180 {
			log.Warn("job failed", "job", "orders.read", "shop", i, "err", errors.New(fmt.Sprint("refused ", i)))
			time.Sleep(time.Second)
		}
		time.Sleep(2 * time.Minute)
		synctest.Wait()
		got := written.take()
		want := []string{
			`level=WARN msg="job failed" job=orders.read shop=0 err="refused 0"`,
			`level=WARN msg="job failed" job=orders.read shop=60 err="refused 60" left_out=59`,
			`level=WARN msg="job failed" job=orders.read shop=120 err="refused 120" left_out=59`,
			`level=INFO msg="over: job failed" times=180 left_out=59`,
		}
		if strings.Join(got, "\n") != strings.Join(want, "\n") {
			t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
		log.Warn("job failed", "job", "orders.read", "err", "again")
		if again := written.take(); len(again) != 1 || !strings.Contains(again[0], "again") {
			t.Errorf("a second outage begins with %q", again)
		}
		time.Sleep(2 * time.Minute)
		synctest.Wait()
		if end := written.take(); end[0] != "" {
			t.Errorf("one line needs no end: %q", end)
		}
	})
}

// Lines about different troubles are all written, and so is everything below a warning.
func TestDifferentTroublesAreAllWritten(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		log, written := calmed()
		for i := range 3 {
			log.Error("outcome not recorded", "audit", i, "err", "full")
			log.With("job", i).Warn("claims not prolonged", "err", "full")
			log.WithGroup(fmt.Sprint("g", i)).Warn("claims not prolonged", "err", "full")
			log.Info("serving", "i", 0)
			log.Warn("claims not prolonged", "job", "same", "err", i)
		}
		if got := written.take(); len(got) != 3*4+1 {
			t.Errorf("%d lines:\n%s", len(got), strings.Join(got, "\n"))
		}
		time.Sleep(2 * time.Minute)
		synctest.Wait()
	})
}

// Lines about one trouble differ in the message, order, connection or lease that they name. Bug: each size of a
// delivery, each message that was given up, each connection that wasn't renewed in an outage and each panic had lines
// of its own.
func TestOneTroubleHitsMany(t *testing.T) {
	t.Parallel()
	for message, attrs := range map[string]func(i int) []any{
		"inbox: delivery not accepted": func(i int) []any {
			return []any{"why", "signature", "event", 1001, "size", i}
		},
		"inbox: given up": func(i int) []any {
			return []any{"id", i, "event", 1001, "shop", i, "order", i, "why", "we don't look after this shop"}
		},
		"connection not renewed": func(i int) []any {
			return []any{"connection", i, "outcome", "transient", "again_in", time.Duration(i), "err", "down"}
		},
		"a connection's access ends": func(i int) []any {
			return []any{"connection", i, "life_used_percent", 75, "ends_in", time.Duration(i), "trouble", ""}
		},
		"panic":           func(i int) []any { return []any{"request", i, "path", "/api", "panic", "nil", "stack", i} },
		"lease not ended": func(i int) []any { return []any{"lease", fmt.Sprint("shop/", i), "err", "down"} },
		"run not shown":   func(i int) []any { return []any{"run", i, "err", "down"} },
	} {
		t.Run(message, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				log, written := calmed()
				for i := range 30 {
					log.Warn(message, attrs(i)...)
					time.Sleep(time.Second)
				}
				log.Warn(message, append(attrs(0), "another", "trouble")...)
				if got := written.take(); len(got) != 2 {
					t.Errorf("%d lines:\n%s", len(got), strings.Join(got, "\n"))
				}
				time.Sleep(2 * time.Minute)
				synctest.Wait()
				if got := written.take(); len(got) != 1 || !strings.Contains(got[0], "times=30 left_out=29") {
					t.Errorf("the end is %q", got)
				}
			})
		})
	}
}

// A trouble above the number that is counted has few lines, too. The bug: its lines were written as they came.
func TestTroublesAboveTheMostHaveFewLines(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		log, written := calmed()
		for i := range 3000 {
			log.Warn("auth", "address", fmt.Sprint("198.51.", i/256, ".", i%256))
		}
		if got := written.take(); len(got) != 1001 {
			t.Errorf("%d lines", len(got))
		}
		time.Sleep(2 * time.Minute)
		synctest.Wait()
	})
}

// Events of security are told of each operator and of each network from which they come, and leave other lines theirs.
func TestEventsTellWhoAndFromWhere(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		log, written := calmed()
		events := background.Events(log)
		for i := range 30 {
			for operator := range 3 {
				events.Warn("auth", "event", "authz_fail", "operator", operator, "address", "192.0.2.1", "shop", i)
			}
			events.Warn("auth", "event", "authn_login_fail", "operator", 0, "address", fmt.Sprintf("2001:db8::%x:1", i),
				"wait", i)
		}
		if got := written.take(); len(got) != 4 {
			t.Errorf("%d lines:\n%s", len(got), strings.Join(got, "\n"))
		}
		for i := range 2000 {
			events.Warn("auth", "operator", i)
			log.Warn("job failed", "job", i%30)
		}
		if got := written.take(); len(got) != 1000-4+1+30 {
			t.Errorf("%d lines", len(got))
		}
		time.Sleep(2 * time.Minute)
		synctest.Wait()
	})
}
