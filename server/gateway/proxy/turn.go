package proxy

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/shopdesk/shopdesk/server/background"
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
func (t turns) take(reader context.Context, name string) (end func(), err error) {
	ctx, stop := context.WithTimeout(reader, turnWait)
	defer stop()
	lease := background.Lease{Leases: t.leases, Now: t.now, Logger: t.log, Name: name, Life: turnLife, Again: turnPoll}
	end, err = lease.Take(ctx)
	switch {
	case err == nil:
		return end, nil
	case reader.Err() != nil:
		return nil, reader.Err()
	case ctx.Err() != nil, errors.Is(err, store.ErrConflict):
		return nil, errBusy
	}
	t.log.ErrorContext(ctx, "change not sent: no turn", "turn", name, "request", httpio.RequestID(ctx), "err", err)
	return nil, errNoStore
}
