package hours

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/shopdesk/shopdesk/platform"
)

func TestMerge(t *testing.T) {
	t.Parallel()
	m := loaded(somebodys())
	m.Enter(endOf(platform.Monday, 1), "23")                                             // both, differently
	m.SetOpen(platform.Tuesday, false)                                                   // both, alike
	m.SetOpen(platform.Friday, false)                                                    // only mine
	theirs := somebodys()                                                                //
	theirs.Mon = []platform.Period{p(10, 20)}                                            //
	theirs.Tue = nil                                                                     //
	theirs.Thu = []platform.Period{{StartTime: hour, EndTime: 2 * hour, Extra: `"x":1`}} // only theirs
	theirs.Extra = `"v":2`

	g := m.Merge(&theirs)
	if len(g.Clashes) != 1 || g.Clashes[0].ID != "mon" || len(g.Taken) != 1 || g.Taken[0].ID != "thu" ||
		len(g.Kept) != 1 || g.Kept[0].ID != "fri" {
		t.Fatalf("%+v", g)
	}
	for _, tt := range []struct {
		theirs  bool
		monday  string
		changes []platform.Day
	}{
		{false, "[11:00 15:00][17:30 23:00]", []platform.Day{platform.Monday, platform.Friday}},
		{true, "[10:00 20:00]", []platform.Day{platform.Friday}},
	} {
		m := loaded(somebodys())
		m.Enter(endOf(platform.Monday, 1), "23")
		m.SetOpen(platform.Tuesday, false)
		m.SetOpen(platform.Friday, false)
		m = again(t, m)
		g := m.Merge(&theirs)
		g.Choose("mon", tt.theirs)
		m.Rebase(&theirs, g)
		var changed []platform.Day
		for _, c := range m.Changes() {
			changed = append(changed, c.Day)
		}
		if diff := cmp.Diff(tt.changes, changed); diff != "" || m.shows(platform.Monday) != tt.monday ||
			m.shows(platform.Thursday) != "[01:00 02:00]" {
			t.Errorf("%s, %s (-want +got):\n%s", m.shows(platform.Monday), m.shows(platform.Thursday), diff)
		}
		payload := m.Payload()
		if payload.Extra != theirs.Extra || payload.Thu[0].Extra != `"x":1` {
			t.Errorf("what we don't know is lost: %+v", payload)
		}
		if m.Undo() != tt.theirs || m.shows(platform.Monday) != "[11:00 15:00][17:30 23:00]" {
			t.Errorf("undone: %s", m.shows(platform.Monday))
		}
	}
}

// Undo of one's own edit put the days back that somebody else had changed, and the next save sent them.
func TestUndoKeepsWhatSomebodyElseSaved(t *testing.T) {
	t.Parallel()
	m := loaded(somebodys())
	m.SetOpen(platform.Friday, false)
	m.SetOpen(platform.Tuesday, false)
	m.Undo()
	theirs := somebodys()
	theirs.Thu = []platform.Period{p(1, 2)}
	m.Rebase(&theirs, m.Merge(&theirs))
	for i, step := range []func() bool{m.Undo, m.Redo, m.Redo} {
		if !step() || m.Count() != i || m.shows(platform.Thursday) != "[01:00 02:00]" {
			t.Errorf("step %d: %d changes, Thursday is %s", i, m.Count(), m.shows(platform.Thursday))
		}
	}
}

// What somebody else had saved wrote out the time that was being typed, and the next keys went behind it.
func TestMergeLeavesATimeThatIsTyped(t *testing.T) {
	t.Parallel()
	for _, closed := range []bool{false, true} {
		m := loaded(somebodys())
		opens := startOf(platform.Monday, 0)
		m.Type(opens, "9")
		theirs := somebodys()
		theirs.Extra = `"v":2`
		if closed {
			theirs.Sun = nil
		}
		m.Rebase(&theirs, m.Merge(&theirs))
		if got := m.Now.time(opens).Text; got != "9" || m.Now[platform.Sunday].Open && closed {
			t.Errorf("closed %v: the field has %q, Sunday is %s", closed, got, m.shows(platform.Sunday))
		}
	}
}

// again is the edit as it comes back from the browser's storage.
func again(t *testing.T, m *model) *model {
	t.Helper()
	data, err := json.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	back := new(model)
	if err := json.Unmarshal(data, back); err != nil {
		t.Fatal(err)
	}
	return back
}

func TestOnlyTheWritingDiffers(t *testing.T) {
	t.Parallel()
	m := loaded(platform.Week{Mon: []platform.Period{p(17, 22), p(11, 15)}})
	m.SetOpen(platform.Tuesday, true)
	theirs := platform.Week{
		Mon: []platform.Period{p(11, 15), p(17, 22)}, Tue: []platform.Period{p(0, 0)}, Sun: []platform.Period{},
	}
	g := m.Merge(&theirs)
	if len(g.Clashes)+len(g.Taken) != 0 {
		t.Errorf("%+v", g)
	}
	m.Rebase(&theirs, g)
	if got := len(m.Changes()); got != 1 {
		t.Errorf("%d changes, want 1", got)
	}
	if diff := cmp.Diff(&theirs, m.Base()); diff != "" {
		t.Errorf("the edit goes on from another record than the newer one (-want +got):\n%s", diff)
	}
}
