package runs_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/sandbox"
	"github.com/shopdesk/shopdesk/server/internal/access/audit"
	"github.com/shopdesk/shopdesk/server/internal/servertest"
	"github.com/shopdesk/shopdesk/server/internal/shops/runs"
	"github.com/shopdesk/shopdesk/server/store"
)

// A run on a platform that loses answers, fails and refuses for a while ends with every shop changed, and no change
// is made twice.
func TestRunEndsOnABadPlatform(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	draw := uint32(7)
	f.box.Chance = func() float64 { draw = draw*1664525 + 1013904223; return float64(draw>>8) / (1 << 24) }
	for _, kind := range []sandbox.Kind{sandbox.FaultActDrop, sandbox.FaultTruncate, sandbox.FaultError, sandbox.FaultHTML,
		sandbox.FaultDrop} {
		f.fault(sandbox.Fault{Kind: kind, Rate: 0.03})
	}
	acted := map[string]int{}
	chosen := shops(19)
	run := f.start(api.RoleOwner, api.Change{Days: mondays.Days, Phones: []string{"852-25460101"},
		Dates: []api.ChangeDate{date("2027-02-05", "2027-02-08", api.Shift{0, 0})}}, chosen...)
	d := f.through(api.RoleOwner, run.ID)
	if d.Counts != (api.RunCounts{Done: len(chosen)}) {
		t.Fatalf("%+v", d)
	}
	f.box.ClearFaults()
	for _, c := range f.box.Calls() { // the newest 200 calls
		if e, ok := platform.EndpointAt(c.Path); ok && e.Changes() && e.Path != platform.PathToken &&
			(c.Code == 0 && c.Status == http.StatusOK || c.Fault == sandbox.FaultActDrop) {
			acted[fmt.Sprint(c.Path, c.ShopID)]++
		}
	}
	for call, n := range acted {
		if n > 1 {
			t.Errorf("%s was done %d times", call, n)
		}
	}
	if len(acted) < len(chosen) {
		t.Fatalf("only %d of the calls are in the log", len(acted))
	}
	for _, id := range chosen {
		s := f.shop(id)
		if s.Week.Mon[0].StartTime != 10000 || s.Record.Phones[0].Number != "852-25460101" ||
			!slices.ContainsFunc(s.Special, func(d platform.SpecialDate) bool { return d.BusinessHour[0].Closed() }) {
			t.Errorf("%d: %+v", id, s)
		}
		if got := f.trail(id); len(got) != 1 || got[0] != "Olivia Chan run.apply done" {
			t.Errorf("%d: %v", id, got)
		}
	}
}

// A passing failure is tried again, at growing intervals and a limited number of times; a lasting failure isn't tried
// again.
func TestOnlyPassingFailuresAreRetried(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		fault   sandbox.Fault
		failure api.RunFailure
		writes  int
		tries   int
	}{
		"refused": {sandbox.Fault{Kind: sandbox.FaultCode, Path: platform.PathWeekUpdate, Rate: 1},
			api.RunFailureRefused, 1, 0},
		"refused to read": {sandbox.Fault{Kind: sandbox.FaultCode, Path: platform.PathWeekGet, Rate: 1,
			Code: sandbox.CodeUnknownShop}, api.RunFailureRefused, 0, 0},
		"no access": {sandbox.Fault{Kind: sandbox.FaultCode, Path: platform.PathWeekUpdate, Rate: 1,
			Code: platform.CodeNoMerchant}, api.RunFailureAccess, 1, 0},
		"down": {sandbox.Fault{Kind: sandbox.FaultDrop, Path: platform.PathWeekGet, Rate: 1},
			api.RunFailureDown, 0, 10},
		"down when written": {sandbox.Fault{Kind: sandbox.FaultError, Path: platform.PathWeekUpdate, Rate: 1},
			api.RunFailureUnknown, 10, 10},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t)
			f.fault(tt.fault)
			d := f.through(api.RoleOwner, f.start(api.RoleOwner, mondays, first).ID)
			s := d.Shops[0]
			if s.State != api.RunShopFailed || s.Failure != tt.failure || s.Tries != tt.tries || f.weeks(first) != tt.writes {
				t.Errorf("%+v after %d writes", s, f.weeks(first))
			}
			f.box.ClearFaults()
			d = f.through(api.RoleOwner, f.again(api.RepeatRun{ID: d.ID}).ID)
			if d.Counts.Done != 1 {
				t.Errorf("again: %+v", d)
			}
		})
	}
}

