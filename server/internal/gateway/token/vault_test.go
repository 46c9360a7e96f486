package token_test

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/shopdesk/shopdesk/internal/pgtest"
	"github.com/shopdesk/shopdesk/internal/postgrestest"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/sandbox"
	"github.com/shopdesk/shopdesk/server/internal/background"
	"github.com/shopdesk/shopdesk/server/internal/gateway/token"
	"github.com/shopdesk/shopdesk/server/internal/servertest"
	"github.com/shopdesk/shopdesk/server/store"
)

func TestMain(m *testing.M) {
	servertest.Plays(12)
	pgtest.Main(m)
}

func isGood(t *testing.T, o *town, id string) {
	t.Helper()
	if row := o.row(id); row.State != store.ConnectionGood || row.SpentAt != 0 || row.LeaseOwner != "" {
		t.Errorf("connection %+v", row)
	}
	if info := o.box.Consents(); info.Reused != 0 {
		t.Errorf("the platform saw a token twice: %+v", info)
	}
}

// Each shop gets its own connection's token, and a shop without a connection gets
// none.
func TestEachShopGetsItsOwnConnectionsToken(t *testing.T) {
	t.Parallel()
	o := newTown(t, nil)
	r := o.replica("")
	o.connect(r, "", central)
	o.connect(r, "", sheung)
	other := o.replica("")
	for _, one := range []*replica{r, other} {
		for _, shop := range []int64{central, sheung} {
			if err := o.reads(one, shop); err != nil {
				t.Errorf("shop %d: %v", shop, err)
			}
		}
		if _, err := one.Token(t.Context(), 100003); err == nil || errors.Is(err, platform.ErrUnreachable) {
			t.Errorf("a shop without a connection: %v", err)
		}
	}
	a, _ := r.Token(t.Context(), central)
	b, _ := r.Token(t.Context(), sheung)
	if a == b {
		t.Error("two connections, one token")
	}
}

func TestConnectionIsRenewedAtHalfLife(t *testing.T) {
	t.Parallel()
	o := newTown(t, nil)
	replicas := []*replica{o.replica(""), o.replica(""), o.replica("")}
	id := o.connect(replicas[0], "", central)
	first := o.row(id)
	o.pass(life/2-5*time.Second, replicas...)
	if o.row(id).IssuedAt != first.IssuedAt {
		t.Error("renewed before half of its life")
	}
	o.pass(time.Hour, replicas...)
	if n := o.exchanges(); n != 1+12 {
		t.Errorf("%d calls in an hour by three replicas, want one each five minutes and the first", n)
	}
	isGood(t, o, id)
	for _, r := range replicas {
		if err := o.reads(r, central); err != nil {
			t.Error(err)
		}
	}
	if row := o.row(id); row.Operator != "Ada" || row.ConnectedAt != start.UnixMilli() {
		t.Errorf("renewing forgot who connected: %+v", row)
	}
}

