package runs_test

import (
	"context"
	"encoding/json"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/sandbox"
	"github.com/shopdesk/shopdesk/server/internal/servertest"
)

// A scheduled run begins at its time, on any replica.
func TestScheduledRunBeginsAtItsTime(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	r := request(mondays, first)
	r.At = f.clock.Now().Add(time.Hour).UnixMilli()
	run := get[api.Run](f, api.RoleOwner, "POST", api.PathRuns, r)
	f.work(59 * time.Minute)
	if d := f.one(api.RoleOwner, run.ID); d.State != api.RunScheduled || f.weeks(first) != 0 {
		t.Errorf("%+v", d)
	}
	f.runs = f.replica() // after a restart
	f.work(time.Minute)
	if d := f.one(api.RoleOwner, run.ID); d.State != api.RunDone || d.Counts.Done != 1 {
		t.Errorf("%+v", d)
	}
	r = request(mondays, first+1)
	r.At = f.clock.Now().Add(time.Hour).UnixMilli()
	early := get[api.Run](f, api.RoleOwner, "POST", api.PathRuns, r)
	if got := f.steer(early.ID, api.RunActNow); got.State != api.RunRunning || got.At != f.clock.Now().UnixMilli() {
		t.Errorf("%+v", got)
	}
	if d := f.through(api.RoleOwner, early.ID); d.Counts.Done != 1 {
		t.Errorf("%+v", d)
	}
}

// A pause that was given as a length lasts that long from the run's beginning, also when the run is begun early or is
// tried again. The regression: a run that was begun nine days early paused its shops for nine days. A pause until a
// moment ends at that moment.
func TestPauseOfALengthBeginsWithItsRun(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		days  int // ahead
		pause api.ChangePause
		begin func(f *fixture, run api.Run) api.Run
		lasts time.Duration // from the beginning; 0: until the moment that was given
	}{
		"at its time":                          {0, api.ChangePause{Minutes: 30}, nil, 30 * time.Minute},
		"early":                                {9, api.ChangePause{Minutes: 30}, begunEarly, 30 * time.Minute},
		"early by more than the longest pause": {70, api.ChangePause{Minutes: 30}, begunEarly, 30 * time.Minute},
		"cancelled, and tried again": {9, api.ChangePause{Minutes: 30}, func(f *fixture, run api.Run) api.Run {
			f.steer(run.ID, api.RunActCancel)
			f.work(0)
			return f.again(api.RepeatRun{ID: run.ID})
		}, 30 * time.Minute},
		"early, until a moment": {9, api.ChangePause{}, begunEarly, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t)
			r := request(api.Change{Pause: &tt.pause}, first)
			r.At = f.clock.Now().AddDate(0, 0, tt.days).Add(time.Hour).UnixMilli()
			tt.pause.Until = r.At + (30 * time.Minute).Milliseconds() // pages send it too
			run := get[api.Run](f, api.RoleOwner, "POST", api.PathRuns, r)
			if tt.begin == nil {
				f.clock.Advance(time.Hour)
			} else {
				run = tt.begin(f, run)
			}
			want := tt.pause.Until
			if tt.lasts != 0 {
				want = f.clock.Now().Add(tt.lasts).UnixMilli()
			}
			d := f.through(api.RoleOwner, run.ID)
			p := servertest.Must(f.store.Pause(t.Context(), first))(t)
			if d.Counts.Done != 1 || p.Until != want || d.Change.Pause.Until != want {
				t.Errorf("ends at %v, want %v; the run says %v: %+v", time.UnixMilli(p.Until).UTC(),
					time.UnixMilli(want).UTC(), time.UnixMilli(d.Change.Pause.Until).UTC(), d.Shops)
			}
		})
	}
}

func begunEarly(f *fixture, run api.Run) api.Run { return f.steer(run.ID, api.RunActNow) }

