package main

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/internal/orderstest"
	"github.com/shopdesk/shopdesk/internal/pgtest"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/sandbox"
	"github.com/shopdesk/shopdesk/server/store"
	"github.com/shopdesk/shopdesk/server/store/sealed"
)

// The program is killed (kill -9) in the middle of a burst of 40 orders, six times. Every order that was answered
// with code 0 is in the event log: after the kill if there is another replica, else after the program's next start. The
// log has the times. Package server tests that this takes no longer than a claim (claims_test.go).
func TestAcceptedOrdersAreHeardSoonAfterAKill(t *testing.T) {
	t.Parallel()
	t.Run("SQLite", func(t *testing.T) { killedAfterABurst(t, filepath.Join(t.TempDir(), "shopdesk.db"), false) })
	t.Run("PostgreSQL", func(t *testing.T) { killedAfterABurst(t, pgtest.Start(t), true) })
}

// replica is a running console.
type replica struct {
	service
	address string
}

func killedAfterABurst(t *testing.T, database string, two bool) {
	const bursts, burst = 6, 40
	dir := t.TempDir()
	box := new(sandbox.Sandbox)
	far := httptest.NewServer(box)
	t.Cleanup(far.Close)
	keys, secret := secretsIn(t, dir, sandbox.DemoClientSecret)
	hook := hookID(t, database)
	db, err := openStore(t.Context(), databaseSettings{Database: database}, new(sealed.Keyring), true)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := db.PutShops(t.Context(), []store.Shop{{ShopID: box.Directory()[0].ShopID,
		Zone: "Asia/Hong_Kong"}}); err != nil {
		t.Fatal(err)
	}
	shop := box.Directory()[0].ShopID
	public := "http://" + freePort(t)
	ctx := patient(t)
	start := func() *replica {
		t.Helper()
		port := freePort(t)
		r := &replica{service{t: t}, "http://" + port}
		r.start("--platform-url="+far.URL, "--client-id="+sandbox.DemoClientID, "--client-secret-file="+secret,
			"--public-url="+public, "--database="+database, "--keys-file="+keys, "--listen="+port)
		t.Cleanup(r.kill)
		r.serves(ctx)
		awaited(ctx, t, "the program gets ready", func() bool {
			res, err := http.Get(r.address + api.PathReady)
			if err != nil {
				return false
			}
			_ = res.Body.Close()
			return res.StatusCode == http.StatusOK
		})
		return r
	}
	deliver := func(to *replica, id int64) bool {
		now := time.Now()
		body := orderstest.Message(public+"/hooks/"+hook, sandbox.DemoClientSecret, fmt.Sprint("m-", id),
			platform.EventOrderPlaced, shop,
			orderstest.Event(shop, id, platform.OrderPlaced, now), now)
		r, err := http.NewRequestWithContext(ctx, http.MethodPost, to.address+"/hooks/"+hook, bytes.NewReader(body))
		if err != nil {
			return false
		}
		r.Host = public[len("http://"):]
		res, err := http.DefaultClient.Do(r)
		if err != nil {
			return false
		}
		defer res.Body.Close()
		text, err := io.ReadAll(res.Body)
		return err == nil && string(text) == `{"code":0}`
	}
	first := start()
	if two {
		_ = start()
	}
	for round := range int64(bursts) {
		ids, killed := make(chan int64, burst), make(chan struct{})
		var sending sync.WaitGroup
		for i := range int64(burst) {
			id := 1<<53 + 1000*round + i
			sending.Go(func() {
				for !deliver(first, id) { // a console that has no time is asked again
					select {
					case <-killed:
						return
					case <-ctx.Done():
						return
					default:
					}
				}
				ids <- id
			})
		}
		var accepted []int64
		for range 5 + 6*round { // each round kills later than the one before
			select {
			case id := <-ids:
				accepted = append(accepted, id)
			case <-ctx.Done():
				t.Fatalf("only %d orders were accepted", len(accepted))
			}
		}
		first.kill()
		close(killed)
		sending.Wait()
		close(ids)
		for id := range ids {
			accepted = append(accepted, id)
		}
		since := time.Now()
		next := start()
		if !two {
			since = time.Now() // no replica was running before
		}
		for _, id := range accepted {
			awaited(ctx, t, "the order is heard", func() bool {
				_, err := db.Order(ctx, shop, id)
				return err == nil
			})
		}
		t.Logf("round %d: %d orders, %v", round, len(accepted), time.Since(since))
		first = next
	}
}
