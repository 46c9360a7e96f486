package runs_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/sandbox"
	"github.com/shopdesk/shopdesk/server/internal/servertest"
	"github.com/shopdesk/shopdesk/server/store"
)

// The run changes every part, in shops of three zones.
func TestRunChangesEveryPart(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	xmas := date("2026-12-24", "2026-12-26", api.Shift{0, 0})
	xmas.Name = "Christmas"
	c := api.Change{
		Days: mondays.Days, Dates: []api.ChangeDate{xmas}, Phones: []string{"852-25460101"},
		Picture: "https://a.example/new.jpg", Pause: &api.ChangePause{Reason: api.ReasonStaff, Note: "meeting"},
	}
	chosen := []int64{first, first + 2, foreign} // first+2 has a special date already
	others := len(f.shop(first + 2).Special)
	run := f.start(api.RoleOwner, c, chosen...)
	if run.State != api.RunRunning || !run.Mine || run.By != "Olivia Chan" || run.Counts.Waiting != 3 ||
		run.EndsAbout < run.MadeAt {
		t.Errorf("%+v", run)
	}
	d := f.through(api.RoleOwner, run.ID)
	if d.Counts != (api.RunCounts{Done: 3}) || d.EndedAt == 0 {
		t.Fatalf("%+v", d)
	}
	for i, id := range chosen {
		s := f.shop(id)
		if s.Week.Mon[0] != (platform.Period{StartTime: 10000, EndTime: 20000}) ||
			s.Record.Phones[0].Number != "852-25460101" ||
			s.Record.Status != platform.ShopSuspended || len(s.Special) == 0 {
			t.Errorf("%d: %+v", id, s)
		}
		if diff := d.Shops[i].Differences; d.Shops[i].ShopID != id || len(diff) < 4 {
			t.Errorf("%d: %+v", id, diff)
		}
		names := servertest.Must(f.store.DateNames(t.Context(), id))(t)
		if len(names) != 1 || names[0].Name != "Christmas" || names[0].First != "2026-12-24" {
			t.Errorf("%d: %+v", id, names)
		}
		p := servertest.Must(f.store.Pause(t.Context(), id))(t)
		if p.State != store.PausePaused || p.Reason != "staff" || p.Note != "meeting" || p.Operator != "Olivia Chan" {
			t.Errorf("%d: %+v", id, p)
		}
		if diff := cmp.Diff([]string{"Olivia Chan run.apply done"}, f.trail(id)); diff != "" {
			t.Errorf("%d: %s", id, diff)
		}
		e := servertest.Must(f.store.Entries(t.Context(), store.EntryQuery{Shops: []int64{id}, Limit: 1}))(t)[0]
		if !strings.Contains(string(e.Request), run.ID) || !strings.Contains(string(e.Before), `"phones"`) {
			t.Errorf("%d: %s before %s", id, e.Request, e.Before)
		}
	}
	if got := f.shop(first + 2).Special; len(got) != others+1 {
		t.Errorf("the other special dates: %+v", got)
	}
	// A repeat changes nothing: no call is sent, and the audit gets no entry.
	c.Pause = nil
	d = f.through(api.RoleOwner, f.start(api.RoleOwner, c, chosen...).ID)
	if d.Counts != (api.RunCounts{Unchanged: 3}) || f.weeks(first) != 1 || len(f.trail(first)) != 1 {
		t.Errorf("%+v, %v", d.Counts, f.trail(first))
	}
}