// A run that is begun early stands in line as of now. The bug: it waited until no other run had a shop left.
func TestRunBegunEarlyDoesNotWaitForAllOthers(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	r := request(mondays, foreign)
	r.At = f.clock.Now().Add(24 * time.Hour).UnixMilli()
	later := get[api.Run](f, api.RoleOwner, "POST", api.PathRuns, r)
	f.start(api.RoleOwner, mondays, shops(18)...)
	var order []int64
	var mu sync.Mutex
	f.spy = func(path string, shop int64) {
		if path == platform.PathWeekUpdate {
			mu.Lock()
			defer mu.Unlock()
			order = append(order, shop)
		}
	}
	f.steer(later.ID, api.RunActNow)
	f.work(0)
	if at := slices.Index(order, foreign); len(order) != 19 || at > 9 {
		t.Errorf("the only shop of the early run was number %d of %d", at, len(order))
	}
}

// A run for all shops and an exception for the last of them were made for the same night. The bug: the exception's only
// shop stood first in line, and the run for all shops overwrote it later.
func TestLaterRunOfAShopWaitsForTheEarlierOne(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	at := f.clock.Now().Add(time.Hour).UnixMilli()
	exception := api.Change{Days: []api.ChangeDay{{Day: 0, Shifts: []api.Shift{{30000, 40000}}}}}
	var made []api.Run
	for _, r := range []api.StartRun{request(mondays, shops(12)...), request(exception, first+11)} {
		r.At = at
		made = append(made, get[api.Run](f, api.RoleOwner, "POST", api.PathRuns, r))
		f.clock.Advance(time.Minute)
	}
	f.work(time.Hour)
	for _, run := range made {
		if d := f.through(api.RoleOwner, run.ID); d.Counts.Done != len(d.Shops) {
			t.Errorf("%+v", d.Counts)
		}
	}
	if got := f.shop(first + 11).Week.Mon[0].StartTime; got != 30000 {
		t.Errorf("the exception was overwritten: Monday begins at %d", got)
	}
}

// Bug: a run for all shops that was paused, and continued after a later one had changed a shop, overwrote that shop.
func TestContinuedRunLeavesWhatALaterOneHasDone(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	all := f.start(api.RoleOwner, mondays, shops(3)...)
	f.steer(all.ID, api.RunActPause)
	f.clock.Advance(time.Minute)
	tuesday := api.Change{Days: []api.ChangeDay{{Day: 1, Shifts: []api.Shift{{30000, 40000}}}}}
	monday := api.Change{Days: []api.ChangeDay{{Day: 0, Shifts: []api.Shift{{30000, 40000}}}}}
	for i, c := range []api.Change{tuesday, monday} {
		f.through(api.RoleOwner, f.start(api.RoleOwner, c, first+int64(i)).ID)
	}
	f.steer(all.ID, api.RunActGoOn)
	d := f.through(api.RoleOwner, all.ID)
	begins := f.shop(first + 1).Week.Mon[0].StartTime
	if d.Counts.Done != 2 || d.Shops[1].Failure != api.RunFailureSince || begins != 30000 {
		t.Errorf("Monday begins at %d: %+v", begins, d.Shops)
	}
	if d := f.through(api.RoleOwner, f.again(api.RepeatRun{ID: all.ID}).ID); d.Counts != (api.RunCounts{Done: 1}) {
		t.Errorf("tried again: %+v", d.Shops)
	}
}

// A run of another part doesn't wait for the earlier one, which may be tried again for minutes: orders come in
// meanwhile.
func TestRunOfAnotherPartDoesNotWait(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.fault(sandbox.Fault{Kind: sandbox.FaultError, Path: platform.PathWeekUpdate, Rate: 1})
	week := f.start(api.RoleOwner, mondays, first)
	f.work(0)
	f.clock.Advance(time.Millisecond)
	pause := f.start(api.RoleOwner, api.Change{Pause: &api.ChangePause{Minutes: 30}}, first)
	f.work(0)
	if d := f.one(api.RoleOwner, pause.ID); d.Counts.Done != 1 || f.one(api.RoleOwner, week.ID).Counts.Working != 1 {
		t.Errorf("%+v", d.Shops)
	}
}

