package hours

import (
	"slices"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// Edit is a week that is no shop's own: what many shops are to get. Its owner
// keeps it, draws it with an [Editor], and may keep it as JSON, with what is
// half typed.
type Edit struct{ board }

// Load begins with a week, Monday first. Days that stay as they are break no rule here: our server judges them.
func (e *Edit) Load(week [7][]api.Shift) {
	var w platform.Week
	for _, d := range platform.Days() {
		w.SetDay(d, rules.Periods(week[d]))
	}
	e.load(w)
}

// Fill begins with a week as if somebody had typed it.
func (e *Edit) Fill(week [7][]api.Shift) {
	e.Load(week)
	filled := e.Now
	e.load(platform.Week{})
	e.Now = filled
}

// Check is Try for owners that look again with each key: the field that is being typed in stays as it is.
func (e *Edit) Check() bool {
	e.Tried++
	return len(e.Problems()) == 0
}

// Week is the week as it stands, Monday first. It means something only when
// [Edit.Try] finds nothing wrong.
func (e *Edit) Week() (week [7][]api.Shift) {
	now := e.Payload()
	for _, d := range platform.Days() {
		week[d] = rules.Pairs(now.Day(d))
	}
	return week
}

// Usual is the week that most edits begin with.
func Usual() (week [7][]api.Shift) {
	for d := range week {
		week[d] = []api.Shift{{11 * 3600, 22 * 3600}}
	}
	return week
}

// Only has the edit be of some days. The others count as closed, and nothing is said of them.
func (e *Edit) Only(days []platform.Day) *Edit {
	for _, d := range platform.Days() {
		e.hidden[d] = !slices.Contains(days, d)
	}
	return e
}

// Shut reports whether every day is closed.
func (e *Edit) Shut() bool { return e.Now.shut() }

// Editor draws an [Edit] and works on it.
type Editor struct {
	app.Compo

	Edit   *Edit
	Leaves rules.Leaves // of the profile
	OnEdit func(app.Context)
}

// OnMount listens to the edit.
func (e *Editor) OnMount(ctx app.Context) {
	e.Edit.Ctx, e.Edit.Heard = ctx, func(string) { e.OnEdit(ctx) }
}

// OnUpdate listens to the edit, which may be another.
func (e *Editor) OnUpdate(ctx app.Context) { e.OnMount(ctx) }

// Render draws the rows, as the profile judges them.
func (e *Editor) Render() app.UI {
	e.Edit.leaves = e.Leaves
	rows := e.Edit.Rows(false)
	shown := slices.DeleteFunc(slices.Clone(rows[:]), func(r rowView) bool {
		return e.Edit.hidden[r.Day]
	})
	return pages.Div("card hours-card",
		app.Div().Body(pages.Each(shown, e.Edit.row)),
		components.Shown(len(shown) == len(rows) && e.Edit.Shut(), pages.Doubt(text.T("hours.shut"))),
		pages.P("hint hours-hint", text.T("hours.hint")),
		e.Edit.Spoken(),
		e.Edit.copyDialog(),
	)
}
