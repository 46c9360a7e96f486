package token

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"github.com/shopdesk/shopdesk/server/store"
)

// Run keeps the connections until ctx ends, beginning with whatever is overdue.
func (v *Vault) Run(ctx context.Context) {
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			v.flush(ctx)
			return
		case <-v.wake:
		case <-timer.C:
		}
		if err := v.Work(ctx); err != nil && ctx.Err() == nil {
			v.log.WarnContext(ctx, "connections can't be read", "err", err)
		}
		timer.Reset(v.wait())
	}
}

// Load takes over what is stored, so that tokens can be given out from the
// first moment.
func (v *Vault) Load(ctx context.Context) error {
	v.restore(ctx)
	return v.load(ctx)
}

// flush tries once more to store what isn't stored, before the process ends.
func (v *Vault) flush(ctx context.Context) {
	for _, l := range v.seen.Load().byID {
		_ = v.save(context.WithoutCancel(ctx), l)
	}
}

// lookAgain takes over what another replica may just have stored, once a second
// at most.
func (v *Vault) lookAgain(ctx context.Context) {
	if v.looks.AllowN(v.now(), 1) {
		_, _, _ = v.flights.Do("", func() (any, error) {
			ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), poll)
			defer cancel()
			return nil, v.load(ctx)
		})
	}
}

// Work takes over what is stored and does what is due, once.
func (v *Vault) Work(ctx context.Context) error {
	err := v.Load(ctx)
	var working sync.WaitGroup
	slots := make(chan struct{}, apart)
	for _, l := range v.seen.Load().byID {
		v.watch(ctx, l)
		if !v.isDue(l) {
			continue
		}
		working.Go(func() {
			slots <- struct{}{}
			defer func() { <-slots }()
			// Begun, it is ended: a stop in the middle would lose what it gets.
			_ = v.renew(context.WithoutCancel(ctx), l) // logged, and part of the list
		})
	}
	working.Wait()
	return err
}

func (v *Vault) isDue(l *link) bool {
	now, steady := v.millis(), v.steadySince()
	l.mu.Lock()
	defer l.mu.Unlock()
	due := l.due(v.owner, now, steady)
	return due != 0 && now >= due
}

// wait is how long nothing is due; other replicas' work is looked at between.
func (v *Vault) wait() time.Duration {
	now, steady := v.millis(), v.steadySince()
	wait := poll
	for _, l := range v.seen.Load().byID {
		l.mu.Lock()
		due := l.due(v.owner, now, steady)
		l.mu.Unlock()
		if due != 0 {
			wait = min(wait, time.Duration(max(0, due-now))*time.Millisecond)
		}
	}
	// Something that stays due for a reason we don't see mustn't spin.
	return max(wait, 50*time.Millisecond)
}

// watch raises the alarms, each once a life.
func (v *Vault) watch(ctx context.Context, l *link) {
	now := v.millis()
	l.mu.Lock()
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
	if alarm == AlarmRed {
		level = slog.LevelError
	}
	v.log.Log(ctx, level, "a connection's access ends and it wasn't renewed", "connection", l.id,
		"life_used_percent", int(alarm), "ends_in", time.Duration(row.ExpiresAt-now)*time.Millisecond, "trouble", row.Trouble)
}

// restore takes up what an earlier run got and couldn't store.
func (v *Vault) restore(ctx context.Context) {
	v.mu.Lock()
	done := v.restored
	v.restored = true
	v.mu.Unlock()
	if done {
		return
	}
	left, err := v.spool.read()
	if err != nil {
		v.log.ErrorContext(ctx, "spooled tokens can't be read", "err", err)
	}
	for id, a := range left {
		row, err := v.store.Connection(ctx, id)
		switch {
		case errors.Is(err, store.ErrNotFound) && !a.New:
			v.forgetSpooled(ctx, id) // disconnected since
			continue
		case err != nil && !errors.Is(err, store.ErrNotFound):
			v.mu.Lock()
			v.restored = false // once more, when the store answers
			v.mu.Unlock()
			continue
		}
		if err == nil && row.IssuedAt >= a.Issued {
			v.forgetSpooled(ctx, id) // it was stored, or another consent was
			continue
		}
		l := newLink(id)
		l.row, l.answer = row, a
		if h := newHeld(a.Access, a.Issued, a.Expires, v.jitter()); h.usable(v.millis()) {
			l.current.Store(h)
		}
		v.put(l)
		v.log.InfoContext(ctx, "took up tokens that an earlier run couldn't store", "connection", id)
	}
}
