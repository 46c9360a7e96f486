package token_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/shopdesk/shopdesk/internal/postgrestest"
	"github.com/shopdesk/shopdesk/internal/sqlitetest"
	"github.com/shopdesk/shopdesk/sandbox"
	"github.com/shopdesk/shopdesk/server/store"
)

// The model plays three replicas, their crashes at any point, the loss of the
// database and a bad network against a platform that revokes all tokens when a
// refresh token is used twice. A second use happens only after an answer was lost
// for good, in the network or with a process without a spool, and then not before
// the access token is near its end.
func TestRefreshTokenIsNotUsedTwice(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) { play(sqlitetest.Each(t, rt), rt, nil) })
}

// The model runs on PostgreSQL, for a dozen plays.
func TestRefreshTokenIsNotUsedTwiceOnPostgreSQL(t *testing.T) {
	t.Parallel()
	db := postgrestest.Open(t)
	plays := 0
	rapid.Check(t, func(rt *rapid.T) {
		if plays++; plays <= 12 {
			play(sqlitetest.Each(t, rt), rt, db)
		}
	})
}

type family struct {
	t        testing.TB
	o        *town
	rt       *rapid.T
	id       string
	replicas [3]*replica
	lost     bool // an answer was lost for good, and its tokens with it
	ended    bool // the access token ended before its renewal
	late     bool // the stored token was near its end when the platform revoked the family
}

func play(t testing.TB, rt *rapid.T, db store.Store) {
	f := &family{t: t, rt: rt, o: newTown(t, db)}
	for i := range f.replicas {
		spool := ""
		if i > 0 {
			spool = t.TempDir()
		}
		f.replicas[i] = f.o.replica(spool)
	}
	f.empty()
	f.id = f.o.connect(f.replicas[0], "", central)
	rt.Repeat(map[string]func(*rapid.T){
		"time passes":        f.pass,
		"time passes a lot":  f.pass,
		"all look at once":   f.together,
		"the network fails":  f.network,
		"the database goes":  func(*rapid.T) { f.o.down.Store(true) },
		"the database comes": func(*rapid.T) { f.o.down.Store(false) },
		"a replica crashes":  f.crash,
		"one will crash":     f.crashNext,
		"":                   f.check,
	})
	f.o.down.Store(false)
	f.o.box.ClearFaults()
	for i := range f.replicas {
		f.revive(i)
	}
	f.step(2 * time.Minute)
	f.check(rt)
	if f.lost || f.ended {
		return
	}
	if row := f.o.row(f.id); row.State != store.ConnectionGood {
		rt.Fatalf("nothing was lost, and the merchant must sign in again: %+v", row)
	}
	for i, r := range f.replicas {
		if err := f.o.reads(r, central); err != nil {
			rt.Fatalf("replica %d: %v", i, err)
		}
	}
}

// empty deletes the rows that an earlier play left in the database.
func (f *family) empty() {
	rows, err := f.o.db.Connections(context.Background())
	for _, row := range rows {
		if err == nil {
			err = f.o.db.DeleteConnection(context.Background(), row.ID, row.Version)
		}
	}
	if err != nil {
		f.t.Fatal(err)
	}
}

func (f *family) pass(rt *rapid.T) {
	f.step(time.Duration(rapid.IntRange(1, 40).Draw(rt, "steps")) * 5 * time.Second)
}

// step lets time pass, and records when the access token ends, which no vault can
// prevent.
func (f *family) step(d time.Duration) {
	for range int(d / (5 * time.Second)) {
		f.o.clock.Advance(5 * time.Second)
		for i, r := range f.replicas {
			_ = r.Work(context.Background())
			f.note(i)
		}
		if row := f.o.row(f.id); f.o.clock.Now().UnixMilli() >= row.ExpiresAt-5000 {
			f.ended = true
		}
	}
}

func (f *family) together(*rapid.T) {
	var all sync.WaitGroup
	for _, r := range f.replicas {
		all.Go(func() { _ = r.Work(context.Background()) })
	}
	all.Wait()
	for i := range f.replicas {
		f.note(i)
	}
}

// note restarts a dead replica, and records whether it died with an answer only in
// its memory.
func (f *family) note(i int) {
	r := f.replicas[i]
	if !r.store.dead.Load() {
		return
	}
	if r.spool == "" && f.unsaved(r) {
		f.lost = true
	}
	f.revive(i)
}

func (f *family) unsaved(r *replica) bool {
	for _, s := range r.States() {
		if s.Unsaved {
			return true
		}
	}
	return false
}

func (f *family) revive(i int) {
	old := f.replicas[i]
	if !old.store.dead.Load() {
		return
	}
	f.replicas[i] = f.o.replica(old.spool)
}

func (f *family) network(rt *rapid.T) {
	kind := rapid.SampledFrom([]sandbox.Kind{
		sandbox.FaultError, sandbox.FaultHTML, sandbox.FaultDrop, sandbox.FaultCode, sandbox.FaultActDrop,
		sandbox.FaultTruncate,
	}).Draw(rt, "fault")
	if kind == sandbox.FaultActDrop || kind == sandbox.FaultTruncate {
		f.lost = true
	}
	f.o.fault(kind, 1)
}

func (f *family) crash(rt *rapid.T) {
	i := rapid.IntRange(0, 2).Draw(rt, "replica")
	if f.replicas[i].spool == "" && f.unsaved(f.replicas[i]) {
		f.lost = true
	}
	f.replicas[i].store.dead.Store(true)
	f.revive(i)
}

// crashNext makes a replica crash as soon as it has received its next answer from
// the platform.
func (f *family) crashNext(rt *rapid.T) {
	f.replicas[rapid.IntRange(0, 2).Draw(rt, "replica")].store.dies.Store(true)
}

func (f *family) check(rt *rapid.T) {
	if f.o.box.Consents().Reused == 0 || f.late {
		return
	}
	if !f.lost {
		rt.Fatalf("a refresh token was used twice though no answer was lost\n%s", f.o.log.String())
	}
	row, now := f.o.row(f.id), f.o.clock.Now().UnixMilli()
	if at := row.IssuedAt + (row.ExpiresAt-row.IssuedAt)*9/10; now < at {
		rt.Fatalf("a token that may have been spent was presented again %v before the access token's end",
			time.Duration(row.ExpiresAt-now)*time.Millisecond)
	}
	f.late = true
}
