package dates

import (
	"encoding/json"
	"slices"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/shop/special"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// Edit is a list of special dates that is no shop's own: what many shops are to
// get, in days of each shop's own calendar. Its owner keeps it, draws it with an
// [Editor], and may keep it as JSON, with what is half typed.
type Edit struct{ board }

// calendar is where days are days: no zone has a part in them.
var calendar = special.Place{Anchor: platform.AnchorUTC, Zone: rules.Fixed(0)}

// Load begins with dates. Those that stay as they are break no rule here: our server judges them.
func (e *Edit) Load(list []api.ChangeDate) {
	e.Fill(list)
	e.model.stood = clone(e.model.items)
}

// Fill begins with dates as if somebody had typed them.
func (e *Edit) Fill(list []api.ChangeDate) {
	e.clear()
	e.Add(list)
}

func (e *Edit) clear() {
	at := calendar
	at.Leaves = e.model.at.Leaves
	e.model.load(nil, at)
}

// Add adds dates to those that there are.
func (e *Edit) Add(list []api.ChangeDate) {
	for _, d := range list {
		e.model.last++
		it := itemFrom(d.From, d.To, rules.Periods(d.Shifts))
		it.ID, it.Name = e.model.last, d.Name
		e.model.items = append(e.model.items, it)
	}
}

// Loaded reports whether there is a list, perhaps an empty one.
func (e *Edit) Loaded() bool { return e.model.loaded }

// Dates are the dates as they stand, in their order. They mean something only
// when [Edit.Try] finds nothing wrong.
func (e *Edit) Dates() []api.ChangeDate {
	var list []api.ChangeDate
	for _, it := range sorted(e.model.items) {
		list = append(list, api.ChangeDate{
			ChangeRange: api.ChangeRange{From: it.First, To: it.Last}, Name: it.Name,
			Shifts: rules.Pairs(rules.NormalizeDay(it.periods())),
		})
	}
	return list
}

// Try reports whether nothing is wrong; from then on everything that is shows.
func (e *Edit) Try() bool { return e.model.Try() }

// Wrong leads to what is wrong.
func (e *Edit) Wrong() pages.Faults { return e.model.Wrong() }

// MarshalJSON writes the list with what is half typed.
func (e *Edit) MarshalJSON() ([]byte, error) {
	return json.Marshal(editDraft{e.model.items, e.model.stood})
}

// editDraft is a list with what is half typed, and the entries that it began with.
type editDraft struct {
	Items []item `json:"items"`
	Stood []item `json:"stood"`
}

// UnmarshalJSON goes on from what MarshalJSON wrote.
func (e *Edit) UnmarshalJSON(data []byte) error {
	var d editDraft
	if json.Unmarshal(data, &d.Items) != nil { // a list is a draft of an earlier version
		if err := json.Unmarshal(data, &d); err != nil {
			return err
		}
	}
	e.clear()
	e.model.items, e.model.stood = d.Items, d.Stood
	for _, it := range slices.Concat(d.Items, d.Stood) {
		e.model.last = max(e.model.last, it.ID)
	}
	return nil
}

var _ list = (*Edit)(nil)

func (e *Edit) open(id int) { e.model.Open(id) }

func (e *Edit) remove(id int) {
	e.model.Remove(id)
	e.Edited("")
	e.Focus("dates-add")
}

func (e *Edit) repeat(id int) {
	e.model.Repeat(id, e.today())
	e.Edited("")
}

// Editor draws an [Edit] and works on it.
type Editor struct {
	app.Compo

	Edit   *Edit
	Today  rules.Date
	Leaves rules.Leaves // of the profile
	Undoes bool         // offers to undo; other pages do so themselves
	OnEdit func(app.Context)
}

// OnMount listens to the edit.
func (e *Editor) OnMount(ctx app.Context) {
	e.Edit.Ctx, e.Edit.Heard = ctx, func(string) { e.OnEdit(ctx) }
	e.Edit.today = func() rules.Date { return e.Today }
	e.Edit.show = func(int) {}
}

// OnUpdate listens to the edit, which may be another.
func (e *Editor) OnUpdate(ctx app.Context) { e.OnMount(ctx) }

// Render draws the list and the dialog, as the profile judges them.
func (e *Editor) Render() app.UI {
	e.Edit.model.at.Leaves = e.Leaves
	coming, past := e.Edit.model.Rows(e.Today, true)
	rows := append(coming[:len(coming):len(coming)], past...)
	return pages.Div("card",
		components.Shown(len(rows) == 0, pages.Soft(text.T("dates.edit.none"))),
		app.Ul().Class("dates-list").Body(pages.Each(rows, func(of *row) app.UI {
			r := *of
			r.Changed = false // nothing here is saved by itself
			return &rowLine{List: e.Edit, Row: &r}
		})),
		pages.Row(
			&components.Button{ID: "dates-add", Label: text.T("dates.add"), Icon: components.IconPlus, OnClick: e.add},
			components.Shown(e.Undoes && e.Edit.model.CanUndo(), &components.Button{
				ID: "dates-undo", Label: text.T("action.undo"), Icon: components.IconUndo, Kind: components.KindBare,
				OnClick: e.undo,
			}),
		),
		e.Edit.editor(),
	)
}

func (e *Editor) undo(app.Context) {
	e.Edit.model.Undo()
	e.Edit.Edited("")
	e.Edit.Focus("dates-add")
}

func (e *Editor) add(app.Context) {
	first := e.Edit.model.free(e.Today.AddDays(1))
	e.Edit.model.Add(first, first)
	e.Edit.Edited("")
}
