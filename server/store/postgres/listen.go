package postgres

import (
	"context"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
)

// channel is the channel on which replicas notify each other. All schemas of a database share it:
// notifications of other installations are needless but harmless.
const channel = "shopdesk_events"

// Delays between attempts to listen.
const (
	minListenWait = 250 * time.Millisecond
	maxListenWait = 5 * time.Second
)

// listener rings this replica's bell when another replica has added events. It has its own
// connection, because a pooled connection, or one behind a pooler, receives no notifications.
type listener struct {
	config  pgx.ConnConfig
	ctx     context.Context //nolint:containedctx // lives as long as the store
	cancel  context.CancelFunc
	working sync.WaitGroup
}

func newListener(config pgx.ConnConfig) *listener {
	l := &listener{config: config}
	l.ctx, l.cancel = context.WithCancel(context.Background())
	return l
}

func (l *listener) start(ring func()) {
	l.working.Go(func() {
		wait := minListenWait
		for l.ctx.Err() == nil {
			if l.listen(ring) {
				wait = minListenWait
			}
			select {
			case <-l.ctx.Done():
			case <-time.After(wait):
			}
			wait = min(2*wait, maxListenWait)
		}
	})
}

// listen rings until the connection breaks, and reports whether it had connected. It rings once at
// the start, for events that were missed before.
func (l *listener) listen(ring func()) bool {
	conn, err := pgx.ConnectConfig(l.ctx, l.config.Copy())
	if err != nil {
		return false
	}
	defer func() {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		_ = conn.Close(ctx)
	}()
	if _, err := conn.Exec(l.ctx, "LISTEN "+channel); err != nil {
		return false
	}
	for {
		ring()
		if _, err := conn.WaitForNotification(l.ctx); err != nil {
			return true
		}
	}
}

func (l *listener) stop() {
	l.cancel()
	l.working.Wait()
}