func TestPreviewCallsNoPlatform(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.roster.known = []int64{first, first + 1}
	f.through(api.RoleOwner, f.start(api.RoleOwner, mondays, first, first+1).ID)
	f.through(api.RoleOwner, f.start(api.RoleOwner, api.Change{Days: []api.ChangeDay{{Day: 0,
		Shifts: []api.Shift{{3600, 7200}}}}}, first+1).ID)
	// A late Sunday runs into an open Monday, but not into a closed one.
	ask := api.AskPreview{Shops: texts([]int64{first, first + 1, first + 2, foreign, nobodys}), Change: mondays}
	p := get[api.Preview](f, api.RoleManager, "POST", api.PathRunPreview, ask)
	var got []string
	for _, s := range p.Shops {
		got = append(got, string(s.Verdict))
	}
	want := []string{"unchanged", "changes", "unknown", "denied", "denied"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if len(p.Shops[1].Differences) != 1 || p.Shops[1].ReadAt == 0 || p.Calls != 4 {
		t.Errorf("%+v", p)
	}
	ask.Change = api.Change{Days: []api.ChangeDay{{Day: 6, Shifts: []api.Shift{{64800, 5000}}}}}
	p = get[api.Preview](f, api.RoleOwner, "POST", api.PathRunPreview, ask)
	if p.Shops[1].Verdict != api.VerdictBroken || p.Shops[1].Problems[0].Path != "week.sun[0].endTime" ||
		p.Shops[0].Verdict != api.VerdictChanges {
		t.Errorf("%+v", p.Shops[:2])
	}
	if len(f.box.Calls()) == 0 {
		t.Fatal("no calls at all")
	}
	before := len(f.box.Calls())
	get[api.Preview](f, api.RoleOwner, "POST", api.PathRunPreview, ask)
	if len(f.box.Calls()) != before {
		t.Error("the platform was asked for a preview")
	}
}

// A key makes only one run, however often it is sent.
func TestKeyMakesOneRun(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	r := request(mondays, first, first, first+1)
	one, two := get[api.Run](f, api.RoleOwner, "POST", api.PathRuns, r),
		get[api.Run](f, api.RoleOwner, "POST", api.PathRuns, r)
	if one.ID != two.ID || one.Counts.Waiting != 2 ||
		len(get[api.Runs](f, api.RoleOwner, "GET", api.PathRuns, nil).Runs) != 1 {
		t.Errorf("%+v %+v", one, two)
	}
	if other := get[api.Run](f, api.RoleManager, "POST", api.PathRuns, r); other.ID == one.ID {
		t.Error("somebody else's key")
	}
	f.through(api.RoleOwner, one.ID)
	if late := get[api.Run](f, api.RoleOwner, "POST", api.PathRuns, r); late.ID != one.ID {
		t.Errorf("once more when it is done: %+v", late)
	}
	later := request(mondays, first)
	later.At = f.clock.Now().Add(time.Hour).UnixMilli()
	get[api.Run](f, api.RoleOwner, "POST", api.PathRuns, later)
	get[api.Run](f, api.RoleOwner, "POST", api.PathRuns, later)
	// Another request with the key is refused, not answered with the first run.
	for name, alter := range map[string]func(r, later *api.StartRun){
		"name":   func(r, _ *api.StartRun) { r.Name = "Easter" },
		"shops":  func(r, _ *api.StartRun) { r.Shops = texts([]int64{first}) },
		"change": func(r, _ *api.StartRun) { r.Change.Days = []api.ChangeDay{{Day: 1, Shifts: mondays.Days[0].Shifts}} },
		"at":     func(r, later *api.StartRun) { later.At++; *r = *later },
	} {
		r, later := r, later
		alter(&r, &later)
		if run, err := ask[api.Run](f, api.RoleOwner, "POST", api.PathRuns, r); err == nil || err.Code != api.CodeChanged {
			t.Errorf("another %s: %+v, %+v", name, run, err)
		}
	}
}

func TestInvalidRunsAreRefused(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	good := request(mondays, first)
	var manyShifts []api.Shift
	for i := range 40 {
		manyShifts = append(manyShifts, api.Shift{i * 1800, i*1800 + 900})
	}
	for path, spoil := range map[string]func(*api.StartRun){
		"shops":            func(r *api.StartRun) { r.Shops = nil },
		"shops[0]":         func(r *api.StartRun) { r.Shops = []string{"x"} },
		"key":              func(r *api.StartRun) { r.Key = "" },
		"name":             func(r *api.StartRun) { r.Name = strings.Repeat("n", api.MaxRunName+1) },
		"at":               func(r *api.StartRun) { r.At = f.clock.Now().Add(400 * 24 * time.Hour).UnixMilli() },
		"change":           func(r *api.StartRun) { r.Change = api.Change{} },
		"change.phones[0]": func(r *api.StartRun) { r.Change = api.Change{Phones: []string{"852-12340000"}} },
		"change.week.mon[0].startTime": func(r *api.StartRun) {
			r.Change = api.Change{Days: []api.ChangeDay{{Shifts: []api.Shift{{-1, 5}}}}}
		},
		"change.week[0]": func(r *api.StartRun) { // the regression: this was left to the plan of each shop, and accepted
			r.Change = api.Change{Week: &[7][]api.Shift{manyShifts}}
		},
		"change.days[0]": func(r *api.StartRun) { r.Change = api.Change{Days: []api.ChangeDay{{Shifts: manyShifts}}} },
		"change.pause.until": func(r *api.StartRun) { // past by the time it begins
			r.At = f.clock.Now().Add(time.Hour).UnixMilli()
			r.Change = api.Change{Pause: &api.ChangePause{Until: r.At - 1}}
		},
	} {
		r := good
		spoil(&r)
		if _, err := ask[api.Run](f, api.RoleOwner, "POST", api.PathRuns, r); err == nil || err.Code != api.CodeInvalid ||
			err.Problems[0].Path != path {
			t.Errorf("%s: %+v", path, err)
		}
	}
	if n := len(get[api.Runs](f, api.RoleOwner, "GET", api.PathRuns, nil).Runs); n != 0 {
		t.Errorf("%d runs", n)
	}
}

// News of a shop has the version that its row gets: the clocks of two replicas may differ, and a page that compared
// their times went on showing the older news.
func TestNewsOfAShopHasItsRowsVersion(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	run := f.start(api.RoleOwner, mondays, first)
	f.through(api.RoleOwner, run.ID)
	told := f.told()
	if s := f.one(api.RoleOwner, run.ID).Shops[0]; s.Version == 0 || told[s.ShopID] != s.Version {
		t.Errorf("told version %d of %+v", told[s.ShopID], s)
	}
}

// told returns the version of each shop that was told last.
func (f *fixture) told() map[int64]int64 {
	told := map[int64]int64{}
	for _, e := range servertest.Must(f.store.Events(f.t.Context(), 0, 100))(f.t).Events {
		var n api.RunNews
		if json.Unmarshal(e.Data, &n) == nil && n.Shop != nil {
			told[n.Shop.ShopID] = n.Shop.Version
		}
	}
	return told
}

// Shops that had been claimed when their run was paused wait again, and pages are told. A page went on showing them as
// being worked on, for as long as the run was paused.
func TestPagesAreToldOfShopsThatAPauseStops(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	run := f.start(api.RoleOwner, mondays, shops(12)...)
	begun := f.one(api.RoleOwner, run.ID).Shops[0].Version
	var once sync.Once
	f.spy = func(path string, _ int64) {
		if path == platform.PathWeekGet {
			once.Do(func() { f.steer(run.ID, api.RunActPause) })
		}
	}
	f.work(0)
	told, stopped := f.told(), 0
	for _, s := range f.one(api.RoleOwner, run.ID).Shops {
		if s.State == api.RunShopWaiting && s.Version > begun {
			stopped++
			if told[s.ShopID] != s.Version {
				t.Errorf("told version %d of %+v", told[s.ShopID], s)
			}
		}
	}
	if stopped == 0 {
		t.Error("no shop was stopped")
	}
}

// A pause is checked by the moment at which its run is to begin: it was too long for a preview of a run that begins
// in ten weeks.
func TestPreviewChecksByTheRunsBeginning(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.roster.known = []int64{first}
	at := f.clock.Now().Add(70 * 24 * time.Hour).UnixMilli()
	asked := api.AskPreview{Shops: texts([]int64{first}), At: at,
		Change: api.Change{Pause: &api.ChangePause{Until: at + time.Hour.Milliseconds()}}}
	got := get[api.Preview](f, api.RoleOwner, "POST", api.PathRunPreview, asked)
	if len(got.Shops) != 1 || len(got.Shops[0].Problems) > 0 {
		t.Errorf("%+v", got.Shops)
	}
	asked.Change.Pause = &api.ChangePause{Minutes: 30}
	got = get[api.Preview](f, api.RoleOwner, "POST", api.PathRunPreview, asked)
	want := []string{"paused", fmt.Sprint(at + (30 * time.Minute).Milliseconds())}
	if diff := cmp.Diff(want, got.Shops[0].Differences[0].After); diff != "" {
		t.Errorf("a pause of half an hour: %s", diff)
	}
	asked.Change.Pause = &api.ChangePause{Until: at + time.Hour.Milliseconds()}
	asked.At = 0
	if _, err := ask[api.Preview](f, api.RoleOwner, "POST", api.PathRunPreview, asked); err == nil ||
		err.Problems[0].Path != "change.pause.until" {
		t.Errorf("at once: %+v", err)
	}
}

// The result of each shop is told to the operators who may see the shop, and to no others.
func TestRunNewsIsToldPerShop(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	run := f.start(api.RoleOwner, mondays, first, first+1)
	f.through(api.RoleOwner, run.ID)
	page := servertest.Must(f.store.Events(t.Context(), 0, 100))(t)
	shops := map[int64][]string{}
	for _, e := range page.Events {
		var n api.RunNews
		if e.Kind != string(api.LiveRun) || json.Unmarshal(e.Data, &n) != nil || n.Run != run.ID {
			t.Fatalf("%+v", e)
		}
		line := string(n.State)
		if n.Shop != nil {
			line = string(n.Shop.State)
			if n.Shop.ShopID != e.ShopID {
				t.Errorf("news of %d goes to who sees %d", n.Shop.ShopID, e.ShopID)
			}
		}
		shops[e.ShopID] = append(shops[e.ShopID], line)
	}
	want := []string{"running", "done", "done"}
	if diff := cmp.Diff(map[int64][]string{first: want, first + 1: want}, shops); diff != "" {
		t.Error(diff)
	}
}

func TestRunPausesAndItsUndoResumes(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	until := f.clock.Now().Add(2 * time.Hour).UnixMilli()
	// the ninth shop is suspended on the platform
	run := f.start(api.RoleManager, api.Change{Pause: &api.ChangePause{Until: until,
		Reason: api.ReasonBusy}}, first, first+8)
	d := f.through(api.RoleManager, run.ID)
	if d.Counts != (api.RunCounts{Done: 1, Unchanged: 1}) {
		t.Fatalf("%+v", d)
	}
	if p := servertest.Must(f.store.Pause(t.Context(), first))(t); p.Until != until || p.Operator != "Marco Lam" ||
		p.State != store.PausePaused {
		t.Errorf("%+v", p)
	}
	undo := f.again(api.RepeatRun{ID: run.ID, Undo: true})
	if d := f.through(api.RoleOwner, undo.ID); d.Counts != (api.RunCounts{Done: 1}) || d.UndoOf != run.ID {
		t.Fatalf("%+v", d)
	}
	if f.shop(first).Record.Status != platform.ShopOperating || f.shop(first+8).Record.Status != platform.ShopSuspended {
		t.Error("not as before")
	}
	if diff := cmp.Diff([]string{"Marco Lam run.apply done", "Olivia Chan run.undo done"}, f.trail(first)); diff != "" {
		t.Error(diff)
	}
	if got := f.one(api.RoleOwner, run.ID).UndoneBy; got != undo.ID {
		t.Errorf("undone by %q", got)
	}
}

// A paused shop that was reopened on the platform, which we haven't heard of yet, is suspended again. The run only
// changed our own record of the pause, and told that the shop was paused while it stayed open.
func TestRunPausesAShopThatWasReopenedElsewhere(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	c := api.Change{Pause: &api.ChangePause{Until: f.clock.Now().Add(2 * time.Hour).UnixMilli()}}
	f.through(api.RoleOwner, f.start(api.RoleOwner, c, first).ID)
	if err := f.box.ReopenShop(first); err != nil {
		t.Fatal(err)
	}
	d := f.through(api.RoleOwner, f.start(api.RoleOwner, c, first).ID)
	if status := f.shop(first).Record.Status; d.Counts.Done != 1 || status != platform.ShopSuspended {
		t.Errorf("%+v, the shop is %v", d.Shops, status)
	}
}

// A shop whose reopening is under way is paused like any other: the reopening is cancelled. The run left the shop
// unchanged, and it was reopened.
func TestRunCancelsAReopening(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	c := api.Change{Pause: &api.ChangePause{}}
	f.through(api.RoleOwner, f.start(api.RoleOwner, c, first).ID)
	p := servertest.Must(f.store.Pause(t.Context(), first))(t)
	p.State, p.DueAt = store.PauseResuming, f.clock.Now().Add(2*time.Minute).UnixMilli() // the platform didn't answer
	if err := f.store.SavePause(t.Context(), p); err != nil {
		t.Fatal(err)
	}
	d := f.through(api.RoleOwner, f.start(api.RoleOwner, c, first).ID)
	f.clock.Advance(time.Hour)
	if err := f.pauses.Work(t.Context()); err != nil {
		t.Fatal(err)
	}
	if status := f.shop(first).Record.Status; d.Counts.Done != 1 || status != platform.ShopSuspended {
		t.Errorf("%+v, the shop is %v", d.Shops, status)
	}
}

func TestPhotoIsCheckedOncePerRun(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	_, err := ask[api.Run](f, api.RoleOwner, "POST", api.PathRuns,
		request(api.Change{Picture: "https://a.example/bad.jpg"}, first))
	if err == nil || err.Code != api.CodeInvalid || err.Problems[0].Path != "change.picture" {
		t.Errorf("%+v", err)
	}
	run := f.start(api.RoleOwner, api.Change{Picture: "https://a.example/worse.jpg"}, first)
	f.worse.Store(true)
	f.clock.Advance(11 * time.Minute)
	if d := f.through(api.RoleOwner, run.ID); d.Shops[0].Failure != api.RunFailureRule ||
		d.Shops[0].Problems[0].Path != "picture" || len(f.trail(first)) != 0 {
		t.Errorf("%+v", d.Shops)
	}
	// The eleventh shop has a photo in review already.
	looks := f.looks.Load()
	run = f.start(api.RoleOwner, api.Change{Picture: "https://a.example/new.jpg"}, first, first+10, first+1)
	d := f.through(api.RoleOwner, run.ID)
	if n := f.looks.Load() - looks; n != 1 {
		t.Errorf("looked at the same picture %d times", n)
	}
	if d.Counts != (api.RunCounts{Done: 2, Failed: 1}) || d.Shops[1].Problems[0].Code != api.ProblemPictureReview {
		t.Errorf("%+v", d)
	}
	if err := f.box.ApprovePicture(first + 10); err != nil {
		t.Fatal(err)
	}
	if d := f.through(api.RoleOwner, f.again(api.RepeatRun{ID: run.ID}).ID); d.Counts != (api.RunCounts{Done: 1}) ||
		d.Shops[0].ShopID != first+10 || d.RepeatOf != run.ID {
		t.Errorf("%+v", d)
	}
}

// A photo is kept for as long as a run may give it to shops.
func TestPhotoIsKeptForAnOpenRun(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	has := func(want bool, when string) {
		t.Helper()
		for address, want := range map[string]bool{
			"https://a.example/new.jpg": want, "https://a.example/new": false,
		} {
			is := func(a string) bool { return a == address }
			if got, err := f.runs.HasPicture(t.Context(), is); err != nil || got != want {
				t.Errorf("%s, %s: %v %v", when, address, got, err)
			}
		}
	}
	r := request(api.Change{Picture: "https://a.example/new.jpg"}, first)
	r.At = f.clock.Now().Add(time.Hour).UnixMilli()
	has(false, "no run")
	run := get[api.Run](f, api.RoleOwner, "POST", api.PathRuns, r)
	has(true, "one to begin")
	f.work(time.Hour)
	if d := f.one(api.RoleOwner, run.ID); d.State != api.RunDone {
		t.Fatalf("%+v", d)
	}
	has(false, "done")
}

// The photo that a run replaced is kept for as long as the run can be undone, and then for the run that undoes it. It
// was deleted, and undoing failed.
func TestReplacedPhotoIsKeptForUndoing(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	old := f.shop(first).Record.MainPictures[0].URL
	has := func(want bool, when string) {
		t.Helper()
		is := func(a string) bool { return strings.HasSuffix(a, old) } // the platform completes the address
		if got, err := f.runs.HasPicture(t.Context(), is); err != nil || got != want {
			t.Errorf("%s: %v %v", when, got, err)
		}
	}
	prune := func() {
		t.Helper()
		f.clock.Advance(time.Minute)
		if err := f.store.PruneRuns(t.Context(), f.clock.Now().UnixMilli()); err != nil {
			t.Fatal(err)
		}
	}
	f.through(api.RoleOwner, f.start(api.RoleOwner, mondays, first).ID)
	has(false, "a run without a photo")
	run := f.through(api.RoleOwner, f.start(api.RoleOwner, api.Change{Picture: "https://a.example/new.jpg"}, first).ID)
	has(true, "replaced")
	if err := f.box.ApprovePicture(first); err != nil {
		t.Fatal(err)
	}
	undo := f.again(api.RepeatRun{ID: run.ID, Undo: true})
	prune()
	has(true, "being undone")
	if d := f.through(api.RoleOwner, undo.ID); d.Counts.Done != 1 {
		t.Fatalf("%+v", d.Shops)
	}
	prune()
	has(false, "no run is left")
}

// Undoing gives a special date its former name back, or none. A date that had no name kept the one that the run gave.
func TestUndoRestoresTheNamesOfDates(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for _, former := range []string{"", "Lunch only"} {
		lunch := date("2026-12-25", "2026-12-25", api.Shift{36000, 50400})
		lunch.Name = former
		c := api.Change{Dates: []api.ChangeDate{lunch}, Replace: true}
		f.through(api.RoleOwner, f.start(api.RoleOwner, c, first).ID)
		c.Dates[0].Shifts, c.Dates[0].Name = []api.Shift{{0, 0}}, "Christmas"
		run := f.through(api.RoleOwner, f.start(api.RoleOwner, c, first).ID)
		if d := f.through(api.RoleOwner, f.again(api.RepeatRun{ID: run.ID, Undo: true}).ID); d.Counts.Done != 1 {
			t.Fatalf("%+v", d.Shops)
		}
		var name string
		for _, n := range servertest.Must(f.store.DateNames(t.Context(), first))(t) {
			name += n.Name
		}
		if name != former {
			t.Errorf("named %q, want %q", name, former)
		}
		c = api.Change{Clear: []api.ChangeRange{c.Dates[0].ChangeRange}}
		f.through(api.RoleOwner, f.start(api.RoleOwner, c, first).ID)
	}
}

// "Fix and run again" repeats only the failed shops, with another change.
func TestRepeatRunsOnlyFailedShops(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.fault(sandbox.Fault{Kind: sandbox.FaultCode, Path: platform.PathContactUpdate, Count: 1,
		Message: "This phone is somebody else's."})
	run := f.start(api.RoleOwner, api.Change{Phones: []string{"852-25460101"}}, first, first+1)
	d := f.through(api.RoleOwner, run.ID)
	if d.Counts.Failed != 1 || d.Counts.Done != 1 {
		t.Fatalf("%+v", d.Counts)
	}
	failed := d.Shops[0]
	if failed.State != api.RunShopFailed {
		failed = d.Shops[1]
	}
	if failed.Failure != api.RunFailureRefused || failed.Message != "This phone is somebody else's." ||
		failed.Platform != sandbox.CodeInjected || failed.Tries != 0 {
		t.Errorf("%+v", failed)
	}
	if diff := cmp.Diff([]string{"Olivia Chan run.apply refused code 50001: This phone is somebody else's."},
		f.trail(failed.ShopID)); diff != "" {
		t.Error(diff)
	}
	fixed := api.Change{Phones: []string{"852-25460102"}}
	d = f.through(api.RoleOwner, f.again(api.RepeatRun{ID: run.ID, Change: &fixed, Name: "Easter"}).ID)
	if d.Name != "Easter" {
		t.Errorf("named %q", d.Name)
	}
	if len(d.Shops) != 1 || d.Shops[0].ShopID != failed.ShopID ||
		f.shop(failed.ShopID).Record.Phones[0].Number != "852-25460102" {
		t.Errorf("%+v", d)
	}
	if _, err := ask[api.Run](f, api.RoleOwner, "POST", api.PathRunRepeat,
		api.RepeatRun{Key: "k", ID: d.ID}); err == nil || err.Problems[0].Path != "shops" {
		t.Errorf("with nothing to repeat: %+v", err)
	}
}

// A page ends with all runs of its last millisecond, as the next page begins before it. The bug: a run of the same
// millisecond as the last one of a page was on no page.
func TestRunsOfOneMillisecondAreOnOnePage(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	var sent []string
	for i := range api.RunsPage + 3 {
		at := f.clock.Now().UnixMilli() + int64(max(i, 4))
		run := store.Run{ID: fmt.Sprint("r", i), Key: fmt.Sprint(i), OperatorID: 1, Operator: "Olivia", Name: "x",
			State: store.RunDone, Change: []byte(`{"resume":true}`), MadeAt: at, At: at, EndedAt: at}
		if _, err := f.store.AddRun(t.Context(), run, []store.RunShop{{ShopID: first, Work: []byte("{}")}}, nil); err != nil {
			t.Fatal(err)
		}
		sent = append(sent, run.ID)
	}
	var listed []string
	page := api.Runs{More: f.clock.Now().Add(time.Hour).UnixMilli()}
	for page.More != 0 {
		page = get[api.Runs](f, api.RoleOwner, "GET", fmt.Sprintf("%s?before=%d", api.PathRuns, page.More), nil)
		for _, run := range page.Runs {
			listed = append(listed, run.ID)
		}
	}
	slices.Reverse(listed)
	if diff := cmp.Diff(sent, listed); diff != "" {
		t.Error(diff)
	}
}

// A paused run whose last shop has ended is over. The bug: it stayed paused until a person continued it.
func TestPausedRunEndsWithItsLastShop(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	run := f.start(api.RoleOwner, mondays, first)
	f.spy = func(path string, _ int64) {
		if path == platform.PathWeekUpdate {
			f.steer(run.ID, api.RunActPause)
		}
	}
	f.work(0)
	if d := f.one(api.RoleOwner, run.ID); d.Counts.Done != 1 || d.State != api.RunDone || d.EndedAt == 0 {
		t.Errorf("%+v", d)
	}
}

// Old runs come page by page, and a scheduled run isn't hidden by later ones.
func TestRunsAreListedByPage(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	r := request(mondays, first)
	r.At = f.clock.Now().Add(30 * 24 * time.Hour).UnixMilli()
	later := get[api.Run](f, api.RoleOwner, "POST", api.PathRuns, r)
	for i := range 2*api.RunsPage + 1 {
		at := f.clock.Now().UnixMilli() + int64(i) + 1
		run := store.Run{ID: fmt.Sprint("r", i), Key: fmt.Sprint(i), OperatorID: 1, Operator: "Olivia", Name: "x",
			State: store.RunDone, Change: []byte(`{"resume":true}`), MadeAt: at, At: at, EndedAt: at}
		if _, err := f.store.AddRun(t.Context(), run, []store.RunShop{{ShopID: first, Work: []byte("{}")}}, nil); err != nil {
			t.Fatal(err)
		}
	}
	page := get[api.Runs](f, api.RoleOwner, "GET", api.PathRuns, nil)
	if n := len(page.Runs); n != api.RunsPage+1 || page.Runs[0].ID != fmt.Sprint("r", 2*api.RunsPage) ||
		page.Runs[n-1].ID != later.ID {
		t.Fatalf("%d runs, the last %s", n, page.Runs[n-1].ID)
	}
	seen := map[string]bool{}
	for page.More != 0 {
		page = get[api.Runs](f, api.RoleOwner, "GET", fmt.Sprintf("%s?before=%d", api.PathRuns, page.More), nil)
		for _, run := range page.Runs {
			if seen[run.ID] {
				t.Errorf("%s is there twice", run.ID)
			}
			seen[run.ID] = true
		}
	}
	if len(seen) != api.RunsPage+2 || !seen["r0"] || !seen[later.ID] {
		t.Errorf("%d older ones", len(seen))
	}
	if _, err := ask[api.Runs](f, api.RoleOwner, "GET", api.PathRuns+"?before=x", nil); err == nil ||
		err.Status != http.StatusBadRequest {
		t.Errorf("%+v", err)
	}
}

// Bug: one run whose change can't be read took the list of bulk changes from everybody who may see it, and one shop the
// page of its run.
func TestDamagedRunHidesNoOther(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	sound := f.start(api.RoleOwner, mondays, first)
	damaged := store.Run{ID: strings.Repeat("d", 26), Key: "d", Name: "Damaged", State: store.RunDone,
		MadeAt: sound.MadeAt, Change: []byte(`{"phones":`)}
	if _, err := f.store.AddRun(t.Context(), damaged, []store.RunShop{{ShopID: first, Work: []byte(`{"done":`)}},
		nil); err != nil {
		t.Fatal(err)
	}
	all := get[api.Runs](f, api.RoleOwner, "GET", api.PathRuns, nil).Runs
	if len(all) != 2 {
		t.Errorf("%+v", all)
	}
	for _, one := range all {
		if one.Mine != (one.ID == sound.ID) {
			t.Errorf("%+v", one)
		}
	}
	if one := f.one(api.RoleOwner, damaged.ID); one.Name != "Damaged" || len(one.Shops) != 1 {
		t.Errorf("%+v", one)
	}
}

// Bug: a shop was tried for ever, and nobody could cancel its run, where the run's change or what is kept of the shop
// can't be read. A second try of an undo without its differences would make the change.
func TestDamagedShopOfAnOpenRunFails(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct{ change, work, undoOf string }{
		"change": {`{"phones":`, `{}`, ""},
		"shop":   {`{"resume":true}`, `{"undo":{},"done":7}`, ""},
		"undo":   {`{"resume":true}`, `{"undo":{},"done":7}`, "other"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t)
			run := store.Run{ID: name, State: store.RunRunning, Change: []byte(tt.change), UndoOf: tt.undoOf}
			shops := []store.RunShop{{ShopID: first, Work: []byte(tt.work)}}
			if _, err := f.store.AddRun(t.Context(), run, shops, nil); err != nil {
				t.Fatal(err)
			}
			if d := f.through(api.RoleOwner, name); d.Counts.Failed != 1 || d.Shops[0].Failure != api.RunFailureUnknown {
				t.Errorf("%+v", d)
			}
			request := api.RepeatRun{ID: name, Key: name, Name: name}
			_, err := ask[api.Run](f, api.RoleOwner, "POST", api.PathRunRepeat, request)
			if again := err == nil; again != (name == "shop") {
				t.Errorf("tried again: %+v", err)
			}
		})
	}
}

// Bug: one shop of a run of which what is kept can't be read kept the others from being undone and tried again.
func TestDamagedShopOfARunIsNotUndone(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	run := f.start(api.RoleOwner, mondays, shops(2)...)
	f.through(api.RoleOwner, run.ID)
	damaged := servertest.Must(f.store.RunShops(t.Context(), run.ID))(t)[0]
	damaged.Work = []byte(`{"done":`)
	servertest.Must(f.store.SaveRunShop(t.Context(), damaged, store.RunSave{}))(t)
	if d := f.through(api.RoleOwner, f.again(api.RepeatRun{ID: run.ID, Undo: true}).ID); d.Counts.Done != 1 {
		t.Errorf("%+v", d)
	}
}
