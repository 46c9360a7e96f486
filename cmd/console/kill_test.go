package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/shopdesk/shopdesk/internal/orderstest"
	"github.com/shopdesk/shopdesk/internal/pgtest"
	"github.com/shopdesk/shopdesk/internal/sqlstore"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/sandbox"
	"github.com/shopdesk/shopdesk/server/store/sealed"
)

// The program is killed 6 times (kill -9), with SHOPDESK_WHOLE 20 times, while the platform delivers 250 messages for
// each kill, each again until it is accepted. Every message that was answered with code 0 is in the inbox, once.
func TestAcceptedMessagesSurviveKills(t *testing.T) {
	t.Parallel()
	t.Run("SQLite", func(t *testing.T) { killedWhileReceiving(t, filepath.Join(t.TempDir(), "shopdesk.db")) })
	t.Run("PostgreSQL", func(t *testing.T) { killedWhileReceiving(t, pgtest.Start(t)) })
}

func killedWhileReceiving(t *testing.T, database string) {
	const senders = 16
	kills := sample(20, 6)
	deliveries := int64(250 * kills)
	dir := t.TempDir()
	far := httptest.NewServer(new(sandbox.Sandbox))
	t.Cleanup(far.Close)
	keys, secret := secretsIn(t, dir, sandbox.DemoClientSecret)
	hook := hookID(t, database)
	port := freePort(t)
	public := "http://" + port
	address := public + "/hooks/" + hook
	args := []string{"--platform-url=" + far.URL, "--client-id=" + sandbox.DemoClientID, "--client-secret-file=" + secret,
		"--public-url=" + public, "--database=" + database, "--keys-file=" + keys, "--listen=" + port}
	var accepted sync.Map
	var done atomic.Int64
	halves := make(chan struct{}, deliveries)
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: senders}, Timeout: time.Minute}
	console := &service{t: t}
	console.start(args...)
	ctx := patient(t)
	var next atomic.Int64
	var sending sync.WaitGroup
	for range senders {
		sending.Go(func() {
			for i := next.Add(1); i <= deliveries && ctx.Err() == nil; i = next.Add(1) {
				for !deliver(client, address, int(i)) && ctx.Err() == nil {
					console.serves(ctx) // the platform repeats too, only later
				}
				accepted.Store(fmt.Sprint("m-", i), true)
				done.Add(1)
				halves <- struct{}{}
			}
		})
	}
	for kill := range kills {
		for done.Load() < int64(kill+1)*deliveries/int64(kills+1) && ctx.Err() == nil {
			select {
			case <-halves:
			case <-ctx.Done():
			}
		}
		console.kill()
		console.start(args...)
	}
	sending.Wait()
	console.kill()
	if ctx.Err() != nil {
		t.Fatalf("only %d of %d were accepted", done.Load(), deliveries)
	}
	kept := messages(t, database)
	accepted.Range(func(id, _ any) bool {
		if kept[id.(string)] != 1 {
			t.Errorf("%s was answered with code 0 and is there %d times", id, kept[id.(string)])
		}
		return true
	})
	if int64(len(kept)) != deliveries {
		t.Errorf("%d messages, want %d", len(kept), deliveries)
	}
}

// messages counts the messages in the inbox by their id.
func messages(t *testing.T, database string) map[string]int {
	t.Helper()
	db, err := openStore(t.Context(), databaseSettings{Database: database}, new(sealed.Keyring), true)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	rows, err := db.(*sqlstore.Store).DB().QueryContext(t.Context(),
		`SELECT message_id, COUNT(*) FROM inbox GROUP BY message_id`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	kept := map[string]int{}
	for rows.Next() {
		var id string
		var n int
		if err := rows.Scan(&id, &n); err != nil {
			t.Fatal(err)
		}
		kept[id] = n
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return kept
}

// deliver delivers the message m-i of an order, and reports whether it was answered with code 0.
func deliver(client *http.Client, address string, i int) bool {
	return deliverOrder(client, address, fmt.Sprint("m-", i),
		orderstest.Event(100001, int64(1<<53+i), platform.OrderPlaced, time.UnixMilli(int64(i)+1)))
}

// deliverOrder delivers a message about an order, like deliver.
func deliverOrder(client *http.Client, address, id string, order platform.OrderEvent) bool {
	body := orderstest.Message(address, sandbox.DemoClientSecret, id, platform.EventOrderPlaced, order.ShopID, order,
		time.Now())
	res, err := client.Post(address, "application/json", bytes.NewReader(body))
	if err != nil {
		return false
	}
	defer res.Body.Close()
	var answer platform.WebhookAnswer
	return json.NewDecoder(res.Body).Decode(&answer) == nil && res.StatusCode == http.StatusOK && answer.Code == 0
}

// hookID makes the database and returns the id of its hook, which the program will find there.
func hookID(t *testing.T, database string) string {
	t.Helper()
	db, err := openStore(t.Context(), databaseSettings{Database: database}, new(sealed.Keyring), true)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	id, err := db.PutMeta(t.Context(), "hook.id", "tested")
	if err != nil {
		t.Fatal(err)
	}
	return id
}

// freePort is an address at which no program listens. Its port is below those that systems give to outgoing connections
// and to programs that ask for any: one of these would take the port while the console is killed and started again.
func freePort(t *testing.T) string {
	t.Helper()
	for {
		address := fmt.Sprint("127.0.0.1:", 16384+rand.IntN(16384))
		l, err := new(net.ListenConfig).Listen(t.Context(), "tcp", address)
		if err == nil {
			_ = l.Close()
			return address
		}
		if !errors.Is(err, syscall.EADDRINUSE) {
			t.Fatal(err)
		}
	}
}