// Bug: Activity called a change that took effect in part "Refused", and one that was cancelled in the middle "Done".
// The entry of one that was cancelled while it was paused in the middle never got an outcome.
func TestPartOfAChangeIsAuditedAsAPart(t *testing.T) {
	t.Parallel()
	both := api.Change{Days: mondays.Days, Phones: []string{"852-25460101"}}
	for name, tt := range map[string]struct {
		meets func(f *fixture, run string)
		want  string
	}{
		"refused": {func(f *fixture, _ string) {
			f.fault(sandbox.Fault{Kind: sandbox.FaultCode, Path: platform.PathContactUpdate, Rate: 1, Code: 30011})
		}, "Olivia Chan run.apply refused " + audit.InPart + "code 30011: "},
		"cancelled": {func(f *fixture, run string) {
			f.spy = func(path string, _ int64) {
				if path == platform.PathWeekUpdate {
					f.steer(run, api.RunActCancel)
				}
			}
		}, "Olivia Chan run.apply refused " + audit.InPart + "the run was cancelled"},
		"paused, then cancelled": {func(f *fixture, run string) {
			f.spy = func(path string, _ int64) {
				if path == platform.PathWeekUpdate {
					f.steer(run, api.RunActPause)
				}
			}
			f.work(0)
			f.steer(run, api.RunActCancel)
		}, "Olivia Chan run.apply refused " + audit.InPart + "the run was cancelled"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t)
			run := f.start(api.RoleOwner, both, first)
			tt.meets(f, run.ID)
			f.work(0)
			if got := f.trail(first); len(got) != 1 || !strings.HasPrefix(got[0], tt.want) {
				t.Errorf("%q", got)
			}
		})
	}
}

// A call without an answer may take effect after the read that looked for it. The bugs: the platform refused the photo
// that came again, and the shop failed though it had the photo; after "too many" the shop was listed as unchanged, and
// couldn't be undone.
func TestCallThatTookEffectLate(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		change api.Change
		path   string
		limit  float64 // once the call has taken effect
	}{
		"refused":  {api.Change{Picture: "https://a.example/new.jpg"}, platform.PathPictureUpdate, 0},
		"too many": {mondays, platform.PathWeekUpdate, 1e-6},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t)
			var calls atomic.Int32
			f.spy = func(path string, _ int64) {
				if path == tt.path && calls.Add(1) == 1 {
					panic(http.ErrAbortHandler) // no answer, and nothing done so far
				}
			}
			f.late = func(path string) bool {
				late := path == tt.path && calls.Load() == 2
				if late {
					limit(f, tt.limit)
				}
				return late
			}
			run := f.start(api.RoleOwner, tt.change, first)
			f.work(0)
			f.work(time.Minute)
			limit(f, 0)
			if d := f.through(api.RoleOwner, run.ID); d.Counts != (api.RunCounts{Done: 1}) || calls.Load() != 2 {
				t.Errorf("%d calls: %+v", calls.Load(), d)
			}
		})
	}
}

// limit sets how many calls the platform takes a second, 0 for no limit.
func limit(f *fixture, perSecond float64) {
	f.t.Helper()
	if err := f.box.SetLimit(perSecond); err != nil {
		f.t.Error(err)
	}
}

// A photo that was taken, and whose answer was lost, is found again where the codes of its review are unknown.
func TestPhotoOfAnUnknownStateIsSentOnce(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	if err := f.box.SetVariants(sandbox.UnknownCodes); err != nil {
		t.Fatal(err)
	}
	c := api.Change{Picture: "https://a.example/new.jpg"}
	f.fault(sandbox.Fault{Kind: sandbox.FaultActDrop, Path: platform.PathPictureUpdate})
	for _, want := range []api.RunCounts{{Done: 1}, {Unchanged: 1}} {
		if d := f.through(api.RoleOwner, f.start(api.RoleOwner, c, first).ID); d.Counts != want {
			t.Errorf("%+v", d.Shops)
		}
	}
	if n := f.writes[fmt.Sprint(platform.PathPictureUpdate, " ", first)]; n != 1 {
		t.Errorf("sent %d times", n)
	}
}

