package pause

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/shop/special"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
)

const formID = "pause-form"

// Render draws the dialog for what can be done.
func (d *Dialog) Render() app.UI {
	if d.reopens {
		return pages.Question{
			ID: "pause", Title: text.T("pause.title.reopen"), Open: d.Open, Body: d.foreign, Close: d.OnClose,
			Go: components.Button{
				ID: "pause-reopen", Label: text.T("pause.title.reopen"), Kind: components.KindGo, OnClick: d.OnResume,
			},
		}.Dialog()
	}
	return &components.Dialog{
		ID: "pause", Title: d.title(), Open: d.Open, CloseLabel: text.T("action.close"), OnClose: d.OnClose, Body: d.form,
		Actions: d.formActions,
	}
}

// title says what the form does, also on its button.
func (d *Dialog) title() string {
	if d.kind() == Ours {
		return text.T("pause.title.change")
	}
	return text.T("pause.title")
}

func (d *Dialog) form() []app.UI {
	m := &d.model
	now := d.ServerNow()
	m.shown, _ = m.until(now)
	return []app.UI{pages.Form(d.submit).ID(formID).Class("stack").Body(
		pages.Soft(text.T("pause.what")),
		components.Maybe(m.err != nil, d.failure),
		&components.Choices{
			ID: fieldEnd, Label: text.T("pause.end"), Error: m.faults.At(fieldEnd), Value: m.end,
			Options: d.ends(), First: true, OnChange: d.chooseEnd,
		},
		components.Shown(m.end == endClock, special.Clock(components.Field{
			ID: fieldClock, Label: text.T("status.rest.until"), Hint: text.T("pause.clock.hint", d.place()),
			Error: m.faults.At(fieldClock),
		}, m.clock, pages.Bind(&m.clock, d.edited))),
		app.P().ID("pause-says").Role("status").Body(app.B().Text(m.says(now))),
		components.Shown(m.reminds(now), RemindBox("pause-remind", &m.remind)),
		ReasonChoices(fieldReason, &m.reason, d.edited),
		&components.TextField{
			ID: fieldNote, Label: text.T("pause.note"), Optional: text.T("label.optional"), Hint: text.T("pause.note.hint"),
			Error: m.faults.At(fieldNote), Value: m.note, Autocomplete: "off",
			OnInput: pages.Bind(&m.note, d.edited),
		},
	)}
}

// ReasonChoices asks why.
func ReasonChoices(id string, reason *api.PauseReason, then func(app.Context)) app.UI {
	return &components.Choices{
		ID: id, Label: text.T("pause.reason"), Optional: text.T("label.optional"), Value: string(*reason),
		Options: pages.Options("", api.PauseReasons(), ReasonWord), OnChange: pages.Bind((*string)(reason), then),
	}
}

// RemindBox asks whether to be reminded of a long pause.
func RemindBox(id string, on *bool) app.UI {
	return &components.Checkbox{
		ID: id, Label: text.T("pause.remind"), Hint: text.T("pause.remind.hint"), Checked: *on, OnChange: pages.Bind(on),
	}
}

// ends are the choices; those that depend on hours or zone only when these are
// known.
func (d *Dialog) ends() []components.Option {
	notice := components.Option{Value: EndNotice, Label: text.T("pause.notice")}
	if d.model.unsaid {
		return []components.Option{notice}
	}
	ends := QuickEnds()
	now := d.ServerNow()
	if kept := d.model.kept; kept != 0 {
		choice := components.Option{Value: endKept, Label: text.T("pause.kept")}
		if zone := d.model.hours.Zone; zone != nil {
			choice.Num = pages.At(kept, now.UnixMilli(), zone)
		}
		ends = append(ends, choice)
	}
	if d.model.hours.Zone != nil {
		ends = append(ends, components.Option{Value: endClock, Label: text.T("pause.until")})
	}
	if at, tomorrow, ok := d.model.hours.opening(now); ok {
		label := text.T("pause.opening")
		if tomorrow {
			label = text.T("pause.tomorrow")
		}
		ends = append(ends, components.Option{
			Value: EndOpening, Label: label, Num: pages.At(at, now.UnixMilli(), d.model.hours.Zone),
		})
	}
	return append(ends, notice)
}

func (d *Dialog) formActions() []app.UI {
	ours := d.kind() == Ours
	return []app.UI{
		components.Only(ours, &components.Button{
			ID: "pause-end-now", Label: text.T("pause.resume"), Icon: components.IconPlay, OnClick: d.OnResume,
		}),
		components.Maybe(!ours && d.OnMany != nil, d.instead),
		components.Only(ours && d.OnMany != nil, &components.Button{
			ID: "pause-all", Label: text.T("pauses.title.resume"), Kind: components.KindBare,
			OnClick: func(app.Context) { d.OnMany(true) },
		}),
		components.Only(!ours, &components.Button{Label: text.T("action.cancel"), OnClick: d.OnClose}),
		&components.Button{
			ID: "pause-go", Label: d.title(), Kind: components.KindGo, Submit: true, Form: formID, Busy: d.model.busy,
		},
	}
}

// instead are the ways to pause more than this shop.
func (d *Dialog) instead() app.UI {
	return pages.Div("pause-instead",
		&components.Button{
			ID: "pause-many", Label: text.T("pauses.open"), Kind: components.KindBare,
			OnClick: func(app.Context) { d.OnMany(false) },
		},
		&components.Button{
			ID: "pause-all", Label: text.T("pauses.all"), Kind: components.KindBare,
			OnClick: func(app.Context) { d.OnMany(true) },
		},
	)
}

// foreign asks before what somebody else closed is opened.
func (d *Dialog) foreign() []app.UI {
	p, _ := d.State.Pause(d.shop())
	_, more := Told(p, Foreign, d.model.hours.Zone, d.ServerNow())
	return []app.UI{
		app.P().Text(more),
		app.P().Body(app.B().Text(text.T("pause.reopen.ask"))),
	}
}
