package nats_test

import (
	"context"
	"errors"
	"io"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/nats-io/jwt/v2"
	natsserver "github.com/nats-io/nats-server/v2/server"
	raw "github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"

	"github.com/shopdesk/shopdesk/internal/pgtest"
	"github.com/shopdesk/shopdesk/internal/postgrestest"
	"github.com/shopdesk/shopdesk/server/store"
	"github.com/shopdesk/shopdesk/server/store/internal/storetest"
	"github.com/shopdesk/shopdesk/server/store/nats"
	"github.com/shopdesk/shopdesk/server/store/postgres"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

// start starts a server; port -1 is any.
func start(t *testing.T, o natsserver.Options) *natsserver.Server {
	t.Helper()
	o.Host, o.NoLog, o.NoSigs = "127.0.0.1", true, true
	o.AuthTimeout = time.Minute.Seconds() // a busy machine needs more than the usual two seconds
	s, err := natsserver.NewServer(&o)
	if err != nil {
		t.Fatal(err)
	}
	go s.Start()
	if !s.ReadyForConnections(time.Minute) {
		t.Fatal("the NATS server isn't ready")
	}
	t.Cleanup(func() { end(s) })
	return s
}

func end(s *natsserver.Server) {
	s.Shutdown()
	s.WaitForShutdown()
}

func connect(t *testing.T, o nats.Options) *nats.Doorbell {
	t.Helper()
	d, err := nats.Connect(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.Close)
	return d
}

// opened is a replica with a doorbell of its own.
func opened(t *testing.T, dsn, database string, o nats.Options) store.Store {
	t.Helper()
	bell := connect(t, o)
	s, err := postgres.Open(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	s.UseDoorbell(bell, database)
	return s
}

// The server is killed, and another one started at its address.
func TestNATSPassesTheDoorbellSuite(t *testing.T) {
	t.Parallel()
	storetest.RunDoorbell(t, func(t *testing.T) storetest.Replicas {
		s := start(t, natsserver.Options{Port: -1})
		port := s.Addr().String()[strings.LastIndex(s.Addr().String(), ":")+1:]
		o := nats.Options{URL: s.ClientURL()}
		dsn := postgrestest.Address(t)
		return storetest.Replicas{
			First: opened(t, dsn, "A", o), Second: opened(t, dsn, "A", o),
			Break: func() { end(s) },
			Mend:  func() { start(t, natsserver.Options{Port: number(t, port)}) },
		}
	})
}

// A replica may start before the server does.
func TestServerMayStartLater(t *testing.T) {
	t.Parallel()
	s := start(t, natsserver.Options{Port: -1})
	address := s.ClientURL()
	end(s)
	d := connect(t, nats.Options{URL: address})
	rung := make(chan struct{}, 9)
	defer d.Watch("A", func() { rung <- struct{}{} })()
	if d.Err() == nil {
		t.Error("there is no server, and no error")
	}
	d.Ring("A")
	start(t, natsserver.Options{Port: number(t, address[strings.LastIndex(address, ":")+1:])})
	<-rung
	// A machine that stands still for some seconds may lose the connection once more.
	until(t, func() bool { return d.Err() == nil })
}

// A ring that the server passed on before it had the watcher's subscription isn't missed.
func TestWatcherIsRungAtOnceSubscribed(t *testing.T) {
	t.Parallel()
	s := start(t, natsserver.Options{Port: -1})
	address, held := slowly(t, s.Addr().String())
	d := connect(t, nats.Options{URL: "nats://" + address})
	connected := make(chan struct{}, 9)
	defer d.Watch("B", func() { connected <- struct{}{} })()
	<-connected
	held.Lock() // what the doorbell says doesn't arrive
	rung := make(chan struct{}, 9)
	defer d.Watch("A", func() { rung <- struct{}{} })()
	other, err := raw.Connect(s.ClientURL(), raw.Timeout(time.Minute))
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	if err := errors.Join(other.Publish("shopdesk.A.events", nil), other.FlushTimeout(time.Minute)); err != nil {
		t.Fatal(err)
	}
	held.Unlock()
	<-rung
}

// slowly is a way to a server that begins with a broken connection. Nothing reaches the server while held is locked.
func slowly(t *testing.T, server string) (address string, held *sync.Mutex) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	held = new(sync.Mutex)
	go func() {
		broken, err := listener.Accept()
		if err != nil {
			return
		}
		_ = broken.Close()
		near, err := listener.Accept()
		if err != nil {
			return
		}
		far, err := net.Dial("tcp", server)
		if err != nil {
			t.Error(err)
			return
		}
		go func() { _, _ = io.Copy(near, far); _ = near.Close() }()
		for buffer := make([]byte, 4096); err == nil; {
			var n int
			n, err = near.Read(buffer)
			held.Lock()
			_, _ = far.Write(buffer[:n])
			held.Unlock()
		}
		_ = far.Close()
	}()
	return listener.Addr().String(), held
}

// Installations that share a server don't ring at each other. A message is empty, its subject has the database's id and
// nothing else, and PostgreSQL isn't notified beside it.
func TestMessagesSayOnlyThatThereIsSomethingNew(t *testing.T) {
	t.Parallel()
	s := start(t, natsserver.Options{Port: -1})
	dsn := postgrestest.Address(t)
	heard, err := pgx.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = heard.Close(context.WithoutCancel(t.Context())) }()
	if _, err := heard.Exec(t.Context(), "LISTEN shopdesk_events"); err != nil {
		t.Fatal(err)
	}
	replica := opened(t, dsn, "A", nats.Options{URL: s.ClientURL()})
	other := connect(t, nats.Options{URL: s.ClientURL()})
	all := make(chan *raw.Msg, 9)
	spy, err := raw.Connect(s.ClientURL(), raw.Timeout(time.Minute))
	if err != nil {
		t.Fatal(err)
	}
	defer spy.Close()
	if _, err := spy.ChanSubscribe(">", all); err != nil {
		t.Fatal(err)
	}
	if err := spy.FlushTimeout(time.Minute); err != nil {
		t.Fatal(err)
	}
	stranger := make(chan struct{}, 9)
	defer other.Watch("B", func() { stranger <- struct{}{} })()
	until(t, func() bool { return other.Err() == nil })
	const events = 3
	for range events {
		event := store.Event{ShopID: 7, Kind: "k", Data: []byte("Ada")}
		if err := replica.AddEvents(t.Context(), []store.Event{event}); err != nil {
			t.Fatal(err)
		}
	}
	for rung := 0; rung < events; {
		m := <-all
		if len(m.Data)+len(m.Header) != 0 || m.Reply != "" {
			t.Errorf("%s says %q, %v", m.Subject, m.Data, m.Header)
		}
		if m.Subject == "shopdesk.A.events" {
			rung++
		}
	}
	if len(stranger) > 2 { // once connected and once subscribed
		t.Error("another installation was rung at")
	}
	if _, err := heard.Exec(t.Context(), "NOTIFY shopdesk_events, 'ours'"); err != nil {
		t.Fatal(err)
	}
	if first, err := heard.WaitForNotification(t.Context()); err != nil || first.Payload != "ours" {
		t.Errorf("PostgreSQL was notified: %+v, %v", first, err)
	}
}