// A read that the platform refuses says nothing of an earlier call without an answer. The bugs: after "too many" the
// call was forgotten, so a shop that the run had changed was listed as unchanged and couldn't be undone; after another
// refusal the shop was listed as refused.
func TestRefusedReadDoesNotSettleACall(t *testing.T) {
	t.Parallel()
	code := func(code int) func(f *fixture) {
		return func(f *fixture) {
			f.fault(sandbox.Fault{Kind: sandbox.FaultCode, Path: platform.PathWeekGet, Code: code, Count: 3})
		}
	}
	for name, refuse := range map[string]func(f *fixture){
		"refused":   code(sandbox.CodeUnknownShop),
		"no access": code(platform.CodeNoMerchant),
		"too many": func(f *fixture) {
			limit(f, 1e-6)
			f.start(api.RoleOwner, mondays, first+1) // whose read is the last call within the limit
			f.work(0)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t)
			f.fault(sandbox.Fault{Kind: sandbox.FaultActDrop, Path: platform.PathWeekUpdate})
			run := f.start(api.RoleOwner, mondays, first)
			f.work(0)
			refuse(f)
			f.work(time.Minute)
			limit(f, 0)
			d := f.through(api.RoleOwner, run.ID)
			if s := d.Shops[0]; s.State != api.RunShopDone || len(s.Differences) != 1 || f.weeks(first) != 1 {
				t.Errorf("%d calls: %+v", f.weeks(first), s)
			}
		})
	}
}

// "Too many" slows the calls down; no shop fails.
func TestTooManySlowsCallsDown(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	limit(f, 0.01)
	run := f.start(api.RoleOwner, mondays, shops(8)...)
	f.work(0)
	if got := states(f.one(api.RoleOwner, run.ID)); got[api.RunShopWaiting] == 0 || got[api.RunShopFailed] != 0 {
		t.Errorf("%v", got)
	}
	moment := servertest.Must(f.store.TakeRate(t.Context(), "platform/app", f.clock.Now().UnixMicro(), 1))(t)
	if ahead := time.Duration(moment-f.clock.Now().UnixMicro()) * time.Microsecond; ahead < time.Second/2 {
		t.Errorf("the next call is in %v", ahead)
	}
	limit(f, 0)
	if d := f.through(api.RoleOwner, run.ID); d.Counts.Done != 8 {
		t.Errorf("%+v", d.Counts)
	}
}

// A shop for whose calls the platform has no time waits for as long as that takes. The bug: each such answer counted as
// a try, and ten of them gave the shop up, which were most of 60 shops on a platform that takes one call a second.
func TestTooManyCountsAsNoTry(t *testing.T) {
	t.Parallel()
	for last, tries := range map[string]int{platform.PathWeekGet: 0, platform.PathWeekUpdate: 1} { // within the limit
		t.Run(last, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t)
			f.fault(sandbox.Fault{Kind: sandbox.FaultActDrop, Path: platform.PathWeekUpdate})
			f.spy = func(path string, _ int64) {
				if path == last {
					limit(f, 1e-6)
					f.spy = nil
				}
			}
			run := f.start(api.RoleOwner, mondays, first)
			for range 12 {
				f.work(time.Minute)
			}
			if s := f.one(api.RoleOwner, run.ID).Shops[0]; s.Tries != tries {
				t.Errorf("%+v", s)
			}
			limit(f, 0)
			if d := f.through(api.RoleOwner, run.ID); d.Counts.Done != 1 {
				t.Errorf("%+v", d)
			}
		})
	}
}

// A pause for which the platform has no time right after its read is sent again by the run. Bug: it was left to the
// worker of the pauses, and with the reads that led to took twice the calls of a platform that had none to spare.
func TestPauseIsSentAgainAfterTooMany(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	reads := 0
	f.spy = func(path string, _ int64) {
		if path == platform.PathShopGet {
			if reads++; reads == 2 {
				limit(f, 1) // and this is the call of the first second
			}
		}
	}
	run := f.start(api.RoleOwner, api.Change{Pause: &api.ChangePause{Reason: api.ReasonBusy}}, first)
	f.work(0)
	if d := f.one(api.RoleOwner, run.ID); d.Counts.Done != 1 {
		t.Errorf("%+v", d.Shops)
	}
}