// A paused run sends no new call; a cancelled run leaves shops that haven't begun; a call with an unknown outcome is
// settled in both cases.
func TestPausedOrCancelledRunSendsNothingNew(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	run := f.start(api.RoleOwner, mondays, shops(12)...)
	acts := make(chan api.RunAct, 1)
	acts <- api.RunActPause
	f.spy = func(path string, _ int64) {
		if path == platform.PathWeekUpdate && len(acts) > 0 {
			f.steer(run.ID, <-acts)
		}
	}
	f.work(0)
	d := f.one(api.RoleOwner, run.ID)
	if d.State != api.RunPaused || d.Counts.Done == 0 || d.Counts.Waiting == 0 || d.Counts.Working != 0 {
		t.Fatalf("paused: %+v", d.Counts)
	}
	done := d.Counts.Done
	f.work(time.Hour)
	if d := f.one(api.RoleOwner, run.ID); d.Counts.Done != done {
		t.Errorf("went on while paused: %+v", d.Counts)
	}
	f.fault(sandbox.Fault{Kind: sandbox.FaultActDrop, Path: platform.PathWeekUpdate})
	f.steer(run.ID, api.RunActGoOn)
	acts <- api.RunActCancel
	f.work(0)
	d = f.one(api.RoleOwner, run.ID)
	if d.State != api.RunCancelled || d.Counts.Left == 0 || d.Counts.Working != 1 {
		t.Fatalf("cancelled: %+v", d.Counts)
	}
	f.work(time.Hour)
	d = f.one(api.RoleOwner, run.ID)
	if d.Counts.Working != 0 || d.Counts.Done+d.Counts.Left != 12 {
		t.Errorf("settled: %+v", d.Counts)
	}
	right := 0
	for _, s := range d.Shops {
		if f.shop(s.ShopID).Week.Mon[0].StartTime == 10000 {
			right++
		}
	}
	changed := 0
	for _, s := range d.Shops {
		if len(s.Differences) > 0 {
			changed++
			if s.State != api.RunShopDone {
				t.Errorf("all of it was changed, and it is %s", s.State)
			}
		}
	}
	if right != changed {
		t.Errorf("%d shops are changed, the run says %d", right, changed)
	}
	if got := f.steer(run.ID, api.RunActGoOn); got.State != api.RunCancelled {
		t.Errorf("too late: %+v", got)
	}
	if d := f.through(api.RoleOwner, f.again(api.RepeatRun{ID: run.ID}).ID); d.Counts.Failed != 0 {
		t.Errorf("the rest: %+v", d.Counts)
	}
	if _, err := ask[api.Run](f, api.RoleOwner, "POST", api.PathRunSteer,
		api.SteerRun{ID: run.ID, Act: "dance"}); err == nil || err.Code != api.CodeInvalid {
		t.Errorf("%+v", err)
	}
}

// Bug: nobody saw who cancelled a run. A repeated cancel doesn't change it, nor does the end of a run by itself set it.
func TestCancelledRunNamesWhoCancelledIt(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	run := f.start(api.RoleOwner, mondays, shops(2)...)
	for _, role := range []api.Role{api.RoleManager, api.RoleOwner} {
		get[api.RunDetail](f, role, "POST", api.PathRunSteer, api.SteerRun{ID: run.ID, Act: api.RunActCancel})
	}
	if d := f.one(api.RoleOwner, run.ID); d.By != "Olivia Chan" || d.EndedBy == "" || d.EndedBy == d.By {
		t.Errorf("made by %q, ended by %q", d.By, d.EndedBy)
	}
	if d := f.through(api.RoleOwner, f.start(api.RoleOwner, mondays, first).ID); d.EndedBy != "" {
		t.Errorf("ended by itself, and by %q", d.EndedBy)
	}
}

// A run that is stopped between its read and its write writes nothing.
func TestRunStoppedAfterItsReadWritesNothing(t *testing.T) {
	t.Parallel()
	for name, stop := range map[string]func(f *fixture, run string){
		"paused":    func(f *fixture, run string) { f.steer(run, api.RunActPause) },
		"cancelled": func(f *fixture, run string) { f.steer(run, api.RunActCancel) },
		"disabled": func(f *fixture, _ string) {
			o := servertest.Must(f.store.OperatorByLogin(context.Background(), "demo:manager"))(t)
			if err := f.store.SetDisabled(context.Background(), o.ID, true, 1); err != nil {
				t.Error(err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t)
			run := f.start(api.RoleManager, mondays, first)
			reads := 0
			f.spy = func(path string, _ int64) {
				if path == platform.PathWeekGet {
					if reads++; reads == 1 {
						stop(f, run.ID)
					}
				}
			}
			f.work(0)
			if s := f.one(api.RoleOwner, run.ID).Shops[0]; reads != 1 || f.weeks(first) != 0 || s.State == api.RunShopDone ||
				s.State == api.RunShopWorking {
				t.Errorf("%+v", s)
			}
		})
	}
}

