package runs

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/shopdesk/shopdesk/app/pages/pagetest"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/internal/api"
)

func detail() api.RunDetail {
	return api.RunDetail{
		Run: api.Run{
			ID: "r1", Name: "Winter", State: api.RunRunning, Version: 3, By: "Ann", Mine: true, MadeAt: 1,
			Counts: api.RunCounts{Waiting: 2, Working: 1, Done: 1},
			Change: api.Change{Dates: []api.ChangeDate{{ChangeRange: api.ChangeRange{From: "2026-12-25", To: "2026-12-25"}}}},
		},
		Shops: []api.RunShop{
			{ShopID: 1, Version: 1, State: api.RunShopDone}, {ShopID: 2, Version: 1, State: api.RunShopWorking},
			{ShopID: 3, Version: 1, State: api.RunShopWaiting}, {ShopID: 4, Version: 1, State: api.RunShopWaiting},
		},
	}
}

func TestHears(t *testing.T) {
	t.Parallel()
	w := newWatched(detail())
	news := func(version int64, state api.RunState, shop *api.RunShop) bool {
		return w.hear(api.RunNews{Run: "r1", Version: version, State: state, Shop: shop})
	}
	if w.hear(api.RunNews{Run: "other", Version: 9}) || w.Version != 3 {
		t.Error("hears of another run")
	}
	if news(3, api.RunRunning, &api.RunShop{ShopID: 2, Version: 4, State: api.RunShopFailed}) {
		t.Error("reads everything anew for one shop")
	}
	if news(3, api.RunRunning, &api.RunShop{ShopID: 2, Version: 3, State: api.RunShopWorking}) ||
		w.Shops[1].State != api.RunShopFailed {
		t.Error("goes back to what came late")
	}
	if diff := cmp.Diff(api.RunCounts{Waiting: 2, Done: 1, Failed: 1}, w.Counts); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if !news(4, api.RunPaused, nil) || w.State != api.RunPaused {
		t.Error("a run that changes as a whole isn't read anew")
	}
	if news(2, api.RunRunning, &api.RunShop{ShopID: 3, Version: 6, State: "asleep"}) || w.State != api.RunPaused {
		t.Errorf("state %s", w.State)
	}
	if !news(4, api.RunPaused, &api.RunShop{ShopID: 77, State: api.RunShopDone}) {
		t.Error("a shop that wasn't there is passed over")
	}
}

// News that come while the run is read aren't lost in an answer that is older. A shop was shown at work for ever.
func TestNewsWhileTheRunIsReadStay(t *testing.T) {
	t.Parallel()
	heard := newWatched(detail())
	heard.hear(api.RunNews{Run: "r1", Version: 3, State: api.RunRunning,
		Shop: &api.RunShop{ShopID: 2, Version: 2, State: api.RunShopDone}})
	answer := detail()
	answer.Shops[2] = api.RunShop{ShopID: 3, Version: 1, State: api.RunShopWorking} // begun since it was read last
	answer.Counts = api.RunCounts{Waiting: 1, Working: 2, Done: 1}
	w := newWatched(answer).since(heard)
	if want := (api.RunCounts{Waiting: 1, Working: 1, Done: 2}); w.Counts != want || w.Shops[1].State != api.RunShopDone ||
		w.Shops[2].State != api.RunShopWorking {
		t.Errorf("%+v, want %+v: %+v", w.Counts, want, w.Shops)
	}
	another := detail()
	another.ID = "r2"
	if w := newWatched(another).since(heard); w.Shops[1].State != api.RunShopWorking {
		t.Error("news of another run")
	}
}

// Replicas work by clocks of their own. A shop that one of them had finished was shown at work for ever, because
// another one, whose clock was ahead, had begun it.
func TestNewsOfAReplicaWhoseClockIsBehindCount(t *testing.T) {
	t.Parallel()
	w := newWatched(detail())
	for _, s := range []api.RunShop{
		{ShopID: 2, Version: 2, State: api.RunShopWorking, At: 5000}, {ShopID: 2, Version: 3, State: api.RunShopDone, At: 40},
	} {
		w.hear(api.RunNews{Run: "r1", Version: 3, State: api.RunRunning, Shop: &s})
	}
	if w.Shops[1].State != api.RunShopDone {
		t.Errorf("heard of at last: %+v", w.Shops[1])
	}
	begun := newWatched(detail())
	begun.hear(api.RunNews{Run: "r1", Version: 3, State: api.RunRunning,
		Shop: &api.RunShop{ShopID: 2, Version: 2, State: api.RunShopWorking, At: 5000}})
	answer := detail()
	answer.Shops[1] = api.RunShop{ShopID: 2, Version: 3, State: api.RunShopDone, At: 40}
	if w := newWatched(answer).since(begun); w.Shops[1].State != api.RunShopDone {
		t.Errorf("read at last: %+v", w.Shops[1])
	}
}