// A shop that another party changed while our answer was lost stays as it is.
func TestShopChangedAfterALostAnswerIsLeft(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.fault(sandbox.Fault{Kind: sandbox.FaultActDrop, Path: platform.PathWeekUpdate})
	run := f.start(api.RoleOwner, mondays, first)
	f.work(0)
	if s := f.one(api.RoleOwner, run.ID).Shops[0]; s.State != api.RunShopWorking || s.NextAt == 0 || s.Tries != 1 {
		t.Fatalf("%+v", s)
	}
	if err := f.box.ChangeHours(first, func(w *platform.Week) {
		w.Mon = []platform.Period{{StartTime: 40000, EndTime: 50000}}
	}); err != nil {
		t.Fatal(err)
	}
	d := f.through(api.RoleOwner, run.ID)
	if s := d.Shops[0]; s.Failure != api.RunFailureSince || f.shop(first).Week.Mon[0].StartTime != 40000 {
		t.Errorf("%+v", s)
	}
}

// A replica whose clock was eight hours ahead put a shop off, or was killed while it worked on the shop. The bug: other
// replicas waited eight hours, as the shop's row and its turns were held in the future.
func TestShopHeldByAClockThatWasAheadIsWorkedOn(t *testing.T) {
	t.Parallel()
	const ahead = 8 * time.Hour
	for name, hold := range map[string]func(f *fixture){
		"put off": func(f *fixture) {
			f.fault(sandbox.Fault{Kind: sandbox.FaultDrop, Path: platform.PathWeekGet, Rate: 1})
			f.work(ahead)
			f.box.ClearFaults()
			f.clock.Advance(-ahead)
		},
		"killed": func(f *fixture) {
			at := f.clock.Now().Add(ahead)
			rows, err := f.store.ClaimRunShops(t.Context(), "dead", at.UnixMilli(), at.Add(15*time.Second).UnixMilli(), 1)
			if err != nil || len(rows) != 1 {
				t.Fatal(rows, err)
			}
		},
		"killed in another run": func(f *fixture) {
			at := f.clock.Now().Add(ahead)
			for _, turn := range []string{fmt.Sprint("run/", first), store.WriteTurn(first, platform.PathWeekUpdate)} {
				if err := f.store.Claim(t.Context(), turn, "dead", at.UnixMilli(),
					at.Add(2*time.Minute).UnixMilli()); err != nil {
					t.Fatal(err)
				}
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t)
			run := f.start(api.RoleOwner, mondays, first)
			hold(f)
			f.work(0)
			if d := f.one(api.RoleOwner, run.ID); d.Counts.Done != 1 {
				t.Errorf("%+v", d.Shops)
			}
		})
	}
}

// Two runs on a shop take turns, and a run waits for an operator's save.
func TestRunsAndSavesTakeTurns(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.box.Latency = 2 * time.Millisecond // long enough for another run to interfere
	one := f.start(api.RoleOwner, mondays, first)
	two := f.start(api.RoleOwner, api.Change{Days: []api.ChangeDay{{Day: 1, Shifts: []api.Shift{{10000, 20000}}}}}, first)
	three := f.start(api.RoleManager, api.Change{Phones: []string{"852-25460101"}}, first)

	turn, now := store.WriteTurn(first, platform.PathWeekUpdate), f.clock.Now().UnixMilli()
	if err := f.store.Claim(t.Context(), turn, "an operator", now, now+60_000); err != nil {
		t.Fatal(err)
	}
	f.work(0)
	if n := f.weeks(first); n != 0 {
		t.Errorf("%d writes during an operator's turn", n)
	}
	if err := f.store.Release(t.Context(), turn, "an operator"); err != nil {
		t.Fatal(err)
	}
	for _, run := range []api.Run{one, two, three} {
		if d := f.through(api.RoleOwner, run.ID); d.Counts.Done != 1 || d.Shops[0].Tries != 0 {
			t.Errorf("%+v", d)
		}
	}
	if s := f.shop(first); f.most[first] != 1 || s.Week.Mon[0].StartTime != 10000 || s.Week.Tue[0].StartTime != 10000 ||
		s.Record.Phones[0].Number != "852-25460101" {
		t.Errorf("%d at once: %+v", f.most[first], s.Week)
	}
}