// Replicas that find the same connection due at the same moment spend its refresh
// token once.
func TestOnlyOneReplicaRenews(t *testing.T) {
	t.Parallel()
	for name, open := range map[string]func(t *testing.T) store.Store{
		"sqlite": func(*testing.T) store.Store { return nil },
		"postgres": func(t *testing.T) store.Store {
			return postgrestest.Open(t)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := newTown(t, open(t))
			var replicas []*replica
			for range 3 {
				replicas = append(replicas, o.replica(""))
			}
			id := o.connect(replicas[0], "", central)
			for _, r := range replicas {
				if err := r.Work(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
			for round := range 5 {
				o.clock.Advance(life/2 + time.Second)
				var all sync.WaitGroup
				for range 4 {
					for _, r := range replicas {
						all.Go(func() { _ = r.Work(context.Background()) })
					}
				}
				all.Wait()
				if n := o.exchanges(); n != round+2 {
					t.Fatalf("%d calls after %d renewals and the first", n, round+1)
				}
				isGood(t, o, id)
			}
		})
	}
}

// The database fails during the call of the platform. The platform's answer is used
// at once, and stored when the database is back, even if another replica tries to
// renew meanwhile.
func TestAnswerIsUsedAndStoredAfterTheDatabaseFailed(t *testing.T) {
	t.Parallel()
	o := newTown(t, nil)
	one, two := o.replica(""), o.replica("")
	id := o.connect(one, "", central)
	o.clock.Advance(life / 2)
	asked, goes := o.exchanges(), func() { o.down.Store(true) }
	one.store.called.Store(&goes)
	_ = one.Work(t.Context())
	one.store.called.Store(nil)
	if o.exchanges() != asked+1 {
		t.Fatal("the platform wasn't asked")
	}
	if err := o.reads(one, central); err != nil {
		t.Errorf("what the platform answered isn't used: %v", err)
	}
	if s := one.States()[0]; !s.Unsaved {
		t.Errorf("state %+v", s)
	}
	// The time is long enough for the lease to end, and for the old access token to
	// be near its end.
	o.pass(life*9/20, two, one)
	o.down.Store(false)
	o.pass(time.Minute, two, one)
	isGood(t, o, id)
	if err := o.reads(two, central); err != nil {
		t.Errorf("the other replica: %v", err)
	}
}

// A replica that is stopped during the call of the platform waits for the answer
// and stores it.
func TestStoppedReplicaStoresTheAnswer(t *testing.T) {
	t.Parallel()
	o := newTown(t, nil)
	one := o.replica("")
	id := o.connect(one, "", central)
	o.clock.Advance(life / 2)
	ctx, stop := context.WithCancel(t.Context())
	stops := func() { stop() }
	one.store.called.Store(&stops)
	one.Run(ctx)
	isGood(t, o, id)
	if row := o.row(id); row.IssuedAt != o.clock.Now().UnixMilli() {
		t.Errorf("not renewed: %+v", row)
	}
}

// A replica finds a connection that another replica has just made.
func TestConnectionOfAnotherReplicaIsFound(t *testing.T) {
	t.Parallel()
	o := newTown(t, nil)
	one, two := o.replica(""), o.replica("")
	o.connect(one, "", central)
	if _, err := two.Token(t.Context(), central); err != nil {
		t.Error(err)
	}
}

// A connection that is made and stored while the connections are read stays in use. Bug: a view without it replaced the
// view with it. The look that follows a consent had no token then, and the consent stayed without shops.
func TestConnectionMadeDuringALookIsInUse(t *testing.T) {
	t.Parallel()
	o := newTown(t, nil)
	one := o.replica("")
	var id string
	consents := func() { id = o.connect(one, "", central) }
	one.store.listed.Store(&consents)
	one.Refresh(t.Context())
	if _, err := one.TokenOf(t.Context(), id); err != nil {
		t.Error(err)
	}
}

// With a spool, a crash between the answer and the database loses no token. The bug: a folder below one with a bracket
// in its name was taken for a pattern, and the next start found no token there.
func TestSpoolKeepsTokensThroughACrash(t *testing.T) {
	t.Parallel()
	o := newTown(t, nil)
	spool := filepath.Join(t.TempDir(), "data [new]")
	one, two := o.replica(spool), o.replica("")
	id := o.connect(one, "", central)
	o.clock.Advance(life / 2)
	one.store.dies.Store(true)
	_ = one.Work(t.Context())
	o.pass(time.Minute, two)
	if row := o.row(id); row.SpentAt == 0 {
		t.Fatalf("nothing tells that the token may be spent: %+v", row)
	}
	again := o.replica(spool)
	o.pass(time.Minute, two, again)
	isGood(t, o, id)
	for _, r := range []*replica{two, again} {
		if err := o.reads(r, central); err != nil {
			t.Error(err)
		}
	}
}

// A spooled answer counts although the stored tokens say that they are younger. The bug: the spool threw the only good
// refresh token away, and the merchant had to sign in again.
func TestSpoolBesideYoungerTokens(t *testing.T) {
	t.Parallel()
	for name, crash := range map[string]func(o *town, spool string) (id string){
		"of a clock that was ahead": func(o *town, spool string) string {
			id := o.connect(o.replica(""), "", central)
			o.ahead = 5 * time.Hour
			o.replica("") // renews a token that it finds at its end
			o.ahead = 0
			right := o.replica(spool)
			right.store.dies.Store(true)
			o.pass(6*time.Minute, right)
			return id
		},
		"of the consent before": func(o *town, spool string) string {
			one, two := o.replica(spool), o.replica("")
			id := o.connect(two, "", central)
			one.Refresh(context.Background())
			o.clock.Advance(time.Minute)
			code, err := o.box.Consent(central)
			if err != nil {
				o.t.Fatal(err)
			}
			one.store.dies.Store(true)
			if _, err := one.Connect(context.Background(), token.Consent{ID: id, Code: token.Secret(code)}); err != nil {
				o.t.Fatal(err)
			}
			o.pass(life*6/10, two)
			return id
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := newTown(t, nil)
			spool := t.TempDir()
			id := crash(o, spool)
			again := o.replica(spool)
			o.pass(2*life, again)
			isGood(t, o, id)
			if err := o.reads(again, central); err != nil {
				t.Error(err)
			}
			if !strings.Contains(o.log.String(), "took up tokens") {
				t.Error("the spooled answer isn't used")
			}
		})
	}
}