// A replica that stops makes no further read. The bug: it waited for the moment of each read, up to a minute.
func TestReplicaThatStopsReadsNoMore(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	ctx, stop := context.WithCancel(t.Context())
	reads := 0
	f.spy = func(path string, _ int64) {
		if path != platform.PathToken {
			reads++
			stop()
		}
	}
	run := f.start(api.RoleManager, api.Change{Days: mondays.Days, Phones: []string{"852-25460101"}}, first)
	err := f.runs.Work(ctx)
	if s := f.one(api.RoleOwner, run.ID).Shops[0]; reads != 1 || s.State != api.RunShopWaiting || s.Tries != 0 {
		t.Errorf("%d reads, %v: %+v", reads, err, s)
	}
}

// A shop that was being put off when its run was cancelled is left like the others. It was waiting for ever.
func TestShopPutOffWhileItsRunIsCancelledIsLeft(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	run := f.start(api.RoleManager, mondays, first)
	reads := 0
	f.spy = func(path string, _ int64) {
		if path != platform.PathWeekGet {
			return
		}
		if reads++; reads == 1 {
			f.steer(run.ID, api.RunActCancel)
			if _, err := f.box.Inject(sandbox.Fault{Kind: sandbox.FaultError, Path: path}); err != nil {
				t.Error(err)
			}
		}
	}
	f.work(0)
	f.work(time.Minute)
	if s := f.one(api.RoleOwner, run.ID).Shops[0]; s.State != api.RunShopLeft || f.weeks(first) != 0 {
		t.Errorf("%+v", s)
	}
}

// Undo restores each shop, except a shop that was changed since; undoing the undo makes the change again.
func TestUndoRestoresUnchangedShops(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	before := map[int64]string{}
	look := func(id int64) string {
		s := f.shop(id)
		return string(servertest.Must(json.Marshal([]any{s.Week, s.Special, s.Record.Phones}))(t))
	}
	chosen := shops(4)
	for _, id := range chosen {
		before[id] = look(id)
	}
	c := api.Change{Days: mondays.Days, Phones: []string{"852-25460101"},
		Dates: []api.ChangeDate{date("2026-11-25", "2027-02-08", api.Shift{0, 0})}, Replace: true}
	run := f.through(api.RoleOwner, f.start(api.RoleOwner, c, chosen...).ID)
	after := look(first)
	if run.Counts.Done != 4 {
		t.Fatalf("%+v", run)
	}
	if err := f.box.ChangeHours(first+1, func(w *platform.Week) { w.Mon = nil }); err != nil {
		t.Fatal(err)
	}
	undo := f.through(api.RoleOwner, f.again(api.RepeatRun{ID: run.ID, Undo: true}).ID)
	if undo.Counts != (api.RunCounts{Done: 3, Unchanged: 1}) {
		t.Fatalf("%+v", undo.Counts)
	}
	for i, id := range chosen {
		s := undo.Shops[i]
		if id == first+1 {
			if s.State != api.RunShopUnchanged || s.Failure != api.RunFailureSince ||
				f.shop(id).Record.Phones[0].Number != "852-25460101" {
				t.Errorf("%+v", s)
			}
			continue
		}
		if diff := cmp.Diff(before[id], look(id)); diff != "" {
			t.Errorf("%d: %s", id, diff)
		}
	}
	f.through(api.RoleOwner, f.again(api.RepeatRun{ID: undo.ID, Undo: true}).ID)
	if diff := cmp.Diff(after, look(first)); diff != "" {
		t.Errorf("done again: %s", diff)
	}
	one := f.again(api.RepeatRun{ID: run.ID, Undo: true, Shops: texts([]int64{first + 2})})
	if d := f.through(api.RoleOwner, one.ID); len(d.Shops) != 1 || d.Counts.Done != 1 {
		t.Errorf("one shop alone: %+v", d)
	}
}