// A replica that stands still until its lease has ended leaves the turns to the one that has the shop meanwhile. The
// bug: it ended them, and an operator's save came between the other's read and write.
func TestReplicaThatLostAShopLeavesItsTurns(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	reads := make(chan chan struct{})
	f.spy = func(path string, _ int64) {
		if path == platform.PathWeekGet {
			wait := make(chan struct{})
			reads <- wait
			<-wait
		}
	}
	f.start(api.RoleOwner, mondays, first)
	var ends []chan error
	var stands []chan struct{}
	for i, s := range []*runs.Service{f.runs, f.replica()} {
		f.clock.Advance(time.Duration(i) * 16 * time.Second)
		end := make(chan error, 1)
		go func() { end <- s.Work(context.WithoutCancel(t.Context())) }()
		ends, stands = append(ends, end), append(stands, <-reads)
	}
	close(stands[0])
	if err := <-ends[0]; err != nil {
		t.Error(err)
	}
	turn, now := store.WriteTurn(first, platform.PathWeekUpdate), f.clock.Now().UnixMilli()
	if err := f.store.Claim(t.Context(), turn, "an operator", now, now+1); !errors.Is(err, store.ErrConflict) {
		t.Errorf("an operator's turn: %v", err)
	}
	close(stands[1])
	if err := <-ends[1]; err != nil {
		t.Error(err)
	}
}

// A manager loses a role while the run goes on: the remaining shops fail as denied.
func TestRunOfALostRoleIsDenied(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	run := f.start(api.RoleManager, mondays, first, first+1)
	o := servertest.Must(f.store.OperatorByLogin(t.Context(), "demo:manager"))(t)
	before := servertest.Must(f.store.Memberships(t.Context(), o.ID))(t)
	var after []store.Membership
	for _, m := range before {
		if m.ShopID != first+1 {
			after = append(after, m)
		}
	}
	if err := f.store.SetMemberships(t.Context(), o.ID, before, after); err != nil {
		t.Fatal(err)
	}
	d := f.through(api.RoleOwner, run.ID)
	if d.Counts != (api.RunCounts{Done: 1, Failed: 1}) || d.Shops[1].Failure != api.RunFailureDenied ||
		f.weeks(first+1) != 0 {
		t.Errorf("%+v", d)
	}
	// The manager is disabled: the run is denied as well.
	run = f.start(api.RoleManager, api.Change{Phones: []string{"852-25460101"}}, first)
	if err := f.store.SetDisabled(t.Context(), o.ID, true, f.clock.Now().UnixMilli()); err != nil {
		t.Fatal(err)
	}
	if d := f.through(api.RoleOwner, run.ID); d.Shops[0].Failure != api.RunFailureDenied {
		t.Errorf("%+v", d.Shops)
	}
}

// Workers on several replicas write each shop once.
func TestReplicasWriteEachShopOnce(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	ctx, stop := context.WithCancel(t.Context())
	stopped := make(chan struct{}, 3)
	for range 3 {
		r := f.replica()
		go func() { r.Run(ctx); stopped <- struct{}{} }()
	}
	heard := make(chan struct{}, 1)
	defer f.store.Watch(func() {
		select {
		case heard <- struct{}{}:
		default:
		}
	})()
	run := f.start(api.RoleOwner, mondays, shops(19)...)
	for f.one(api.RoleOwner, run.ID).State != api.RunDone {
		select {
		case <-heard:
		case <-time.After(3 * time.Minute): // without any news
			t.Fatalf("%+v", f.one(api.RoleOwner, run.ID).Counts)
		}
	}
	stop()
	for range 3 {
		<-stopped
	}
	for _, id := range shops(19) {
		if n := f.weeks(id); n != 1 {
			t.Errorf("%d was written %d times", id, n)
		}
	}
}

// failing is a store that fails to save a shop of a run once, and passes on which leases are prolonged.
type failing struct {
	store.Store
	shop   int64
	failed chan struct{} // closed by the failure
	once   sync.Once
	holds  chan []int64
}

func (s *failing) SaveRunShop(ctx context.Context, shop store.RunShop, with store.RunSave) (store.RunShop, error) {
	err := error(nil)
	if shop.ShopID == s.shop {
		s.once.Do(func() { err = errors.New("no space left"); close(s.failed) })
	}
	if err != nil {
		return shop, err
	}
	return s.Store.SaveRunShop(ctx, shop, with)
}

func (s *failing) HoldRunShops(ctx context.Context, holder string, shops []int64, now, until int64) error {
	err := s.Store.HoldRunShops(ctx, holder, shops, now, until)
	select {
	case s.holds <- shops:
	default:
	}
	return err
}