func TestMilestones(t *testing.T) {
	t.Parallel()
	w := newWatched(detail())
	quarter := w.milestone()
	w.Counts = api.RunCounts{Waiting: 70, Done: 29}
	if w.milestone() != quarter {
		t.Error("news within a quarter is said")
	}
	w.Counts = api.RunCounts{Waiting: 40, Done: 60}
	if w.milestone() == quarter {
		t.Error("half isn't said")
	}
}

func TestListsShops(t *testing.T) {
	t.Parallel()
	w := newWatched(detail())
	names := func(id int64) string { return map[int64]string{1: "Central", 3: "Tin Hau", 4: "Central Pier"}[id] }
	for _, tt := range []struct {
		state api.RunShopState
		query string
		want  int
	}{{"", "", 4}, {api.RunShopWaiting, "", 2}, {api.RunShopWaiting, "central", 1}, {"", "tin hau", 1}, {"", "tín-HAU", 1},
		{api.RunShopLeft, "", 0}} {
		if got := len(w.in(tt.state, tt.query, names)); got != tt.want {
			t.Errorf("%q %q: %d, want %d", tt.state, tt.query, got, tt.want)
		}
	}
}

func TestCountWords(t *testing.T) {
	t.Parallel()
	for want, c := range map[string]api.RunCounts{
		"12 of 14 done, 2 failed":                         {Done: 12, Failed: 2},
		"1 of 6 done, 2 unchanged, 1 failed, 1 not begun": {Done: 1, Unchanged: 2, Failed: 1, Left: 1, Waiting: 1},
		"0 of 3 done": {Waiting: 2, Working: 1},
	} {
		if got := countWords(c); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// Bug: the page of a cancelled run didn't say who cancelled it.
func TestStoryNamesWhoCancelled(t *testing.T) {
	t.Parallel()
	r := api.Run{By: "Olivia", State: api.RunCancelled, MadeAt: 1, EndedAt: 2}
	for by, want := range map[string]string{"Ben": "Cancelled: By Ben, ", "": "Ended "} {
		r.EndedBy = by
		if got := text.Plain(story(r)); !strings.HasPrefix(got, "By Olivia, ") || !strings.Contains(got, want) {
			t.Errorf("%q: %s", by, got)
		}
	}
}

// Each kind of failure is said; what isn't known is shown as it came, and so is
// what the platform said.
func TestReasons(t *testing.T) {
	t.Parallel()
	dates := detail().Change.Dates
	for _, tt := range []struct {
		in   api.RunShop
		want string
	}{
		{api.RunShop{}, ""},
		{api.RunShop{Failure: api.RunFailureRule, Problems: []api.Problem{{Path: "week.fri[0].endTime", Code: "time_range"},
			{Path: "dates[0]", Code: "menu"}}},
			"Friday: A time must be between 00:00 and 24:00.|Fri 25 Dec 2026: This breaks the rule “menu”."},
		{api.RunShop{Failure: api.RunFailureRule}, "It would break a rule. Nothing was changed."},
		{
			api.RunShop{Failure: api.RunFailureRefused, Message: "kitchen <inspection>", Platform: 4711},
			"The platform said: “kitchen <inspection>” (code \u20664711\u2069)",
		},
		{api.RunShop{Failure: api.RunFailureRefused, Platform: 7}, "The platform refused it. (code \u20667\u2069)"},
		{api.RunShop{Failure: api.RunFailureSince}, "Somebody has changed it since: it is left as it is."},
		{api.RunShop{Failure: "moon", Message: "full"}, "moon|The platform said: “full”"},
	} {
		if got := strings.Join(reasons(tt.in, dates), "|"); got != tt.want {
			t.Errorf("%+v: got %q, want %q", tt.in, got, tt.want)
		}
	}
	for _, f := range []api.RunFailure{api.RunFailureDenied, api.RunFailureAccess, api.RunFailureDown,
		api.RunFailureUnknown} {
		if got := reasons(api.RunShop{Failure: f}, nil); len(got) != 1 || got[0] == string(f) {
			t.Errorf("%s has no words: %v", f, got)
		}
	}
}

func TestCSV(t *testing.T) {
	t.Parallel()
	run := api.Run{Name: "Winter", Change: api.Change{Phones: []string{"852-2"}}}
	w := newWatched(api.RunDetail{Run: run, Shops: []api.RunShop{
		{
			ShopID: 9007199254740993, State: api.RunShopDone, Tries: 1, At: 1795161600000,
			Differences: []api.Difference{{Part: api.PartPhones, Before: []string{"852-1"}, After: []string{"852-2"}}},
		},
		{ShopID: 2, State: api.RunShopFailed, Failure: api.RunFailureRefused, Message: `no, "never"`,
			Platform: 4711, Tries: 3},
	}})
	want := "\uFEFF" + strings.Join([]string{
		`"Shop number","Shop","Result","Changes","Reason","Platform code","Tries","Local time","Time zone","Bulk change","Change"`,
		`"9007199254740993","'=Central","Done","Phones: 852-1 → 852-2","","","1","2026-11-20 16:00:00","Asia/Hong_Kong","Winter","Phones: 852-2"`,
		`"2","'=Central","Failed","","The platform said: “no, ""never""” (code 4711)","4711","3","","Asia/Riyadh","Winter","Phones: 852-2"`, "",
	}, "\r\n")
	all := pagetest.Deps(t, At("r1"), api.RoleOwner).State
	all.SetShops([]api.Shop{
		{ShopID: 9007199254740993, EnName: "=Central", Zone: "Asia/Hong_Kong"},
		{ShopID: 2, EnName: "=Central", Zone: "Asia/Riyadh"},
	})
	if diff := cmp.Diff(want, csv(all, w)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// Which shops an undo would leave: those in which the same change would do
// something once more.
func TestSince(t *testing.T) {
	t.Parallel()
	name := func(id int64) string { return map[int64]string{2: "Tin Hau", 3: "Jordan"}[id] }
	s := sinceOf(&api.Preview{Shops: []api.PreviewShop{
		{ShopID: 1, Verdict: api.VerdictUnchanged, ReadAt: 1795161600000},
		{ShopID: 2, Verdict: api.VerdictChanges, ReadAt: 1795161700000}, {ShopID: 3, Verdict: api.VerdictBroken},
		{ShopID: 4, Verdict: api.VerdictUnknown},
	}}, 1795161600000)
	if got := s.words(name); len(
		got) != 2 || got[1] != "By our records, 2 were changed since and will be left: \u2068Tin Hau\u2069, "+
		"\u2068Jordan\u2069." {
		t.Errorf("got %q", got)
	}
	// "and" was missing before the number of the others.
	s.changed = slices.Repeat(s.changed, 7)
	if got := s.words(name); !strings.HasSuffix(got[1], "\u2068Jordan\u2069 and 2 more.") {
		t.Errorf("got %q", got)
	}
	s.changed = nil
	if got := s.words(name); len(
		got) != 2 || got[1] != "By our records of \u206820 Nov, 08:00\u2069, nobody has changed any of them since." {
		t.Errorf("got %q", got)
	}
	// Records older than the run vouched for what happened after it.
	old := sinceOf(&api.Preview{Shops: []api.PreviewShop{{ShopID: 1, Verdict: api.VerdictUnchanged, ReadAt: 5}}}, 6)
	if got := old.words(name); len(got) != 1 {
		t.Errorf("got %q", got)
	}
	if got := (since{}).words(name); len(got) != 1 {
		t.Errorf("got %q", got)
	}
}

func TestOlderRuns(t *testing.T) {
	t.Parallel()
	p := &List{runs: []api.Run{{ID: "c"}, {ID: "a"}}, older: []api.Run{{ID: "b"}, {ID: "a"}}}
	names := ""
	for _, r := range p.all() {
		names += r.ID
	}
	if names != "cab" {
		t.Error(names)
	}
}

// A run that others had pushed off the first page was on no page until the list was opened anew, and an old one that
// had ended stood there as it went on.
func TestOlderRunsFollowTheFirstPage(t *testing.T) {
	t.Parallel()
	a, b, z := api.Run{ID: "a", State: api.RunDone}, api.Run{ID: "b", State: api.RunDone}, api.Run{ID: "z"}
	for _, tt := range []struct {
		name string
		page []api.Run
		more int64
		want []api.Run
	}{
		{"as it was", []api.Run{b, a}, 1, []api.Run{b, a, z}},
		{"another began", []api.Run{{ID: "c", State: api.RunDone}, b}, 7, []api.Run{{ID: "c", State: api.RunDone}, b}},
	} {
		p := &List{runs: []api.Run{b, a}, older: []api.Run{z}, more: 1}
		p.take(api.Runs{Runs: tt.page, More: 7})
		if diff := cmp.Diff(tt.want, p.all()); diff != "" || p.more != tt.more {
			t.Errorf("%s: more %d, want %d (-want +got):\n%s", tt.name, p.more, tt.more, diff)
		}
	}
}
