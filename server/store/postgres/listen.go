package postgres

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/shopdesk/shopdesk/server/store"
)

// channel is the channel on which replicas notify each other. All schemas of a database share it:
// notifications of other installations are needless but harmless.
const channel = "shopdesk_events"

// Delays between attempts to listen.
const (
	minListenWait = 250 * time.Millisecond
	maxListenWait = 5 * time.Second
)

// listener is the doorbell by LISTEN and NOTIFY. It has its own connection, because a pooled connection, or one behind
// a pooler, receives no notifications.
type listener struct {
	config pgx.ConnConfig
	lost   atomic.Pointer[error] // nil: notifications arrive
}

var _ store.Doorbell = (*listener)(nil)

var errNotYet = errors.New("not listening yet")

// Ring does nothing: the transaction that adds events has notified.
func (l *listener) Ring(string) {}

// Err returns the reason why notifications don't arrive.
func (l *listener) Err() error {
	if lost := l.lost.Load(); lost != nil {
		return *lost
	}
	return nil
}

// Watch listens until stop, which waits for the connection's end.
func (l *listener) Watch(_ string, ring func()) (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	l.lost.Store(&errNotYet)
	go func() {
		defer close(ended)
		wait := minListenWait
		for ctx.Err() == nil {
			err := l.listen(ctx, ring)
			if l.lost.Swap(&err) == nil {
				wait = minListenWait // it had connected
			}
			select {
			case <-ctx.Done():
			case <-time.After(wait):
			}
			wait = min(2*wait, maxListenWait)
		}
	}()
	return func() {
		cancel()
		<-ended
	}
}

// listen rings until the connection breaks. It rings once at the start, for events that were missed before.
func (l *listener) listen(ctx context.Context, ring func()) error {
	conn, err := pgx.ConnectConfig(ctx, l.config.Copy())
	if err != nil {
		return err
	}
	defer func() {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		_ = conn.Close(ctx)
	}()
	if _, err := conn.Exec(ctx, "LISTEN "+channel); err != nil {
		return err
	}
	l.lost.Store(nil)
	for {
		ring()
		if _, err := conn.WaitForNotification(ctx); err != nil {
			return err
		}
	}
}