// A shop whose work our own store broke off is free again when its lease ends, while the same replica works on
// another shop. The leases of the other shop once prolonged the broken one's for as long as any work went on.
func TestShopThatOurStoreFailedIsTriedAgain(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	broken := &failing{Store: f.store, shop: first, failed: make(chan struct{}), holds: make(chan []int64)}
	f.store, f.lease = broken, 30*time.Millisecond // prolonged every 10 ms, of the clock on the wall
	hung := make(chan struct{})
	let := sync.OnceFunc(func() { close(hung) })
	defer let()
	f.spy = func(_ string, shop int64) {
		if shop == first+1 {
			<-hung
		}
	}
	worker := f.replica()
	run := f.start(api.RoleOwner, mondays, first, first+1)
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() { worker.Run(ctx); close(ended) }()
	<-broken.failed
	row := func(shop int64) store.RunShop {
		rows := servertest.Must(f.store.RunShops(t.Context(), run.ID))(t)
		return rows[slices.IndexFunc(rows, func(s store.RunShop) bool { return s.ShopID == shop })]
	}
	was := row(first).LeaseUntil
	for n := 0; slices.Contains(<-broken.holds, first); n++ { // until its work has returned
		if n == 100 {
			t.Fatal("the lease of the broken shop is prolonged again and again")
		}
	}
	f.clock.Advance(f.lease / 2)
	for range 3 { // the first of these calls may have begun before
		<-broken.holds
	}
	if got := row(first).LeaseUntil; got != was {
		t.Errorf("the lease of the broken shop was prolonged from %d to %d", was, got)
	}
	if got := row(first + 1).LeaseUntil; got <= was {
		t.Errorf("the lease of the shop in work wasn't prolonged from %d: %d", was, got)
	}
	let()
	stop()
	<-ended
	if d := f.through(api.RoleOwner, run.ID); d.Counts.Done != 2 {
		t.Errorf("%+v", d)
	}
}

// asking is a store that counts how often the runs are asked to begin, and how often a run is read.
type asking struct {
	store.Store
	begins, reads int
}

func (s *asking) Run(ctx context.Context, id string) (store.Run, error) {
	s.reads++
	return s.Store.Run(ctx, id)
}

func (s *asking) BeginRuns(ctx context.Context, now int64) ([]store.Run, error) {
	s.begins++
	return s.Store.BeginRuns(ctx, now)
}

// A look that finds no due shop begins and ends runs once.
func TestIdleLookMovesRunsOnce(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	asked := &asking{Store: f.store}
	f.store = asked
	f.runs = f.replica()
	f.work(0)
	if asked.begins != 1 {
		t.Errorf("runs were asked to begin %d times", asked.begins)
	}
}

// The run of a shop is read when the work begins and before each call, and no more often.
func TestWorkReadsTheRunOnceBeforeEachCall(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	asked := &asking{Store: f.store}
	f.store = asked
	f.runs = f.replica()
	f.start(api.RoleOwner, mondays, first)
	asked.reads = 0
	f.work(0)
	if f.weeks(first) != 1 || asked.reads != 2 {
		t.Errorf("%d calls, the run was read %d times", f.weeks(first), asked.reads)
	}
}

// beginning is a store that calls meanwhile once, right after a shop's call was named in its row.
type beginning struct {
	store.Store
	meanwhile func()
}

func (s *beginning) SaveRunShop(ctx context.Context, shop store.RunShop, with store.RunSave) (store.RunShop, error) {
	saved, err := s.Store.SaveRunShop(ctx, shop, with)
	if do := s.meanwhile; with.Begin != nil && do != nil {
		s.meanwhile = nil
		do()
	}
	return saved, err
}

// A run gave shops a longer pause while the pause that they had was ending. The bug: nothing was sent, but the shop
// failed as changed by somebody else, and stayed open.
func TestPauseThatEndsMeanwhileIsPausedAgain(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.through(api.RoleOwner, f.start(api.RoleOwner, api.Change{Pause: &api.ChangePause{Minutes: 30}}, first).ID)
	f.clock.Advance(30*time.Minute - time.Second)
	f.store = &beginning{f.store, func() {
		f.clock.Advance(time.Second)
		if err := f.pauses.Work(t.Context()); err != nil {
			t.Error(err)
		}
		if !f.shop(first).Record.AvailableForOrder {
			t.Error("the pause hasn't ended")
		}
	}}
	f.runs = f.replica()
	d := f.through(api.RoleOwner, f.start(api.RoleOwner, api.Change{Pause: &api.ChangePause{Minutes: 60}}, first).ID)
	if d.Counts.Done != 1 || f.shop(first).Record.AvailableForOrder {
		t.Errorf("%+v", d.Shops)
	}
}