// After a crash whose call never arrived, the refresh token is presented again, but
// not before the access token is near its end.
func TestDoubtfulTokenWaitsForTheAccessTokensEnd(t *testing.T) {
	t.Parallel()
	o := newTown(t, nil)
	one, two := o.replica(""), o.replica("")
	id := o.connect(one, "", central)
	o.clock.Advance(life / 2)
	o.fault(sandbox.FaultDrop, 1)
	one.store.dies.Store(true)
	_ = one.Work(t.Context())
	asked := o.exchanges()
	o.pass(life*7/20, two) // to 85 %
	if o.exchanges() != asked {
		t.Error("a token that may be spent was presented while the access token works")
	}
	o.pass(time.Minute, two)
	isGood(t, o, id)
	if err := o.reads(two, central); err != nil {
		t.Error(err)
	}
}

// A renewal that panics fails its caller, a request or the job, and the connection is renewed later. The bug: the panic
// ended the process.
func TestPanicOfARenewalIsItsCallers(t *testing.T) {
	t.Parallel()
	for name, asks := range map[string]func(*replica) error{
		"a request": func(r *replica) error {
			return background.Try(func() error { _, err := r.Token(t.Context(), central); return err })
		},
		"the job": func(r *replica) error { return r.Work(t.Context()) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := newTown(t, nil)
			r := o.replica("")
			id := o.connect(r, "", central)
			access, err := r.Token(t.Context(), central)
			if err != nil {
				t.Fatal(err)
			}
			r.Refused(t.Context(), central, access)
			panics := func() { panic("a wrong index") }
			r.store.called.Store(&panics)
			if err := asks(r); !errors.Is(err, background.ErrPanic) {
				t.Errorf("got %v", err)
			}
			r.store.called.Store(nil)
			o.pass(life*9/10, r)
			isGood(t, o, id)
			if err := o.reads(r, central); err != nil {
				t.Error(err)
			}
		})
	}
}