// A run says in how many shops it was undone; the rest can be undone, and no shop twice. The regression: a run whose
// undo failed or was cancelled was "undone" as a whole, and no way led back in the other shops.
func TestUndoGoesOnWhereItFailed(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	run := f.through(api.RoleOwner, f.start(api.RoleOwner, mondays, shops(3)...).ID)
	undo := f.again(api.RepeatRun{ID: run.ID, Undo: true, Shops: texts([]int64{first})})
	f.through(api.RoleOwner, undo.ID)
	d := f.one(api.RoleOwner, run.ID)
	if d.Undone != 1 || d.UndoneBy != undo.ID {
		t.Errorf("undone in %d shops by %s", d.Undone, d.UndoneBy)
	}
	rest := f.through(api.RoleOwner, f.again(api.RepeatRun{ID: run.ID, Undo: true}).ID)
	if len(rest.Shops) != 2 || rest.Counts.Done != 2 {
		t.Errorf("the rest: %+v", rest)
	}
	redo := f.through(api.RoleOwner, f.again(api.RepeatRun{ID: undo.ID, Undo: true}).ID)
	if !f.one(api.RoleOwner, undo.ID).Back || redo.Back || d.Back {
		t.Error("not known which runs take the change back")
	}
	if d = f.one(api.RoleOwner, run.ID); d.Undone != 2 {
		t.Errorf("made again in one: %+v", d)
	}
}

// A shop that a second try has done isn't tried a third time.
func TestShopsOfASecondTryAreNotTriedAgain(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	run := f.start(api.RoleOwner, mondays, shops(3)...)
	f.steer(run.ID, api.RunActCancel)
	f.work(time.Minute)
	second := f.again(api.RepeatRun{ID: run.ID, Shops: texts([]int64{first})})
	f.through(api.RoleOwner, second.ID)
	d := f.one(api.RoleOwner, run.ID)
	if d.RepeatedBy != second.ID || d.Repeated != 1 || !d.Shops[0].Repeated || d.Shops[1].Repeated {
		t.Errorf("repeated by %q: %+v", d.RepeatedBy, d.Shops)
	}
	if third := f.again(api.RepeatRun{ID: run.ID}); third.Counts.Waiting != 2 {
		t.Errorf("%+v", third.Counts)
	}
}

// Two people who undo a run at once undo it once: an undo leaves out the shops that another one is to do.
func TestRunIsUndoneOnce(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	before := f.shop(first).Week
	run := f.through(api.RoleOwner, f.start(api.RoleOwner, mondays, shops(2)...).ID)
	undo := f.again(api.RepeatRun{ID: run.ID, Undo: true})
	_, err := ask[api.Run](f, api.RoleOwner, "POST", api.PathRunRepeat,
		api.RepeatRun{ID: run.ID, Undo: true, Key: "second"})
	if api.CodeOf(err) != api.CodeInvalid {
		t.Errorf("undone once more: %v", err)
	}
	if d := f.through(api.RoleOwner, undo.ID); d.Counts.Done != 2 {
		t.Errorf("%+v", d.Counts)
	}
	if diff := cmp.Diff(before, f.shop(first).Week); diff != "" || f.weeks(first) != 2 {
		t.Errorf("sent %d times: %s", f.weeks(first), diff)
	}
}

// A run isn't taken back while a shop is at work. The shop kept the change, and its run couldn't be taken back again.
func TestRunAtWorkIsNotTakenBack(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.fault(sandbox.Fault{Kind: sandbox.FaultActDrop, Path: platform.PathWeekUpdate})
	run := f.start(api.RoleOwner, mondays, shops(2)...)
	f.work(0)
	f.steer(run.ID, api.RunActCancel)
	undo := api.RepeatRun{ID: run.ID, Undo: true, Key: "undo"}
	if _, err := ask[api.Run](f, api.RoleOwner, "POST", api.PathRunRepeat, undo); err == nil ||
		err.Problems[0].Path != "undo" {
		t.Errorf("%+v", err)
	}
	f.work(time.Hour)
	back := f.through(api.RoleOwner, get[api.Run](f, api.RoleOwner, "POST", api.PathRunRepeat, undo).ID)
	if back.Counts != (api.RunCounts{Done: 2}) {
		t.Errorf("%+v", back.Counts)
	}
}
