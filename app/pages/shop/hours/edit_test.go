package hours

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/shopdesk/shopdesk/app/pages/pagetest"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
)

func TestEdit(t *testing.T) {
	t.Parallel()
	usual := []api.Shift{{11 * 3600, 22 * 3600}}
	week := [7][]api.Shift{usual, usual, usual, usual, usual, usual, {{0, 0}}}
	var e Edit
	if e.Loaded() {
		t.Error("there is a week before any was loaded")
	}
	e.Load(week)
	if diff := cmp.Diff(week, e.Week()); diff != "" || !e.Loaded() {
		t.Errorf("(-want +got):\n%s", diff)
	}
	e.Enter(startOf(platform.Friday, 0), "1030")
	e.Enter(endOf(platform.Friday, 0), "half")
	if e.Try() || e.Tried != 1 || len(e.Wrong()) != 1 {
		t.Errorf("%d things are wrong", len(e.Wrong()))
	}

	data, err := json.Marshal(&e)
	if err != nil {
		t.Fatal(err)
	}
	var back Edit
	if err := json.Unmarshal(data, &back); err != nil {
		t.Fatal(err)
	}
	html := pagetest.Markup(&Editor{Edit: &back, Days: []platform.Day{platform.Friday}})
	for want, times := range map[string]int{`id="day-fri"`: 1, "half": 1, `id="day-mon"`: 0} {
		if got := strings.Count(html, want); got < times || times == 0 && got > 0 {
			t.Errorf("%q stands %d times in %s", want, got, html)
		}
	}
	back.Enter(endOf(platform.Friday, 0), "22")
	week[platform.Friday] = []api.Shift{{10*3600 + 1800, 22 * 3600}}
	if diff := cmp.Diff(week, back.Week()); diff != "" || !back.Try() {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// A field that lost the keyboard after its week was taken counted as another edit: the preview of it was dropped, and
// never came.
func TestLeavingWhatWasTakenIsNoEdit(t *testing.T) {
	t.Parallel()
	var e Edit
	edits := 0
	e.Heard = func(string) { edits++ }
	e.Load([7][]api.Shift{{{11 * 3600, 22 * 3600}}})
	e.enterTime(startOf(platform.Monday, 0), false, "1030")
	if e.Try(); edits != 1 {
		t.Fatalf("%d edits", edits)
	}
	if e.settle(); edits != 1 {
		t.Errorf("leaving the field is one more")
	}
	e.enterTime(startOf(platform.Monday, 0), false, "10")
	if e.settle(); edits != 3 {
		t.Errorf("%d edits, want the typing and the leaving", edits)
	}
}

// A template's week began with every day closed, and nothing said that it closes the shops.
func TestEditorSaysThatEveryDayIsClosed(t *testing.T) {
	t.Parallel()
	var e Edit
	e.Load([7][]api.Shift{})
	const says = "Every day is closed"
	if html := pagetest.Markup(&Editor{Edit: &e}); !strings.Contains(html, says) {
		t.Error("nothing is said of a week without an open day")
	}
	if html := pagetest.Markup(&Editor{Edit: &e, Days: []platform.Day{platform.Sunday}}); strings.Contains(html, says) {
		t.Error("the other days aren't edited")
	}
	e.SetOpen(platform.Friday, true)
	if html := pagetest.Markup(&Editor{Edit: &e}); strings.Contains(html, says) {
		t.Error("Friday is open")
	}
}