// A replica whose clock was hours ahead stored a connection's tokens, or died with its lease. The bug: replicas with
// the right time didn't renew the connection for as long. Its refresh token ended with its access token (interface 5),
// so the merchant had to sign in again.
func TestConnectionOfAClockThatWasAheadIsRenewed(t *testing.T) {
	t.Parallel()
	for name, wrong := range map[string]func(o *town, id string){
		"stored tokens": func(o *town, _ string) {
			o.ahead = 5 * time.Hour
			o.replica("") // renews a token that it finds at its end
		},
		"died with its lease": func(o *town, id string) {
			row, now := o.row(id), o.clock.Now().Add(5*time.Hour)
			row.LeaseOwner, row.LeaseUntil, row.SpentAt = "gone", now.Add(time.Minute).UnixMilli(), now.UnixMilli()
			if err := o.db.SaveConnection(context.Background(), row); err != nil {
				o.t.Fatal(err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := newTown(t, nil)
			id := o.connect(o.replica(""), "", central)
			wrong(o, id)
			o.ahead = 0
			right := o.replica("")
			o.pass(life-30*time.Second, right)
			isGood(t, o, id)
			if row := o.row(id); row.IssuedAt > o.clock.Now().UnixMilli() {
				t.Errorf("issued at %v, and it is %v", time.UnixMilli(row.IssuedAt).UTC(), o.clock.Now())
			}
			o.pass(life, right)
			if err := o.reads(right, central); err != nil {
				t.Error(err)
			}
		})
	}
}

// Only the platform's refusal of the refresh token ends a connection; no other
// failure does.
func TestOnlyADefiniteRefusalEndsAConnection(t *testing.T) {
	t.Parallel()
	for _, kind := range []sandbox.Kind{sandbox.FaultError, sandbox.FaultHTML, sandbox.FaultDrop, sandbox.FaultCode} {
		t.Run(string(kind), func(t *testing.T) {
			t.Parallel()
			o := newTown(t, nil)
			r := o.replica("")
			id := o.connect(r, "", central)
			o.fault(kind, 3)
			o.pass(life*97/100, r)
			if row := o.row(id); row.State != store.ConnectionGood {
				t.Errorf("ended by %s: %+v", kind, row)
			}
			isGood(t, o, id)
			if err := o.reads(r, central); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestRefusedConnectionWorksAfterANewConsent(t *testing.T) {
	t.Parallel()
	o := newTown(t, nil)
	one, two := o.replica(""), o.replica("")
	id := o.connect(one, "", central, sheung)
	if err := o.box.RefuseNextRefresh(); err != nil {
		t.Fatal(err)
	}
	o.pass(life/2, one, two)
	o.pass(10*time.Second, one, two)
	if row := o.row(id); row.State != store.ConnectionSignIn || row.Trouble != "sign_in" {
		t.Fatalf("connection %+v", row)
	}
	asked := o.exchanges()
	for _, r := range []*replica{one, two} {
		if s, ok := r.StateOf(central); !ok || !s.SignIn {
			t.Errorf("state %+v", s)
		}
		access, err := r.Token(t.Context(), central) // the access token may work to its end
		if err == nil {
			r.Refused(t.Context(), central, access)
			_, err = r.Token(t.Context(), central)
		}
		if err == nil || errors.Is(err, platform.ErrUnreachable) {
			t.Errorf("a refused token: %v", err)
		}
	}
	o.pass(time.Hour, one, two)
	if o.exchanges() != asked {
		t.Error("a dead refresh token is presented again")
	}
	if got := o.connect(two, id, central, sheung); got != id {
		t.Errorf("mended as %s", got)
	}
	o.pass(10*time.Second, one, two)
	isGood(t, o, id)
	for _, r := range []*replica{one, two} {
		if err := o.reads(r, sheung); err != nil {
			t.Error(err)
		}
	}
}

// The access of a connection ends when the platform refuses both its tokens, and at its own end while only the renewal
// is refused. The bug: the end of a refused access token stayed, and Connections counted down to it.
func TestAccessEndsWithItsRefusedToken(t *testing.T) {
	t.Parallel()
	for _, refused := range []string{"before the renewal", "after", "never"} {
		o := newTown(t, nil)
		r := o.replica("")
		id := o.connect(r, "", central)
		ends := o.row(id).ExpiresAt
		o.pass(life/4, r)
		if err := o.box.RefuseNextRefresh(); err != nil {
			t.Fatal(err)
		}
		if refused == "after" {
			o.pass(life/2, r)
		}
		if refused != "never" {
			access, err := r.Token(t.Context(), central)
			if err != nil {
				t.Fatal(err)
			}
			r.Refused(t.Context(), central, access)
			ends = o.clock.Now().UnixMilli()
			if _, err := r.Token(t.Context(), central); err == nil {
				t.Error("a refused token is presented")
			}
		} else {
			o.pass(life/2, r)
		}
		if s, _ := r.StateOf(central); !s.SignIn || s.ExpiresAt != ends {
			t.Errorf("refused %s: %+v, want it to end at %d", refused, s, ends)
		}
	}
}

func TestDisconnectedShopIsNoLongerReached(t *testing.T) {
	t.Parallel()
	o := newTown(t, nil)
	one, two := o.replica(""), o.replica("")
	id := o.connect(one, "", central)
	o.pass(5*time.Second, one, two)
	if err := two.Disconnect(t.Context(), id); err != nil {
		t.Fatal(err)
	}
	o.pass(5*time.Second, one, two)
	for _, r := range []*replica{one, two} {
		if _, err := r.Token(t.Context(), central); err == nil {
			t.Error("a disconnected shop is still reached")
		}
		if len(r.States()) != 0 {
			t.Errorf("%+v", r.States())
		}
	}
	if err := two.Disconnect(t.Context(), id); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("twice: %v", err)
	}
}

// The alarms are logged at 75 and 90 percent, once each.
func TestAlarmsAreLoggedOnceAt75And90Percent(t *testing.T) {
	t.Parallel()
	o := newTown(t, nil)
	r := o.replica("")
	o.connect(r, "", central)
	o.fault(sandbox.FaultCode, 1000)
	for _, step := range []struct {
		to    time.Duration
		alarm token.Overdue
		told  int
	}{{life * 70 / 100, 0, 0}, {life * 76 / 100, token.OverdueLate, 1}, {life * 89 / 100, token.OverdueLate, 1},
		{life * 91 / 100, token.OverdueCritical, 2}} {
		o.pass(step.to-o.clock.Now().Sub(start), r)
		if got := r.States()[0].Alarm; got != step.alarm {
			t.Errorf("at %v: alarm %d, want %d", step.to, got, step.alarm)
		}
		if got := strings.Count(o.log.String(), "access ends and it wasn't renewed"); got != step.told {
			t.Errorf("at %v: told %d times, want %d", step.to, got, step.told)
		}
	}
}

// A start late in a token's life doesn't tell of the token that it renews at once.
func TestStartLateInATokensLifeTellsNothing(t *testing.T) {
	t.Parallel()
	o := newTown(t, nil)
	o.connect(o.replica(""), "", central)
	o.clock.Advance(life * 92 / 100)
	late := o.replica("")
	o.pass(time.Minute, late)
	if got := late.States()[0]; got.Alarm != token.OverdueNone || strings.Contains(o.log.String(), "wasn't renewed") {
		t.Errorf("alarm %d, log:\n%s", got.Alarm, o.log)
	}
}

// A shop without a working connection gets the application-level token.
func TestApplicationTokenReplacesAMissingConnection(t *testing.T) {
	t.Parallel()
	o := newTown(t, nil)
	r := o.replica("")
	pool, err := token.New(token.Options{
		BaseURL: o.base, ClientID: sandbox.DemoClientID, ClientSecret: sandbox.DemoClientSecret, App: true,
		Store: o.db, Sealer: o.keys, Base: background.Base{Now: o.clock.Now},
	})
	if err != nil {
		t.Fatal(err)
	}
	common, err := pool.Token(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	o.connect(r, "", central)
	load := func() {
		if err := pool.Load(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	load()
	for shop, wantCommon := range map[int64]bool{central: false, sheung: true} {
		if got, err := pool.Token(t.Context(), shop); err != nil || (got == common) != wantCommon {
			t.Errorf("shop %d: common %v, %v", shop, got == common, err)
		}
	}
	if err := o.box.RefuseNextRefresh(); err != nil {
		t.Fatal(err)
	}
	o.pass(life/2, r)
	load()
	own, _ := r.Token(t.Context(), central)
	pool.Refused(t.Context(), central, own)
	if got, err := pool.Token(t.Context(), central); err != nil || got == own || got == "" {
		t.Errorf("in place of a dead connection: %v", err)
	}
	if _, err := r.Token(t.Context(), sheung); err == nil || errors.Is(err, platform.ErrUnreachable) {
		t.Errorf("no connection and no common token: %v", err)
	}
}
