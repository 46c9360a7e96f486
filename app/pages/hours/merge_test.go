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
	m.SetEnd(platform.Monday, 1, "23")                                                   // both, differently
	m.SetOpen(platform.Tuesday, false)                                                   // both, alike
	m.SetOpen(platform.Friday, false)                                                    // only mine
	theirs := somebodys()                                                                //
	theirs.Mon = []platform.Period{p(10, 20)}                                            //
	theirs.Tue = nil                                                                     //
	theirs.Thu = []platform.Period{{StartTime: hour, EndTime: 2 * hour, Extra: `"x":1`}} // only theirs
	theirs.Extra = `"v":2`

	g := m.Merge(theirs)
	got := [][]platform.Day{g.clash, g.taken, g.kept, g.missing()}
	want := [][]platform.Day{{platform.Monday}, {platform.Thursday}, {platform.Friday}, {platform.Monday}}
	if diff := cmp.Diff(want, got); diff != "" || g.trivial() {
		t.Fatalf("trivial %v (-want +got):\n%s", g.trivial(), diff)
	}
	for _, tt := range []struct {
		version pick
		monday  string
		changes []platform.Day
	}{
		{pickMine, "[11:00 15:00][17:30 23:00]", []platform.Day{platform.Monday, platform.Friday}},
		{pickTheirs, "[10:00 20:00]", []platform.Day{platform.Friday}},
	} {
		m := loaded(somebodys())
		m.Resume(draftOf(t, m, func(m *model) {
			m.SetEnd(platform.Monday, 1, "23")
			m.SetOpen(platform.Tuesday, false)
			m.SetOpen(platform.Friday, false)
		}))
		g := m.Merge(theirs)
		g.picks[platform.Monday] = tt.version
		if len(g.missing()) != 0 {
			t.Errorf("missing %v", g.missing())
		}
		m.Rebase(g)
		var changed []platform.Day
		for _, c := range m.Changes() {
			changed = append(changed, c.Day)
		}
		if diff := cmp.Diff(tt.changes, changed); diff != "" || m.shows(platform.Monday) != tt.monday || m.shows(platform.Thursday) != "[01:00 02:00]" {
			t.Errorf("%s, %s (-want +got):\n%s", m.shows(platform.Monday), m.shows(platform.Thursday), diff)
		}
		payload := m.Payload()
		if payload.Extra != theirs.Extra || payload.Thu[0].Extra != `"x":1` {
			t.Errorf("what we don't know is lost: %+v", payload)
		}
		if !m.Undo() || m.shows(platform.Monday) != "[11:00 15:00][17:30 23:00]" {
			t.Errorf("undone: %s", m.shows(platform.Monday))
		}
	}
}

// draftOf is a draft as it comes back from the browser's storage.
func draftOf(t *testing.T, m *model, edit func(*model)) draft {
	t.Helper()
	edit(m)
	data, err := json.Marshal(m.Snapshot())
	if err != nil {
		t.Fatal(err)
	}
	var d draft
	if err := json.Unmarshal(data, &d); err != nil {
		t.Fatal(err)
	}
	return d
}

func TestOnlyTheWritingDiffers(t *testing.T) {
	t.Parallel()
	m := loaded(platform.Week{Mon: []platform.Period{p(17, 22), p(11, 15)}})
	m.SetOpen(platform.Tuesday, true)
	theirs := platform.Week{
		Mon: []platform.Period{p(11, 15), p(17, 22)}, Tue: []platform.Period{p(0, 0)}, Sun: []platform.Period{},
	}
	g := m.Merge(theirs)
	if !g.trivial() {
		t.Errorf("taken %v, clash %v", g.taken, g.clash)
	}
	m.Rebase(g)
	if got := len(m.Changes()); got != 1 {
		t.Errorf("%d changes, want 1", got)
	}
	before, _ := digestOf(theirs)
	if after, err := m.Digest(); err != nil || after != before {
		t.Errorf("digest %q, %v; want that of the newer record", after, err)
	}
}
