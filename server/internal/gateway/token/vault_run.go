package token

import (
	"context"
	"errors"
	"log/slog"
	"maps"
	"slices"
	"time"

	"github.com/shopdesk/shopdesk/server/internal/background"
	"github.com/shopdesk/shopdesk/server/store"
)

// links lists all links, also that of the application-level grant.
func (v *Vault) links() []*connectionState {
	all := slices.Collect(maps.Values(v.seen.Load().byID))
	if v.app != nil {
		all = append(all, v.app)
	}
	return all
}

// Load reads the spool and the store, so that tokens can be given out from the
// first moment.
func (v *Vault) Load(ctx context.Context) error {
	v.restore(ctx)
	return v.load(ctx)
}

// flush tries once more to store unsaved answers, before the process ends.
func (v *Vault) flush(ctx context.Context) {
	for _, l := range v.links() {
		_ = v.save(ctx, l)
	}
}

// Refresh reads what other replicas have stored since. Without the store, what is known stays.
func (v *Vault) Refresh(ctx context.Context) {
	_, _ = background.Share(ctx, &v.flights, "", func(ctx context.Context) (struct{}, error) {
		ctx, cancel := context.WithTimeout(ctx, poll)
		defer cancel()
		return struct{}{}, v.load(ctx)
	})
}

// due reads the store, and lists the due connections.
func (v *Vault) due(ctx context.Context, free int) (due []*connectionState, err error) {
	err = v.Load(ctx)
	now := v.Millis()
	for _, l := range v.links() {
		v.logAlarms(ctx, l)
		l.mu.Lock()
		if at := v.dueAt(l, now); len(due) < free && !l.busy && at != 0 && now >= at {
			l.busy = true
			due = append(due, l)
		}
		l.mu.Unlock()
	}
	return due, err
}

// work does a connection's due work. The work is finished even if ctx ends, because
// a stop in the middle would lose the new tokens.
func (v *Vault) work(ctx context.Context, l *connectionState) error {
	defer func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.busy = false
	}()
	_ = v.renew(context.WithoutCancel(ctx), l) // the error is logged, and shows in the connection's state
	return nil
}

// wait gives the time until the next due work, at most poll, so that other
// replicas' changes are read.
func (v *Vault) wait() time.Duration {
	now, wait := v.Millis(), poll
	for _, l := range v.links() {
		l.mu.Lock()
		due, busy := v.dueAt(l, now), l.busy
		l.mu.Unlock()
		if due != 0 && !busy {
			wait = min(wait, time.Duration(max(0, due-now))*time.Millisecond)
		}
	}
	// A connection that stays due for an unknown reason must not make the job spin.
	return max(wait, 50*time.Millisecond)
}

// logAlarms logs the alarms, each once in a token's life. A token that is renewed now, for the first time in this
// process or after the machine slept, has no alarm yet.
func (v *Vault) logAlarms(ctx context.Context, l *connectionState) {
	now := v.Millis()
	l.mu.Lock()
	if l.retryAt == 0 && (l.busy || v.dueAt(l, now) <= now+settle.Milliseconds()) {
		l.mu.Unlock()
		return
	}
	row, told := l.row, l.alarm
	alarm := alarmAt(row.IssuedAt, row.ExpiresAt, now)
	if l.answer != nil {
		alarm = alarmAt(l.answer.Issued, l.answer.Expires, now)
	}
	l.alarm = alarm
	l.mu.Unlock()
	if alarm <= told || row.State == store.ConnectionSignIn {
		return
	}
	level := slog.LevelWarn
	if alarm == OverdueCritical {
		level = slog.LevelError
	}
	words, when, left := "a connection's access ends and it wasn't renewed", "ends_in", row.ExpiresAt-now
	if left < 0 {
		words, when, left = "a connection's access has ended and it wasn't renewed", "ended_ago", -left
	}
	v.Logger.Log(ctx, level, words, "connection", l.id, "life_used_percent", int(alarm),
		when, time.Duration(left)*time.Millisecond, "trouble", row.Trouble)
}

// restore reads from the spool the answers that an earlier run couldn't store.
func (v *Vault) restore(ctx context.Context) {
	if v.restored.Swap(true) {
		return
	}
	left, err := v.spool.read()
	if err != nil {
		v.Logger.ErrorContext(ctx, "spooled tokens can't be read", "err", err)
	}
	for id, a := range left {
		row, err := v.Store.Connection(ctx, id)
		switch {
		case errors.Is(err, store.ErrNotFound) && !a.New:
			v.forgetSpooled(ctx, id) // disconnected since
			continue
		case store.Optional(err) != nil:
			v.restored.Store(false) // restore runs again when the store answers
			continue
		}
		if err == nil && v.replaced(row, a) {
			v.forgetSpooled(ctx, id) // these or newer tokens were stored
			continue
		}
		l := newLink(id)
		l.row, l.answer = row, a
		if h := newHeld(a.Access, a.Issued, a.Expires, v.Jitter()); h.usable(v.Millis()) {
			l.current.Store(h)
		}
		v.put(l)
		v.Logger.InfoContext(ctx, "took up tokens that an earlier run couldn't store", "connection", id)
	}
}
