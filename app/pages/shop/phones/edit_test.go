package phones

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/shopdesk/shopdesk/app/pages/pagetest"
)

func TestEdit(t *testing.T) {
	t.Parallel()
	var e Edit
	e.Load(nil)
	if e.Try() {
		t.Error("no phone is enough")
	}
	e.Add(homeOf("Asia/Hong_Kong"))
	e.Enter(0, "2123 4567")
	e.Add("")
	e.Enter(1, "not yet")
	if e.Try() || len(e.Wrong()) != 1 {
		t.Errorf("%d things are wrong", len(e.Wrong()))
	}
	data, err := json.Marshal(&e)
	if err != nil {
		t.Fatal(err)
	}
	var back Edit
	if err := json.Unmarshal(data, &back); err != nil || !back.Loaded() {
		t.Fatal(err)
	}
	html := pagetest.Markup(&Editor{Edit: &back})
	for _, want := range []string{numberID(0), numberID(1), addID} {
		if !strings.Contains(html, `id="`+want+`"`) {
			t.Errorf("no %q in %s", want, html)
		}
	}
	back.Remove(1)
	if diff := cmp.Diff([]string{"852-21234567"}, back.Phones()); diff != "" || !back.Try() {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// A template is checked again with each key once somebody has tried to save it. The number that is being typed was
// rewritten meanwhile, without the 0 that it is dialled with.
func TestCheckLeavesANumberThatIsBeingTyped(t *testing.T) {
	t.Parallel()
	var e Edit
	e.Load([]string{"971-501234567"})
	for _, typed := range []string{"0", "04", "04-", "04-3"} {
		e.Type(0, typed, true)
		e.Check()
		if got := e.Now[0].Text; got != typed {
			t.Fatalf("%q became %q", typed, got)
		}
	}
}
