package postgres_test

import (
	"io"
	"net"
	"net/url"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/shopdesk/shopdesk/internal/postgrestest"
	"github.com/shopdesk/shopdesk/server/store/internal/storetest"
	"github.com/shopdesk/shopdesk/server/store/postgres"
)

// way is a way to a server that can be cut.
type way struct {
	address string // of the database, this way

	mu    sync.Mutex
	cut   bool
	conns []net.Conn
}

func newWay(t *testing.T, dsn string) *way {
	t.Helper()
	config, err := pgx.ParseConfig(dsn)
	if err != nil {
		t.Fatal(err)
	}
	network, to := "tcp", net.JoinHostPort(config.Host, strconv.Itoa(int(config.Port)))
	if strings.HasPrefix(config.Host, "/") {
		network, to = "unix", filepath.Join(config.Host, ".s.PGSQL."+strconv.Itoa(int(config.Port)))
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	at, err := url.Parse(dsn)
	if err != nil {
		t.Fatal(err)
	}
	host, port, _ := net.SplitHostPort(listener.Addr().String())
	query := at.Query()
	query.Set("host", host)
	query.Set("port", port)
	query.Set("sslmode", "disable")
	at.RawQuery = query.Encode()
	w := &way{address: at.String()}
	var open sync.WaitGroup
	t.Cleanup(func() { _ = listener.Close(); w.setCut(true); open.Wait() })
	open.Go(func() {
		for {
			near, err := listener.Accept()
			if err != nil {
				return
			}
			far, err := net.Dial(network, to)
			if err != nil {
				_ = near.Close()
				continue
			}
			if !w.take(near, far) {
				continue
			}
			open.Go(func() { _, _ = io.Copy(far, near); _ = far.Close() })
			open.Go(func() { _, _ = io.Copy(near, far); _ = near.Close() })
		}
	})
	return w
}

// take keeps a pair of connections, unless the way is cut.
func (w *way) take(pair ...net.Conn) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.cut {
		for _, conn := range pair {
			_ = conn.Close()
		}
		return false
	}
	w.conns = append(w.conns, pair...)
	return true
}

func (w *way) setCut(cut bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.cut = cut
	if cut {
		for _, conn := range w.conns {
			_ = conn.Close()
		}
		w.conns = nil
	}
}

// The connection that listens breaks and comes back; the pool's connections stay.
func TestNotificationsPassTheDoorbellSuite(t *testing.T) {
	t.Parallel()
	storetest.RunDoorbell(t, func(t *testing.T) storetest.Replicas {
		dsn := postgrestest.Address(t)
		direct := newWay(t, dsn)
		pooler := postgres.Pooler{Direct: direct.address}
		first, err := pooler.Open(t.Context(), dsn)
		closing(t, first, err)
		second, err := pooler.Open(t.Context(), dsn)
		closing(t, second, err)
		return storetest.Replicas{First: first, Second: second,
			Break: func() { direct.setCut(true) }, Mend: func() { direct.setCut(false) }}
	})
}
