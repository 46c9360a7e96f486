package dates

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages/pagetest"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/internal/markup"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
)

func TestEdit(t *testing.T) {
	t.Parallel()
	days := []api.ChangeDate{
		{ChangeRange: api.ChangeRange{From: "2026-12-25", To: "2026-12-26"}, Shifts: []api.Shift{{0, 0}}, Name: "Christmas"},
		{ChangeRange: api.ChangeRange{From: "2026-12-31", To: "2026-12-31"}, Shifts: []api.Shift{{18 * 3600, 2 * 3600}}},
		{ChangeRange: api.ChangeRange{From: "2027-01-01", To: "2027-01-01"}, Shifts: []api.Shift{{0, platform.DaySeconds}}},
	}
	var e Edit
	e.Load(days)
	if diff := cmp.Diff(days, e.Dates()); diff != "" || !e.Try() {
		t.Errorf("(-want +got):\n%s", diff)
	}
	e.model.Open(2)
	e.model.SetLast("2026-12-25")
	if e.Try() || len(e.Wrong()) == 0 {
		t.Error("a span that ends before it begins passes")
	}
	data, err := json.Marshal(&e)
	if err != nil {
		t.Fatal(err)
	}
	var back Edit
	if err := json.Unmarshal(data, &back); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff("2026-12-25", back.Dates()[0].To); diff != "" {
		t.Error(diff)
	}
	html := pagetest.Markup(&Editor{Edit: &back, Today: rules.Date{Year: 2026, Month: 11, Day: 20}})
	for _, want := range []string{"Christmas", `id="dates-add"`, "Repeat next year"} {
		if !strings.Contains(html, want) {
			t.Errorf("no %q in %s", want, html)
		}
	}
	if strings.Contains(html, "not saved") {
		t.Error("the list speaks of saving")
	}
	back.model.Remove(2)
	back.model.Remove(3)
	if diff := cmp.Diff(days[:1], back.Dates()); diff != "" || !back.Try() {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// Dates that stand in a template keep nobody from saving others, also from a draft; what is filled in is judged.
func TestDatesThatAListBeganWithStand(t *testing.T) {
	t.Parallel()
	list := []api.ChangeDate{{ChangeRange: api.ChangeRange{From: "2026-12-24", To: "2026-12-24"},
		Shifts: []api.Shift{{9 * 3600, 12 * 3600}, {11 * 3600, 14 * 3600}}}}
	e := new(Edit)
	if e.Fill(list); e.Try() {
		t.Error("a date that was filled in may overlap")
	}
	e.Load(list)
	e.Add([]api.ChangeDate{{ChangeRange: api.ChangeRange{From: "2026-12-31", To: "2026-12-31"},
		Shifts: []api.Shift{{0, 0}}}})
	draft, err := e.MarshalJSON()
	if err != nil || !e.Try() {
		t.Errorf("%+v, %v", e.Wrong(), err)
	}
	again := new(Edit)
	if err := again.UnmarshalJSON(draft); err != nil || !again.Try() || len(again.Dates()) != 2 {
		t.Errorf("%+v, %v", again.Wrong(), err)
	}
	earlier, err := json.Marshal(e.model.items)
	if err != nil || again.UnmarshalJSON(earlier) != nil || again.Try() || len(again.Dates()) != 2 {
		t.Errorf("a draft of an earlier version: %+v, %v", again.Dates(), err)
	}
}

// A date that was typed for many shops was gone once its dialog was closed, by Escape too, and nothing gave it back.
func TestDateOfManyShopsComesBack(t *testing.T) {
	t.Parallel()
	e := &Editor{Edit: new(Edit), Today: rules.Date{Year: 2026, Month: 11, Day: 20}, Undoes: true,
		OnEdit: func(app.Context) {}}
	e.Edit.Load(nil)
	e.OnMount(app.Context{})
	offered := func(want bool) {
		t.Helper()
		if got := strings.Contains(pagetest.Markup(e), "dates-undo"); got != want {
			t.Errorf("undo is offered: %v, want %v", got, want)
		}
	}
	offered(false)
	e.add(app.Context{})
	cancel := markup.Parse(t, pagetest.Markup(e.Edit.editor())).First(t, "#date-cancel")
	if kind := cancel.Get("data-kind"); kind == string(components.KindBare) {
		t.Error("Cancel has no frame, as it has in other dialogs")
	}
	e.Edit.model.SetName("Staff party")
	e.Edit.cancel(app.Context{})
	offered(true)
	e.undo(app.Context{})
	if got := e.Edit.Dates(); len(got) != 1 || got[0].Name != "Staff party" {
		t.Errorf("undo gives %+v back", got)
	}
	offered(false)
}
