package release_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/shopdesk/shopdesk/internal/postgrestest"
	"github.com/shopdesk/shopdesk/internal/sqlitetest"
	"github.com/shopdesk/shopdesk/server/internal/background"
	"github.com/shopdesk/shopdesk/server/internal/web/release"
	"github.com/shopdesk/shopdesk/server/store"
	"github.com/shopdesk/shopdesk/web/page"
)

const program = "app.wasm"

func file(t *testing.T, body string) page.File {
	t.Helper()
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	if _, err := w.Write([]byte(body)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return page.File{Name: program, Digest: sha256.Sum256([]byte(body)), Gzip: packed.Bytes()}
}

// serve starts a release whose file has body, hour hours after the first release.
func serve(t *testing.T, db store.Releases, hour int, body string, log io.Writer) *release.Service {
	t.Helper()
	now := time.UnixMilli(1_790_000_000_000).Add(time.Duration(hour) * time.Hour)
	s, err := release.New(release.Options{
		Store: db, KeepReleases: 2,
		Base: background.Base{Now: func() time.Time { return now }, Logger: slog.New(slog.NewTextHandler(log, nil))},
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Publish(t.Context(), []page.File{file(t, body)}); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() { s.Run(ctx) })
	t.Cleanup(func() { cancel(); running.Wait() })
	return s
}

func digest(body string) page.Digest { return sha256.Sum256([]byte(body)) }

func TestLastReleasesHaveDifferences(t *testing.T) {
	t.Parallel()
	db := sqlitetest.Open(t)
	bodies := []string{"the first release", "the second release", "the third release", "the fourth release"}
	var s *release.Service
	for hour, body := range bodies {
		s = serve(t, db, hour, body, t.Output())
	}
	now := bodies[3]
	for i, had := range bodies {
		for range 2 { // the difference is made, then taken from memory
			difference := s.Difference(t.Context(), program, digest(had))
			if i == 0 {
				if difference != nil {
					t.Error("the oldest release is still kept")
				}
				continue
			}
			if got := applied(t, difference, []byte(had)); string(got) != now {
				t.Errorf("from %q: %q", had, got)
			}
		}
	}
	if s.Difference(t.Context(), program, digest("a stranger's")) != nil ||
		s.Difference(t.Context(), "boot.js", digest(now)) != nil {
		t.Error("a difference from what was never served")
	}
	oldest := digest(bodies[0])
	if _, err := db.ReleasedBody(t.Context(), program, hex.EncodeToString(oldest[:])); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("the oldest release's body: %v", err)
	}
}

// A release that comes back counts as the last served, and isn't dropped first.
func TestReleaseThatComesBackIsKept(t *testing.T) {
	t.Parallel()
	db := sqlitetest.Open(t)
	var s *release.Service
	for hour, body := range []string{"first", "second", "first", "third", "fourth"} {
		s = serve(t, db, hour, body, t.Output())
	}
	for body, want := range map[string]bool{"first": true, "second": false, "third": true, "fourth": true} {
		if got := s.Difference(t.Context(), program, digest(body)) != nil; got != want {
			t.Errorf("from %s: %t", body, got)
		}
	}
}

// Replicas of two releases share a database: the newer release answers browsers
// that have the older one.
func TestReplicasShareReleases(t *testing.T) {
	t.Parallel()
	db := postgrestest.Open(t)
	old, now := serve(t, db, 0, "the old release", t.Output()), serve(t, db, 1, "the new release", t.Output())
	another := serve(t, db, 2, "the new release", t.Output())
	for _, s := range []*release.Service{now, another} {
		if got := applied(t, s.Difference(t.Context(), program, digest("the old release")),
			[]byte("the old release")); string(got) != "the new release" {
			t.Errorf("got %q", got)
		}
	}
	if old.Difference(t.Context(), program, digest("the new release")) != nil {
		t.Error("a release knows what came after it")
	}
}

// Many browsers ask for a difference at once, and the difference is made once.
func TestDifferenceIsMadeOnce(t *testing.T) {
	t.Parallel()
	db := &counted{Releases: sqlitetest.Open(t)}
	serve(t, db, 0, "old", t.Output())
	s := serve(t, db, 1, "new", t.Output())
	var asking sync.WaitGroup
	for range 20 {
		asking.Go(func() {
			if s.Difference(t.Context(), program, digest("old")) == nil {
				t.Error("no difference")
			}
		})
	}
	asking.Wait()
	if n := db.read.Load(); n != 1 {
		t.Errorf("the earlier form was read %d times", n)
	}
}

// counted counts the reads of bodies.
type counted struct {
	store.Releases
	read atomic.Int64
}

func (c *counted) ReleasedBody(ctx context.Context, name, hash string) ([]byte, error) {
	c.read.Add(1)
	return c.Releases.ReleasedBody(ctx, name, hash)
}

// failing fails once to read a body.
type failing struct {
	store.Releases
	fails  func() ([]byte, error)
	failed atomic.Bool
}

func (f *failing) ReleasedBody(ctx context.Context, name, hash string) ([]byte, error) {
	if f.failed.CompareAndSwap(false, true) {
		return f.fails()
	}
	return f.Releases.ReleasedBody(ctx, name, hash)
}

// A difference that couldn't be made is tried again for the next browser. The bug: when the database failed once, or
// making the difference panicked, every browser with that release was sent the whole program until the next start.
func TestDifferenceIsTriedAgainAfterAFailure(t *testing.T) {
	t.Parallel()
	for name, fails := range map[string]func() ([]byte, error){
		"an error": func() ([]byte, error) { return nil, errors.New("the connection broke") },
		"a panic":  func() ([]byte, error) { panic("a wrong index") },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			db := &failing{Releases: sqlitetest.Open(t), fails: fails}
			serve(t, db, 0, "old", t.Output())
			s := serve(t, db, 1, "new", t.Output())
			if s.Difference(t.Context(), program, digest("old")) != nil {
				t.Error("a difference without the earlier form")
			}
			if got := applied(t, s.Difference(t.Context(), program, digest("old")), []byte("old")); string(got) != "new" {
				t.Errorf("the next browser gets %q", got)
			}
		})
	}
}

