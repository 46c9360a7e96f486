package server_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/internal/orderstest"
	"github.com/shopdesk/shopdesk/internal/postgrestest"
	"github.com/shopdesk/shopdesk/internal/sqlitetest"
	"github.com/shopdesk/shopdesk/internal/sqlstore"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/sandbox"
	"github.com/shopdesk/shopdesk/server"
	"github.com/shopdesk/shopdesk/server/store"
	"github.com/shopdesk/shopdesk/server/store/sqlite"
)

// ready asks for readiness like a load balancer.
func (b *bench) ready() string {
	b.t.Helper()
	status, body := b.do(b.browser(), "GET", api.PathReady, nil, nil)
	return fmt.Sprint(status, " ", strings.TrimSpace(body))
}

// watch is a clock that can be put forward.
type watch struct{ ahead atomic.Int64 }

func (w *watch) now() time.Time        { return time.Now().Add(time.Duration(w.ahead.Load())) }
func (w *watch) pass(by time.Duration) { w.ahead.Add(int64(by)) }

func TestReadinessNamesTheMissingPart(t *testing.T) {
	t.Parallel()
	var clock watch
	b := open(t, func(o *server.Options) { o.Now = clock.now })
	b.eventually("ready", func() bool { return b.ready() == "200 ok" })

	// An outage of the platform lasts longer than the token: the page that explains it must stay reachable.
	b.platform.Close()
	clock.pass(30 * 24 * time.Hour)
	if got := b.ready(); got != "200 platform" {
		t.Errorf("with the token lapsed: %s, want 200 platform", got)
	}
	if err := b.store.Close(); err != nil {
		t.Fatal(err)
	}
	clock.pass(time.Second)
	if got := b.ready(); got != "503 store" {
		t.Errorf("with the store gone: %s, want 503 store", got)
	}
}

func TestNotReadyBeforeAToken(t *testing.T) {
	t.Parallel()
	b := open(t, func(o *server.Options) { o.Platform.ClientSecret = "wrong" })
	b.eventually("an answer of the platform", func() bool {
		return strings.Contains(b.log.String(), "access token not renewed")
	})
	if got := b.ready(); got != "503 platform" {
		t.Errorf("%s, want 503 platform", got)
	}
}

// While no merchant has authorised the application, a proxy that asks for readiness lets the owner in, to connect the
// first one. The bug: readiness was 503, and so the proxy kept everybody from the page that connects.
func TestReadyBeforeTheFirstMerchant(t *testing.T) {
	t.Parallel()
	b := open(t, func(o *server.Options) {
		o.Shops = []store.Shop{{ShopID: shopID, Name: "First", Zone: "Asia/Hong_Kong"}}
	}, func(next http.Handler) http.Handler {
		box := next.(*sandbox.Sandbox)
		for _, shop := range box.Directory() {
			if err := box.SetAuthorised(shop.ShopID, false); err != nil {
				t.Fatal(err)
			}
		}
		return next
	})
	b.eventually("an answer of the platform", func() bool {
		return strings.Contains(b.log.String(), "access token not renewed")
	})
	if got := b.ready(); got != "200 platform" {
		t.Errorf("%s, want 200 platform", got)
	}
}

// A replica whose application grant is refused since its start is ready once a merchant's connection works. The bug: a
// proxy sent it neither pages nor webhooks.
func TestReadyThroughAConnection(t *testing.T) {
	t.Parallel()
	b := open(t, func(o *server.Options) { o.Platform.ClientSecret = "wrong" })
	b.consent(b.as(api.RoleOwner), shopID)
	b.eventually("an answer of the platform", func() bool {
		return strings.Contains(b.log.String(), "access token not renewed")
	})
	if got := b.ready(); got != "200 platform" {
		t.Errorf("%s, want 200 platform", got)
	}
}

// askedStore counts the readiness checks of its store.
type askedStore struct {
	*sqlstore.Store
	pings, proofs atomic.Int64
}

func (c *askedStore) Ping(ctx context.Context) error  { c.pings.Add(1); return c.Store.Ping(ctx) }
func (c *askedStore) Prove(ctx context.Context) error { c.proofs.Add(1); return c.Store.Prove(ctx) }

