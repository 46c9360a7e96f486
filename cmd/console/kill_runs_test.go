package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/internal/pgtest"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/sandbox"
	"github.com/shopdesk/shopdesk/server/store"
	"github.com/shopdesk/shopdesk/server/store/sealed"
)

// The program is killed three times (kill -9), with SHOPDESK_WHOLE ten times, each time at a random moment, while it
// makes a run over 500 shops on a platform that now and then loses an answer. In the end every shop is changed, each
// was written once, and the audit has one row for each.
//
// Each engine has a test of its own: subtests would begin when all other tests of the package have begun.
func TestKilledRunWritesEachShopOnce(t *testing.T) {
	t.Parallel()
	killedInARun(t, filepath.Join(t.TempDir(), "shopdesk.db"))
}

func TestKilledRunWritesEachShopOnceOnPostgreSQL(t *testing.T) {
	t.Parallel()
	killedInARun(t, pgtest.Start(t))
}

const runShops = 500

func killedInARun(t *testing.T, database string) {
	dir := t.TempDir()
	far := &counting{box: sandbox.Sandbox{Shops: runShops, Latency: 10 * time.Millisecond}, idle: map[string]int{}}
	web := httptest.NewServer(far)
	t.Cleanup(web.Close)
	keys, secret := secretsIn(t, dir, sandbox.DemoClientSecret)
	for _, path := range []string{platform.PathWeekUpdate, platform.PathContactUpdate} {
		if _, err := far.box.Inject(sandbox.Fault{Kind: sandbox.FaultActDrop, Path: path, Rate: 0.02}); err != nil {
			t.Fatal(err)
		}
	}
	db, err := openStore(t.Context(), databaseSettings{Database: database}, new(sealed.Keyring), true)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	shift := []api.Shift{{36000, 61200}}
	change := api.Change{Week: &[7][]api.Shift{shift, shift, shift, shift, shift, shift, shift},
		Phones: []string{"852-25469999"}}
	run := planned(t, db, &far.box, change)

	port := freePort(t)
	args := []string{"--platform-url=" + web.URL, "--client-id=" + sandbox.DemoClientID, "--client-secret-file=" + secret,
		"--public-url=http://" + port, "--database=" + database, "--keys-file=" + keys, "--listen=" + port,
		"--calls-per-second=400"}
	var kills []int64 // by the number of writes so far
	for range sample(10, 3) {
		kills = append(kills, 1+rand.Int64N(2*runShops-20))
	}
	slices.Sort(kills)
	t.Logf("killed after %d writes", kills)
	console := &service{t: t}
	console.start(args...)
	ctx := patient(t)
	for _, at := range kills {
		far.await(ctx, t, at)
		console.kill()
		console.start(args...)
	}
	defer console.kill()
	look := time.NewTicker(100 * time.Millisecond)
	defer look.Stop()
	for {
		r, err := db.Run(ctx, run)
		if err != nil {
			t.Fatal(err)
		}
		if r.State == store.RunDone {
			break
		}
		select {
		case <-look.C:
		case <-ctx.Done():
			counts, _ := db.CountRunShops(context.WithoutCancel(ctx), []string{run}, nil)
			t.Fatalf("the run doesn't end: %v", counts)
		}
	}
	counts, err := db.CountRunShops(ctx, []string{run}, nil)
	if err != nil || counts[run][store.RunShopDone] != runShops {
		t.Errorf("%v %v", counts, err)
	}
	for _, info := range far.box.Directory() {
		s, _ := far.box.Shop(info.ShopID)
		if right(s) != "both" {
			t.Errorf("%d isn't right: %+v %+v", info.ShopID, s.Week.Sun, s.Record.Phones)
		}
		for _, path := range []string{platform.PathWeekUpdate, platform.PathContactUpdate} {
			if n := far.times(path, info.ShopID); n != 0 {
				t.Errorf("%s was sent %d times for nothing for %d", path, n, info.ShopID)
			}
		}
	}
	entries, err := db.Entries(ctx, store.EntryQuery{Limit: 10 * runShops})
	if err != nil {
		t.Fatal(err)
	}
	byShop := map[int64]int{}
	for _, e := range entries {
		if byShop[e.ShopID]++; e.Outcome != store.OutcomeDone || byShop[e.ShopID] > 1 {
			t.Errorf("audit of %d: %s %s", e.ShopID, e.Action, e.Outcome)
		}
	}
	if len(byShop) != runShops {
		t.Errorf("%d rows in the audit", len(byShop))
	}
}

// planned stores the sandbox's shops, an owner and a run of that owner.
func planned(t *testing.T, db store.Store, box *sandbox.Sandbox, change api.Change) string {
	t.Helper()
	shops := directory(box)
	if err := db.PutShops(t.Context(), shops); err != nil {
		t.Fatal(err)
	}
	owner, err := db.CreateOperator(t.Context(), store.Operator{Login: "owner", Name: "Owner"},
		[]store.Membership{{ShopID: store.AllShops, Role: string(api.RoleOwner)}})
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(change)
	if err != nil {
		t.Fatal(err)
	}
	now := time.Now().UnixMilli()
	var rows []store.RunShop
	for i, shop := range shops {
		rows = append(rows, store.RunShop{ShopID: shop.ShopID, Turn: now + int64(i), At: now})
	}
	run := store.Run{ID: "run", Key: "key", OperatorID: owner, Operator: "Owner", State: store.RunRunning, Change: text,
		MadeAt: now, At: now}
	if _, err := db.AddRun(t.Context(), run, rows, nil); err != nil {
		t.Fatal(err)
	}
	if len(shops) != runShops {
		t.Fatalf("%d shops", len(shops))
	}
	return run.ID
}

// counting is a platform that counts its writes, and writes without effect: the shop already had the wanted state.
type counting struct {
	box sandbox.Sandbox

	mu     sync.Mutex
	idle   map[string]int
	writes atomic.Int64
}

func (c *counting) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return // cut off before the body was complete
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	var asked platform.ShopRef
	if e, known := platform.EndpointAt(r.URL.Path); known && e.Changes() && json.Unmarshal(body, &asked) == nil {
		if s, _ := c.box.Shop(asked.ShopID); right(s) == r.URL.Path || right(s) == "both" {
			c.mu.Lock()
			c.idle[fmt.Sprint(r.URL.Path, asked.ShopID)]++
			c.mu.Unlock()
		}
		defer c.writes.Add(1) // also for a lost answer
	}
	c.box.ServeHTTP(w, r)
}

// right tells which of the two calls were done.
func right(s sandbox.ShopState) string {
	week := len(s.Week.Sun) == 1 && s.Week.Sun[0] == platform.Period{StartTime: 36000, EndTime: 61200}
	phones := len(s.Record.Phones) == 1 && s.Record.Phones[0].Number == "852-25469999"
	switch {
	case week && phones:
		return "both"
	case week:
		return platform.PathWeekUpdate
	case phones:
		return platform.PathContactUpdate
	}
	return ""
}

func (c *counting) times(path string, shop int64) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.idle[fmt.Sprint(path, shop)]
}

// await waits until there were so many writes.
func (c *counting) await(ctx context.Context, t *testing.T, writes int64) {
	t.Helper()
	look := time.NewTicker(time.Millisecond)
	defer look.Stop()
	for c.writes.Load() < writes {
		select {
		case <-look.C:
		case <-ctx.Done():
			t.Fatalf("only %d writes", c.writes.Load())
		}
	}
}
