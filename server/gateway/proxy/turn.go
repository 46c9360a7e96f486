package proxy

import (
	"context"
	"crypto/rand"
	"errors"
	"log/slog"
	"time"

	"github.com/shopdesk/shopdesk/server/store"
	"github.com/shopdesk/shopdesk/server/web/httpio"
)

const (
	// turnLife is how long a turn lasts if nobody ends it. It begins after the
	// change's own time, and so outlasts it.
	turnLife = changeTimeout
	turnWait = 10 * time.Second       // for somebody else's to end
	turnPoll = 100 * time.Millisecond // between looks at whether it did
)

// turns lets one change after the other compare and write a record, on all
// replicas: without, two that were edited from the same base could both find
// it unchanged, and the first would be lost. Nothing is locked while the
// platform is called: a turn is a lease in the store.
type turns struct {
	leases store.Leases
	now    func() time.Time
	log    *slog.Logger
}

// take waits for the turn, but not after the reader has left or turnWait has
// passed, and gives what ends it. Its errors are answers: nothing was sent.
func (t turns) take(ctx, reader context.Context, name string) (end func(), err error) {
	holder := rand.Text()
	end = func() { t.end(ctx, name, holder) }
	over := time.NewTimer(turnWait)
	defer over.Stop()
	for {
		now := t.now()
		err := t.leases.Claim(ctx, name, holder, now.UnixMilli(), now.Add(turnLife).UnixMilli())
		switch {
		case err == nil:
			return end, nil
		case !errors.Is(err, store.ErrConflict):
			end() // it may have been taken all the same
			t.log.ErrorContext(ctx, "change not sent: no turn", "turn", name, "request", httpio.RequestID(ctx), "err", err)
			return nil, errNoStore
		}
		again := time.NewTimer(turnPoll)
		select {
		case <-again.C:
			continue
		case <-reader.Done():
			err = reader.Err()
		case <-over.C:
			err = errBusy
		}
		again.Stop()
		return nil, err
	}
}

// end gives the turn back. If the store fails just now, it ends by itself.
func (t turns) end(ctx context.Context, name, holder string) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), auditTimeout)
	defer cancel()
	if err := t.leases.Release(ctx, name, holder); err != nil {
		t.log.WarnContext(ctx, "turn not given back", "turn", name, "request", httpio.RequestID(ctx), "err", err)
	}
}
