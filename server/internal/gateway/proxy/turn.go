package proxy

import (
	"context"
	"errors"
	"time"

	"github.com/shopdesk/shopdesk/server/internal/background"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
	"github.com/shopdesk/shopdesk/server/store"
)

// turnWait limits the wait for another's turn to end.
var turnWait = 10 * time.Second

const (
	// turnLife is the life of a turn that isn't ended. The turn begins after the
	// change's own time, and so outlasts the change.
	turnLife = changeTimeout
	turnPoll = 100 * time.Millisecond // time between two tries
)

// turn lets only one change at a time compare and write a record, on all replicas.
// Without turns, two changes edited from the same base could both find the record
// unchanged, and the first change would be lost. A turn is a lease in the store, so
// no lock is held during a call of the platform.
//
// turn waits until the client leaves or turnWait has passed, and returns the function
// that ends the turn. Its errors are answers to the request: nothing was sent.
func (p *Proxy) turn(reader context.Context, name string) (end func(), err error) {
	ctx, stop := context.WithTimeout(reader, turnWait)
	defer stop()
	lease := background.Lease{Leases: p.Leases, Base: p.Base, Name: name, Life: turnLife, Again: turnPoll}
	end, err = lease.Take(ctx)
	switch {
	case err == nil:
		return end, nil
	case reader.Err() != nil:
		return nil, reader.Err()
	case ctx.Err() != nil, errors.Is(err, store.ErrConflict):
		return nil, errBusy
	}
	return nil, httpio.Caused(errNoStore, err)
}