// A stored body that doesn't match its hash is not used, so that an intruder in the
// database can't put a program into browsers.
func TestReleaseWithAWrongHashIsNotUsed(t *testing.T) {
	t.Parallel()
	for name, body := range map[string][]byte{"another body": file(t, "evil").Gzip, "no gzip": []byte("evil"),
		"nothing": nil} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			db := sqlitetest.Open(t)
			old := file(t, "old")
			if err := db.PutReleased(t.Context(), store.Released{Name: program, Hash: hex.EncodeToString(old.Digest[:])},
				body); err != nil {
				t.Fatal(err)
			}
			var log bytes.Buffer
			s := serve(t, db, 1, "new", &log)
			if s.Difference(t.Context(), program, old.Digest) != nil {
				t.Error("a difference was made from it")
			}
			if !strings.Contains(log.String(), "an update is sent whole") {
				t.Errorf("the log says %q", log.String())
			}
			if s.Difference(t.Context(), program, digest("new")) == nil {
				t.Error("other differences aren't made any more")
			}
		})
	}
}

// A difference that can't be made is tried once. The bug: each request of a stranger had it tried again, and unpacked
// two programs for it.
func TestDifferenceThatCannotBeMadeIsTriedOnce(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		kept []byte
		now  string
	}{
		"the kept file is damaged": {[]byte("evil"), "new"},
		"the file has outgrown it": {file(t, "old").Gzip, strings.Repeat("n", 8<<20+1)},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			db := &counted{Releases: sqlitetest.Open(t)}
			old := digest("old")
			if err := db.PutReleased(t.Context(), store.Released{Name: program, Hash: hex.EncodeToString(old[:])},
				tt.kept); err != nil {
				t.Fatal(err)
			}
			s := serve(t, db, 1, tt.now, t.Output())
			for range 3 {
				if s.Difference(t.Context(), program, old) != nil {
					t.Fatal("a difference was made")
				}
			}
			if n := db.read.Load(); n != 1 {
				t.Errorf("the earlier form was read %d times", n)
			}
		})
	}
}

// The service doesn't wait for a browser that leaves while its difference is being
// made.
func TestBrowserThatLeavesIsNotWaitedFor(t *testing.T) {
	t.Parallel()
	s, err := release.New(release.Options{Store: sqlitetest.Open(t), KeepReleases: 1})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Publish(t.Context(), []page.File{file(t, "new")}); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if s.Difference(ctx, program, digest("new")) != nil { // no job runs that could make the difference
		t.Error("a difference that wasn't made")
	}
}