// The bug: each request of a stranger was a transaction. For any number of requests the store is asked once a second,
// and written once in ten.
func TestReadinessAsksTheStoreOnceASecond(t *testing.T) {
	t.Parallel()
	start := time.Now()
	var ahead atomic.Int64 // the clock moves only when the test moves it
	db := &askedStore{Store: sqlitetest.Open(t)}
	b := open(t, func(o *server.Options) {
		o.Store = db
		o.Now = func() time.Time { return start.Add(time.Duration(ahead.Load())) }
	})
	const seconds = 15
	for range seconds {
		var asking sync.WaitGroup
		for range 8 {
			asking.Go(func() { b.ready() })
		}
		asking.Wait()
		ahead.Add(int64(time.Second))
	}
	if pings, proofs := db.pings.Load(), db.proofs.Load(); pings != seconds || proofs != 2 {
		t.Errorf("asked %d times and written %d times in %d seconds", pings, proofs, seconds)
	}
}

// message is a delivery of a new order.
func (k *kitchen) message() []byte {
	k.n++
	now := time.Now()
	return orderstest.Message(k.console.HookURL(), sandbox.DemoClientSecret, orderstest.ID(k.n),
		platform.EventOrderPlaced, shopID,
		orderstest.Event(shopID, orderID+int64(k.n), platform.OrderPlaced, now), now)
}

// fileKitchen keeps everything in a file at path.
func fileKitchen(t *testing.T, path string, clock *watch) (*kitchen, *sqlstore.Store) {
	t.Helper()
	db, err := sqlite.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	k := newKitchen(t, func(o *server.Options) { o.Store, o.Now = db, clock.now })
	return k, db
}

// The bug: the receiver went on acknowledging messages into a file that had been deleted or replaced, and readiness
// answered ok.
func TestLostDatabaseFileStopsTheReceiver(t *testing.T) {
	t.Parallel()
	for name, lose := range map[string]func(path string) error{
		"deleted":  os.Remove,
		"replaced": func(path string) error { return os.Rename(sqlitetest.File(t), path) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var clock watch
			path := sqlitetest.File(t)
			k, _ := fileKitchen(t, path, &clock)
			k.eventually("ready", func() bool { clock.pass(time.Second); return k.ready() == "200 ok" })
			if status, text := k.deliver(k.message()); status != http.StatusOK {
				t.Fatalf("%d %s", status, text)
			}
			if err := lose(path); err != nil {
				t.Fatal(err)
			}
			for range 3 {
				if status, text := k.deliver(k.message()); status != http.StatusServiceUnavailable {
					t.Errorf("a message was answered with %d %s", status, text)
				}
			}
			clock.pass(time.Second)
			if got := k.ready(); got != "503 store" {
				t.Errorf("%s, want 503 store", got)
			}
			if !strings.Contains(k.log.String(), "deleted or replaced") {
				t.Error("the log doesn't say what happened")
			}
		})
	}
}

// The bug: a second console on a file started, ended the claims of the first, and neither heard of the other's events
// at once.
func TestSecondConsoleOnAFileIsRefused(t *testing.T) {
	t.Parallel()
	path := sqlitetest.File(t)
	var clock watch
	var options server.Options
	db, err := sqlite.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	k := newKitchen(t, func(o *server.Options) { o.Store, o.Now, options = db, clock.now, *o })
	options.Store, err = sqlite.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = options.Store.Close() })
	_, err = server.New(t.Context(), options)
	if !errors.Is(err, store.ErrOwned) || !strings.Contains(err.Error(), path) {
		t.Errorf("a second console: %v", err)
	}
	k.eventually("ready", func() bool { clock.pass(time.Second); return k.ready() == "200 ok" })
	if err := errors.Join(k.console.Close(), db.Close()); err != nil {
		t.Fatal(err)
	}
	again, err := server.New(t.Context(), options)
	if err != nil {
		t.Fatal("after the first has ended: ", err)
	}
	if err := again.Close(); err != nil {
		t.Error(err)
	}
}

