package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/shopdesk/shopdesk/internal/orderstest"
	"github.com/shopdesk/shopdesk/internal/pgtest"
	"github.com/shopdesk/shopdesk/internal/sqlstore"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/sandbox"
	"github.com/shopdesk/shopdesk/server/store/sealed"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

// The program is killed 20 times (kill -9) while the platform delivers 5,000 messages, each again until it is
// accepted. Every message that was answered with code 0 is in the inbox, once.
func TestAcceptedMessagesSurviveKills(t *testing.T) {
	t.Parallel()
	program := built(t, t.TempDir())
	t.Run("SQLite", func(t *testing.T) { killedWhileReceiving(t, program, filepath.Join(t.TempDir(), "shopdesk.db")) })
	t.Run("PostgreSQL", func(t *testing.T) { killedWhileReceiving(t, program, pgtest.Start(t)) })
}

func killedWhileReceiving(t *testing.T, program, database string) {
	const deliveries, kills, senders = 5000, 20, 16
	dir := t.TempDir()
	far := httptest.NewServer(new(sandbox.Sandbox))
	t.Cleanup(far.Close)
	keys, secret := secretsIn(t, dir, sandbox.DemoClientSecret)
	hook := hookID(t, database)
	port := freePort(t)
	public := "http://" + port
	address := public + "/hooks/" + hook
	start := func() *exec.Cmd {
		c := exec.Command(program, "serve", "--platform-url="+far.URL, "--client-id="+sandbox.DemoClientID,
			"--client-secret-file="+secret,
			"--public-url="+public, "--database="+database, "--keys-file="+keys, "--listen="+port)
		c.Stderr = io.Discard
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		return c
	}
	var accepted sync.Map
	var done atomic.Int64
	halves := make(chan struct{}, deliveries)
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: senders}, Timeout: 10 * time.Second}
	running := start()
	ctx, cancel := context.WithTimeout(t.Context(), 4*time.Minute)
	defer cancel()
	var next atomic.Int64
	var sending sync.WaitGroup
	for range senders {
		sending.Go(func() {
			for i := next.Add(1); i <= deliveries && ctx.Err() == nil; i = next.Add(1) {
				for !deliver(client, address, int(i)) && ctx.Err() == nil {
					continue // the platform repeats too, only later
				}
				accepted.Store(fmt.Sprint("m-", i), true)
				done.Add(1)
				halves <- struct{}{}
			}
		})
	}
	for kill := range kills {
		for done.Load() < int64((kill+1)*deliveries/(kills+1)) && ctx.Err() == nil {
			select {
			case <-halves:
			case <-ctx.Done():
			}
		}
		_ = running.Process.Kill()
		_ = running.Wait()
		running = start()
	}
	sending.Wait()
	_ = running.Process.Kill()
	_ = running.Wait()
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
	if len(kept) != deliveries {
		t.Errorf("%d messages, want %d", len(kept), deliveries)
	}
}

// messages counts the messages in the inbox by their id.
func messages(t *testing.T, database string) map[string]int {
	t.Helper()
	db, err := openStore(t.Context(), home{Database: database}, new(sealed.Keyring), true)
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

// built builds the program and returns its path.
func built(t *testing.T, dir string) string {
	t.Helper()
	program := filepath.Join(dir, "console")
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return program
}

// hookID makes the database and returns the id of its hook, which the program will find there.
func hookID(t *testing.T, database string) string {
	t.Helper()
	db, err := openStore(t.Context(), home{Database: database}, new(sealed.Keyring), true)
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

func freePort(t *testing.T) string {
	t.Helper()
	l, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}
