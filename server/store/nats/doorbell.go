package nats

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/shopdesk/shopdesk/server/store"
)

// Options describe the way to a NATS server. URL is required.
type Options struct {
	// URL is the server's address, nats://host:4222 or tls://host:4222, or those of a cluster's servers with commas in
	// between. It holds no user or password.
	URL string
	// Credentials is a file with a user's JWT and seed (.creds). The file is read at each connection. Default: the
	// server wants none.
	Credentials string
}

const (
	connectWithin = 5 * time.Second
	reconnectWait = time.Second
	pingEvery     = 10 * time.Second // a connection ends when two pings in a row have no answer
)

// Doorbell is a connection to a NATS server, which is made again whenever it breaks.
type Doorbell struct {
	conn *nats.Conn

	mu       sync.Mutex
	next     int
	watchers map[int]watcher
	refused  error // the server lets us not publish, or not subscribe
}

// watcher is a call of Watch.
type watcher struct {
	subject string
	ring    func()
}

var _ store.Doorbell = (*Doorbell)(nil)

var errLost = errors.New("nats: not connected")

// Connect makes a doorbell. A server that doesn't answer is no error: the connection is made as soon as the server
// answers. Close the doorbell after the store that uses it.
func Connect(o Options) (*Doorbell, error) {
	d := &Doorbell{watchers: map[int]watcher{}}
	var err error
	d.conn, err = o.connect(nats.NoEcho(), nats.RetryOnFailedConnect(true), nats.MaxReconnects(-1),
		nats.IgnoreAuthErrorAbort(), nats.ReconnectWait(reconnectWait), nats.ReconnectBufSize(-1),
		nats.PingInterval(pingEvery), nats.ConnectHandler(d.connected), nats.ReconnectHandler(d.connected),
		nats.ErrorHandler(d.failed))
	if err != nil {
		return nil, err
	}
	return d, nil
}

// Valid returns what is wrong with the options. It connects to nothing, and shows no password.
func (o Options) Valid() error {
	for address := range strings.SplitSeq(o.URL, ",") {
		at, err := url.Parse(strings.TrimSpace(address))
		if err != nil || at.Host == "" || at.Scheme != "nats" && at.Scheme != "tls" {
			return errors.New("nats: URL: want nats://host:port or tls://host:port")
		}
		if at.User != nil {
			return errors.New("nats: URL has a user or password: use a file with credentials (.creds)")
		}
	}
	return nil
}

func (o Options) connect(more ...nats.Option) (*nats.Conn, error) {
	if err := o.Valid(); err != nil {
		return nil, err
	}
	options := append([]nats.Option{nats.Name("shopdesk"), nats.MaxPingsOutstanding(2),
		nats.Timeout(connectWithin)}, more...)
	if o.Credentials != "" {
		options = append(options, nats.UserCredentials(o.Credentials))
	}
	conn, err := nats.Connect(o.URL, options...)
	if err != nil {
		return nil, fmt.Errorf("nats: connect: %w", err)
	}
	return conn, nil
}

func subject(database string) string { return "shopdesk." + database + ".events" }

// Ring publishes an empty message. Without a connection the ring is lost: see connected.
func (d *Doorbell) Ring(database string) { _ = d.conn.Publish(subject(database), nil) }

// Watch subscribes, and rings once the server has the subscription, because rings before that were lost.
func (d *Doorbell) Watch(database string, ring func()) (stop func()) {
	w := watcher{subject(database), ring}
	sub, err := d.conn.Subscribe(w.subject, func(*nats.Msg) { ring() })
	d.mu.Lock()
	defer d.mu.Unlock()
	if err != nil {
		d.refused = fmt.Errorf("nats: subscribe: %w", err)
		return func() {}
	}
	id := d.next
	d.next++
	d.watchers[id] = w
	go func() {
		_ = d.conn.FlushTimeout(connectWithin) // without a connection, connected rings
		d.mu.Lock()
		defer d.mu.Unlock()
		if _, watches := d.watchers[id]; watches {
			ring()
		}
	}()
	return func() {
		d.mu.Lock()
		delete(d.watchers, id)
		d.mu.Unlock()
		_ = sub.Unsubscribe() // fails only on a closed connection
	}
}

// connected rings at the watchers for what was missed, and at the other replicas for rings that were lost.
func (d *Doorbell) connected(conn *nats.Conn) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.refused = nil
	for _, w := range d.watchers {
		w.ring()
		_ = conn.Publish(w.subject, nil)
	}
}

// failed keeps a refusal. Messages that were dropped because many waited are only rings that were lost.
func (d *Doorbell) failed(_ *nats.Conn, _ *nats.Subscription, err error) {
	if errors.Is(err, nats.ErrPermissionViolation) {
		d.mu.Lock()
		defer d.mu.Unlock()
		d.refused = fmt.Errorf("nats: %w", err)
	}
}

// Err returns the reason why rings don't arrive: there is no connection, or the server refuses our subjects.
func (d *Doorbell) Err() error {
	if !d.conn.IsConnected() {
		return fmt.Errorf("%w: %w", errLost, cmp.Or(d.conn.LastError(), nats.ErrDisconnected))
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.refused
}

// Close ends the connection.
func (d *Doorbell) Close() { d.conn.Close() }

// Check connects, and has a message come back on a subject of its own.
func Check(ctx context.Context, o Options) error {
	refused := make(chan error, 1)
	conn, err := o.connect(nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) {
		select {
		case refused <- err:
		default:
		}
	}))
	if err != nil {
		return err
	}
	defer conn.Close()
	came := make(chan struct{}, 1)
	const own = "check"
	if _, err := conn.Subscribe(subject(own), func(*nats.Msg) { came <- struct{}{} }); err != nil {
		return fmt.Errorf("nats: subscribe: %w", err)
	}
	if err := conn.Publish(subject(own), nil); err != nil {
		return fmt.Errorf("nats: publish: %w", err)
	}
	select {
	case <-came:
		return nil
	case err := <-refused:
		return fmt.Errorf("nats: %w", err)
	case <-ctx.Done():
		return fmt.Errorf("nats: no message came back: %w", ctx.Err())
	}
}
