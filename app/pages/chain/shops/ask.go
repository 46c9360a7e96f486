package shops

import (
	"slices"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/stepup"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
)

// asking is which dialog is open, "" for none.
type asking string

const (
	askColumns asking = "columns"
	askView    asking = "view"
	askGroups  asking = "groups"
)

// ask is the dialog that is open, with what was typed into it.
type ask struct {
	what  asking
	view  string // the name of a new view
	name  string // of a new group
	tag   bool
	fault string // what is wrong with a name
	at    string // the field of that name
	busy  int    // the number of the change under way, 0 for none
	err   error
	about string           // the group that is renamed, "" for none
	to    string           // its new name as typed
	drop  *api.Group       // the group that is to be deleted, once more asked about
	said  string           // what was just done
	back  *api.ChangeGroup // takes it back, nil for nothing to
}

// closeAsk closes the dialog. What was typed into it stays. A change under way goes on: the list has it once it is
// answered. A toast takes back what was just done.
func (p *Page) closeAsk(ctx app.Context) {
	was := p.ask
	p.ask = ask{view: was.view, name: was.name, tag: was.tag, about: was.about, to: was.to}
	if was.back != nil {
		p.offerBack(ctx, was.said, *was.back)
	}
}

// begin begins a change from the dialog that is open. The dialog's next change has another number.
func (p *Page) begin() (n int) {
	p.changes++
	p.ask.busy, p.ask.err = p.changes, nil
	return p.changes
}

// mayGroup reports whether the operator looks after any shop as more than
// staff.
func (p *Page) mayGroup() bool { return p.State.MayAnywhere(platform.PermissionShopEdit) }

// dialogs are always on the page; one of them may be open.
func (p *Page) dialogs() app.UI {
	dialog := func(what asking, title string, body func() []app.UI) *components.Dialog {
		return &components.Dialog{
			ID: "shops-ask-" + string(what), Title: title, Open: p.ask.what == what, CloseLabel: text.T("action.close"),
			Body:    body,
			OnClose: p.closeAsk,
		}
	}
	groups := dialog(askGroups, p.groupsTitle(), p.groupsBody)
	groups.Wide = true
	return pages.Div("maybe",
		dialog(askColumns, text.T("shops.columns"), p.columnBoxes), dialog(askView, text.T("shops.view.save"), p.viewForm),
		groups, p.dropDialog(), stepup.Dialog(p.Deps, &p.guard),
	)
}

func (p *Page) columnBoxes() []app.UI {
	shown := p.table.shown(p.look)
	return []app.UI{app.Div().Class("shops-choices").Role("group").Aria("label", text.T("shops.columns")).Body(
		pages.Each(columns, func(c column) app.UI {
			on := slices.Contains(shown, c)
			return &components.Checkbox{
				ID: "shops-column-" + string(c), Label: c.title(), Checked: on, Disabled: on && len(shown) == minColumns,
				OnChange: func(_ app.Context, on bool) { p.showColumn(c, on) },
			}
		}),
	)}
}

// lost has the list read anew after a change that may have been made: its answer was lost, or has been before, so that
// the name is taken now.
func (p *Page) lost(err error) {
	if outcome, _ := pages.OutcomeOf(err); outcome == pages.OutcomeUnknown || outcome == pages.OutcomeInvalid {
		p.line.Reload()
	}
}

// vain says on the page what wasn't done, and why.
func (p *Page) vain(what string, err error) {
	p.notice = pages.Notice{Tone: components.ToneBad, Title: pages.Failed(what, err), Text: text.Failure(err)}
}

// failed takes the reason why something wasn't kept: words for the name, which has a field, or an
// error for the dialog.
func (k *ask) failed(err error, field string) {
	k.busy, k.at = 0, field
	outcome, refusal := pages.OutcomeOf(err)
	if outcome == pages.OutcomeInvalid && len(refusal.Problems) > 0 && refusal.Problems[0].Path == "name" {
		k.fault = text.Problem(refusal.Problems[0])
		return
	}
	k.err = err
}

// made drops what was typed for a change, unless something else has been typed since.
func (k *ask) made(request api.ChangeGroup) {
	switch {
	case request.ID == "" && strings.TrimSpace(k.name) == request.Name:
		k.name, k.tag = "", false
	case request.ID == k.about && strings.TrimSpace(k.to) == request.Name:
		k.about = ""
	}
}

// unnamed says that a name is missing, at its field.
func (p *Page) unnamed(field string) {
	p.ask.fault, p.ask.at = text.T("shops.name.need"), field
	components.FocusID(p.ctx, field)
}

// nameField is where what a dialog is about gets its name.
func (p *Page) nameField(id, label string, name *string) app.UI {
	fault := ""
	if p.ask.at == id {
		fault = p.ask.fault
	}
	return &components.TextField{
		ID: id, Label: label, Value: *name, Error: fault, Autocomplete: "off", Keep: p.State.Typed(id, 0),
		OnInput: pages.Bind(name, pages.Set(&p.ask.fault, "")),
	}
}

// goButton submits what a dialog is about.
func (p *Page) goButton(id, label string) app.UI {
	return &components.Button{ID: id, Label: label, Kind: components.KindGo, Submit: true, Busy: p.ask.busy != 0}
}