// The bug: readiness changed no row, and answered "ok" on a full disk. Once there is room again, the messages that
// couldn't be stored are stored, without another delivery.
func TestNotReadyOnAFullDisk(t *testing.T) {
	t.Parallel()
	var clock watch
	k, db := fileKitchen(t, sqlitetest.File(t), &clock)
	k.eventually("ready", func() bool { clock.pass(time.Second); return k.ready() == "200 ok" })
	room := func(pages int) {
		t.Helper()
		if _, err := db.DB().Exec(fmt.Sprint(`PRAGMA max_page_count = `, pages)); err != nil {
			t.Fatal(err)
		}
	}
	room(1) // SQLite raises this to the present size
	// One refusal alone may be that of a machine which stood still.
	for n, refused := 0, 0; refused < 2; n++ {
		switch status, _ := k.deliver(k.message()); {
		case status == http.StatusServiceUnavailable:
			refused++
		case status != http.StatusOK || n == 2000:
			t.Fatalf("message %d was answered with %d", n, status)
		default:
			refused = 0
		}
	}
	clock.pass(10 * time.Second)
	if got := k.ready(); got != "503 store" {
		t.Errorf("on a full disk: %s, want 503 store", got)
	}
	room(1_000_000)
	k.eventually("ready again", func() bool { clock.pass(10 * time.Second); return k.ready() == "200 ok" })
	var kept int
	if err := db.DB().QueryRow(`SELECT count(*) FROM inbox WHERE message_id = $1`,
		orderstest.ID(k.n)).Scan(&kept); err != nil || kept != 1 {
		t.Errorf("the message that was turned away: %d, %v", kept, err)
	}
}

// The bug: with a damaged page of the inbox each message was refused, and readiness answered "ok", because it wrote
// to another table. Messages in other pages of the inbox don't hide the damage.
func TestNotReadyWithADamagedInbox(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"inbox", "sqlite_autoindex_inbox_1"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var clock watch
			path := sqlitetest.File(t)
			damage(t, path, name)
			k, _ := fileKitchen(t, path, &clock)
			k.eventually("ready", func() bool { clock.pass(time.Minute); return k.ready() == "200 ok" })
			if status, text := k.deliver(k.message()); status != http.StatusServiceUnavailable {
				t.Fatalf("%d %s", status, text)
			}
			for range 3 {
				clock.pass(time.Minute) // longer than a failure counts
				if got := k.ready(); got != "503 inbox" {
					t.Errorf("%s, want 503 inbox", got)
				}
			}
			clock.pass(5 * time.Minute) // accepted again: only the next message finds the damage
			if got := k.ready(); got != "200 ok" {
				t.Errorf("later: %s, want 200 ok", got)
			}
		})
	}
}

// damage overwrites the first page of a table or an index.
func damage(t *testing.T, path, name string) {
	t.Helper()
	db, err := sqlite.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	var page, size int64
	err = db.DB().QueryRow(`SELECT rootpage, page_size FROM sqlite_master, pragma_page_size WHERE name = $1`,
		name).Scan(&page, &size)
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	_, err = f.WriteAt([]byte(strings.Repeat("damaged ", int(size/8))), (page-1)*size)
	if err := errors.Join(err, f.Close()); err != nil {
		t.Fatal(err)
	}
}

// A PostgreSQL database has no file to check: its id reveals another database in its place, and a missing table
// reveals an emptied one.
func TestNotReadyOnAnotherDatabase(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]string{
		"another installation":  `UPDATE meta SET value = 'another' WHERE name = 'database.id'`,
		"an empty installation": `DELETE FROM meta`,
		"a missing table":       `DROP TABLE probes`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			db := postgrestest.Open(t)
			var clock watch
			b := open(t, func(o *server.Options) { o.Store, o.Now = db, clock.now })
			b.eventually("ready", func() bool { clock.pass(time.Second); return b.ready() == "200 ok" })
			if _, err := db.DB().Exec(change); err != nil {
				t.Fatal(err)
			}
			clock.pass(10 * time.Second)
			if got := b.ready(); got != "503 store" {
				t.Errorf("%s, want 503 store", got)
			}
		})
	}
}
