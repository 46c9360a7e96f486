package change_test

import (
	"slices"
	"testing"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/internal/shops/change"
	"github.com/shopdesk/shopdesk/server/store"
)

// unsaid is a shop of whose record nothing tells whether it takes orders.
func unsaid(t *testing.T) change.ShopFacts {
	t.Helper()
	f := facts(hongKong)
	f.Record = new(platform.Shop)
	if err := platform.Read([]byte(`{"shopId":100001,"status":"TRADING","availableForOrder":[]}`), f.Record); err != nil {
		t.Fatal(err)
	}
	if !f.Record.Unsaid() {
		t.Fatal("the record tells how the shop stands")
	}
	return f
}

// A shop whose state the platform doesn't say was called open before its pause, and undoing the pause opened it.
func TestUnsaidShopIsNeverOpenedByAnUndo(t *testing.T) {
	t.Parallel()
	var m change.Planner
	f := unsaid(t)
	p := plan(t, m, f, api.Change{Pause: &api.ChangePause{Reason: api.ReasonStock}}, api.VerdictChanges)
	if before := p.Differences[0].Before; !slices.Equal(before, []string{string(api.StandingUnknown)}) {
		t.Errorf("before the pause: %q", before)
	}
	after := f
	after.Pause = &store.Pause{ShopID: shopID, Version: 1, State: store.PausePaused, Reason: "stock"}
	undo := m.Undo(after, p.Differences, m.Before(f, p.Calls[0], nil), now)
	if undo.Verdict != api.VerdictBroken || undo.Calls != nil || undo.Since ||
		undo.Problems[0].Code != api.ProblemStatusUnsaid {
		t.Errorf("%+v", undo)
	}
	// Once a person has resumed the shop, nothing is left to be undone.
	if undo = m.Undo(f, p.Differences, change.Before{}, now); undo.Verdict != api.VerdictUnchanged || undo.Since {
		t.Errorf("resumed meanwhile: %+v", undo)
	}
}

// What would open a shop of unknown state is refused in words: a resumption, and a pause that ends by itself. Such a
// pause was put down to a shop that was never read, and then to a missing time zone.
func TestUnsaidShopIsNotOpenedByAChange(t *testing.T) {
	t.Parallel()
	var m change.Planner
	f := unsaid(t)
	for path, c := range map[string]api.Change{
		"resume":      {Resume: true},
		"pause.until": {Pause: &api.ChangePause{Until: now + 3_600_000}},
	} {
		p := plan(t, m, f, c, api.VerdictBroken)
		if len(p.Problems) != 1 || p.Problems[0].Path != path || p.Problems[0].Code != api.ProblemStatusUnsaid {
			t.Errorf("%s: %+v", path, p.Problems)
		}
	}
}

// A pause of ours is known for one whatever the platform says. A resumption that was sent counts as made once the pause
// is over, and can be undone.
func TestUnsaidShopWithOurPauseIsResumed(t *testing.T) {
	t.Parallel()
	var m change.Planner
	f := unsaid(t)
	f.Pause = &store.Pause{ShopID: shopID, Version: 1, State: store.PausePaused, Reason: "stock"}
	p := plan(t, m, f, api.Change{Resume: true}, api.VerdictChanges)
	was := m.Before(f, p.Calls[0], nil)
	if got := m.EffectOf(f, p.Differences, now); got != change.LandedBefore {
		t.Errorf("before: %v", got)
	}
	after := unsaid(t)
	if got := m.EffectOf(after, p.Differences, now); got != change.LandedDone {
		t.Errorf("after: %v", got)
	}
	undo := m.Undo(after, p.Differences, was, now)
	if undo.Verdict != api.VerdictChanges || undo.Calls[0].Pause == nil || undo.Calls[0].Pause.Reason != api.ReasonStock {
		t.Errorf("%+v", undo)
	}
}