// credentials makes a server with one account, and credentials of a user who may use our subjects, or no subject.
func credentials(t *testing.T) (address string, fileOf func(subject string) string) {
	t.Helper()
	operator, account := must(nkeys.CreateOperator()), must(nkeys.CreateAccount())
	public := must(account.PublicKey())
	resolver := new(natsserver.MemAccResolver)
	if err := resolver.Store(public, must(jwt.NewAccountClaims(public).Encode(operator))); err != nil {
		t.Fatal(err)
	}
	s := start(t, natsserver.Options{Port: -1, TrustedKeys: []string{must(operator.PublicKey())},
		AccountResolver: resolver})
	return s.ClientURL(), func(subject string) string {
		user := must(nkeys.CreateUser())
		claims := jwt.NewUserClaims(must(user.PublicKey()))
		claims.Pub.Allow.Add(subject)
		claims.Sub.Allow.Add(subject)
		text := must(jwt.FormatUserConfig(must(claims.Encode(account)), must(user.Seed())))
		file := filepath.Join(t.TempDir(), "user.creds")
		if err := os.WriteFile(file, text, 0o600); err != nil {
			t.Fatal(err)
		}
		return file
	}
}

// A user's credentials are needed where the server wants them. Refused subjects are an error, not silence.
func TestCredentialsAndPermissions(t *testing.T) {
	t.Parallel()
	address, fileOf := credentials(t)
	ours, none := fileOf("shopdesk.>"), fileOf("other.>")
	for name, c := range map[string]struct{ file, want string }{
		"ours": {ours, ""}, "without": {"", "uthorization"}, "other subjects": {none, "ermissions"},
		"no file": {"/nowhere/creds", "/nowhere/creds"},
	} {
		err := nats.Check(t.Context(), nats.Options{URL: address, Credentials: c.file})
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for file, works := range map[string]bool{ours: true, none: false, "": false} {
		d := connect(t, nats.Options{URL: address, Credentials: file})
		defer d.Watch("A", func() {})()
		until(t, func() bool { return (d.Err() == nil) == works })
	}
}

func TestAddressesWithoutAPassword(t *testing.T) {
	t.Parallel()
	for _, address := range []string{"", "host", "http://host:4222", "nats://", "nats://ann:hunter2@host:4222",
		"nats://host:4222,tls://hunter2@other"} {
		_, err := nats.Connect(nats.Options{URL: address})
		if err == nil || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%s: %v", address, err)
		}
	}
	if err := (nats.Options{URL: "nats://a:4222, tls://b:4222"}).Valid(); err != nil {
		t.Error(err)
	}
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func number(t *testing.T, text string) int {
	t.Helper()
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// until waits for a condition.
func until(t *testing.T, so func() bool) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); !so(); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("it didn't come about")
		}
	}
}
