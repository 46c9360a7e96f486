package hours

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages/pagetest"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/internal/markup"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
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
	html := pagetest.Markup(&Editor{Edit: back.Only([]platform.Day{platform.Friday})})
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
	if html := pagetest.Markup(&Editor{Edit: e.Only([]platform.Day{platform.Sunday})}); strings.Contains(html, says) {
		t.Error("the other days aren't edited")
	}
	days := platform.Days()
	e.Only(days[:])
	e.SetOpen(platform.Friday, true)
	if html := pagetest.Markup(&Editor{Edit: &e}); strings.Contains(html, says) {
		t.Error("Friday is open")
	}
}

// Days that weren't among those edited were judged with them: a time of theirs kept a bulk change from its preview, and
// Friday was said to run into a Saturday that no shop has.
func TestDaysThatAreNotEditedAreNotJudged(t *testing.T) {
	t.Parallel()
	var e Edit
	e.Load(Usual())
	e.Only([]platform.Day{platform.Monday})
	e.Enter(endOf(platform.Monday, 0), "25")
	if e.Try() || len(e.Wrong()) != 1 {
		t.Fatal("a time that is none passes")
	}
	e.Only([]platform.Day{platform.Friday})
	e.Enter(startOf(platform.Friday, 0), "18")
	e.Enter(endOf(platform.Friday, 0), "12")
	e.leaves = rules.Leaves{rules.CodeSpillOverlap: platform.LeaveRefused}
	if !e.Try() || len(e.Wrong()) > 0 {
		t.Errorf("wrong: %v", e.Wrong())
	}
	e.leaves = nil
	if doubts := e.Doubts(); len(doubts) > 0 {
		t.Errorf("doubts: %v", doubts)
	}
	e.Only([]platform.Day{platform.Friday, platform.Saturday})
	if len(e.Doubts()) != 1 {
		t.Error("Friday doesn't run into Saturday")
	}
	e.Only([]platform.Day{platform.Saturday})
	if rows := e.Rows(false); rows[platform.Saturday].Spill != "" || len(rows[platform.Saturday].Bar) != 1 {
		t.Errorf("a Friday that isn't edited runs into Saturday: %+v", rows[platform.Saturday])
	}
	e.Enter(startOf(platform.Saturday, 0), "13")
	e.Enter(endOf(platform.Saturday, 0), "23:45")
	at, ok := e.AddShift(platform.Saturday)
	if shifts := e.Now[platform.Saturday].Shifts; !ok || at != 0 || shifts[0].Start.Text != "08:00" {
		t.Errorf("the new shift is %d of %+v", at, shifts)
	}
}

// A day's hours were copied to days that the editor doesn't show, and so to no shop.
func TestHoursAreCopiedToDaysThatAreEdited(t *testing.T) {
	t.Parallel()
	var e Edit
	var said string
	e.Heard = func(words string) { said = words }
	e.Load(Usual())
	e.Only([]platform.Day{platform.Monday, platform.Friday, platform.Sunday})
	e.startCopy(platform.Friday)
	html := pagetest.Markup(&Editor{Edit: &e})
	markup.Holds(t, html, []string{`id="copy-mon"`, `id="copy-sun"`, `id="mon-copy"`},
		[]string{`id="copy-tue"`, `id="copy-fri"`})
	e.copyWeekdays(app.Context{})
	if e.copyNow(app.Context{}); said != "Copied to 1 day." {
		t.Errorf("said %q", said)
	}
	e.startCopy(platform.Friday)
	e.copyAll(app.Context{})
	if e.copyNow(app.Context{}); said != "Copied to 2 days." {
		t.Errorf("said %q", said)
	}
	e.Only([]platform.Day{platform.Friday})
	markup.Holds(t, pagetest.Markup(&Editor{Edit: &e}), []string{`id="fri-whole"`}, []string{`id="fri-copy"`})
}

// A template is checked again with each key once somebody has tried to save it. The time that is being typed was
// written out after its first key: "04:00" became "00:004:00".
func TestCheckLeavesATimeThatIsBeingTyped(t *testing.T) {
	t.Parallel()
	var e Edit
	e.Load(Usual())
	start := startOf(platform.Friday, 0)
	for _, typed := range []string{"0", "04", "04:", "04:00"} {
		e.Type(start, typed)
		e.Check()
		if got := e.Now[platform.Friday].Shifts[0].Start.Text; got != typed {
			t.Fatalf("%q became %q", typed, got)
		}
	}
}
