//go:build neighbours

package main

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/shopdesk/shopdesk/internal/neighbour"
	"github.com/shopdesk/shopdesk/sandbox"
)

// Litestream ships both files of SQLite while the program receives messages, before and after the program's own first
// look at the log. The program is killed (kill -9) once all was shipped; what is restored elsewhere has every accepted
// message once, and receives more.
func TestLitestreamShipsWhatIsAccepted(t *testing.T) {
	t.Parallel()
	const most, senders, logRoom = 4000, 8, 8 << 20
	dir := t.TempDir()
	database, elsewhere := filepath.Join(dir, "old", "shopdesk.db"), filepath.Join(dir, "new", "shopdesk.db")
	far := httptest.NewServer(new(sandbox.Sandbox))
	t.Cleanup(far.Close)
	keys, secret := secretsIn(t, dir, sandbox.DemoClientSecret)
	hook := hookID(t, database)
	port := freePort(t)
	public := "http://" + port
	console := &service{t: t}
	serve := func(database string) {
		console.start("--platform-url="+far.URL, "--client-id="+sandbox.DemoClientID, "--client-secret-file="+secret,
			"--public-url="+public, "--database="+database, "--keys-file="+keys, "--listen="+port)
	}
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: senders}, Timeout: time.Minute}
	ctx, stop := context.WithCancel(patient(t))
	defer stop()
	send := func(i int) {
		for !deliver(client, public+"/hooks/"+hook, i) && ctx.Err() == nil {
			console.serves(ctx)
		}
	}

	serve(database)
	console.serves(ctx)
	files := []string{database, filepath.Join(filepath.Dir(database), "blobs.db")}
	shipped := neighbour.Ship(t, files...)
	var next atomic.Int64
	var sending sync.WaitGroup
	for range senders {
		sending.Go(func() {
			for i := next.Add(1); i <= most && ctx.Err() == nil; i = next.Add(1) {
				send(int(i))
			}
		})
	}
	sending.Wait()
	awaited(ctx, t, "the program looks at the log", func() bool {
		log, err := os.Stat(database + "-wal")
		return err == nil && log.Size() >= logRoom
	})
	send(most + 1)
	restored := func(folder string) error {
		if err := errors.Join(os.RemoveAll(folder), os.MkdirAll(folder, 0o700)); err != nil {
			return err
		}
		var failed error
		for _, file := range files {
			failed = errors.Join(failed, shipped.Restore(file, filepath.Join(folder, filepath.Base(file))))
		}
		return failed
	}
	awaited(ctx, t, "all messages are shipped", func() bool {
		folder := filepath.Join(dir, "look")
		return restored(folder) == nil && len(messages(t, filepath.Join(folder, "shopdesk.db"))) == most+1
	})
	console.kill()

	if err := restored(filepath.Dir(elsewhere)); err != nil {
		t.Fatal(err)
	}
	serve(elsewhere)
	defer console.kill()
	send(most + 2)
	kept := messages(t, elsewhere)
	if len(kept) != most+2 {
		t.Errorf("%d messages are there of %d", len(kept), most+2)
	}
	for id, n := range kept {
		if n != 1 {
			t.Errorf("%s is there %d times", id, n)
		}
	}
}
