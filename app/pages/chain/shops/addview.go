package shops

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
)

// form adds shops by number. Where there is no shop yet, it can't be closed.
func (p *Page) form(empty bool) app.UI {
	a := &p.adding
	title := text.T("shops.add")
	if empty {
		title = text.T("shops.empty")
	}
	return &components.Card{ID: "shops-adding", Title: title, Body: func() []app.UI {
		return []app.UI{app.Form().Class("stack", "shops-form").Attr("novalidate", "true").OnSubmit(p.submit).Body(
			app.If(empty, func() app.UI { return app.P().Class("soft").Text(text.T("shops.empty.owner")) }),
			components.Maybe(a.title != "", func() app.UI {
				return &components.Note{
					Tone: components.ToneBad, Title: text.T("shops.add.failed"), Text: text.T("error.both", a.title, a.advice), Alert: true,
				}
			}),
			&components.ErrorSummary{
				ID: "shops-add-summary", Title: text.T("form.problem"), Items: pages.Summary(a.faults), Focus: a.attempts,
			},
			&components.TextField{
				ID: fieldIDs, Label: text.T("shops.add.ids"), Hint: text.T("shops.add.ids.hint"), Value: a.ids,
				Error: a.faults.At(fieldIDs), Dir: "ltr", Autocomplete: "off", OnInput: p.typeIDs,
			},
			&components.Select{
				ID: fieldZone, Label: text.T("shops.add.zone"), Hint: text.T("shops.add.zone.hint"), Value: p.zone(),
				Error: a.faults.At(fieldZone), Options: zoneOptions(p.zone()), OnChange: p.chooseZone,
			},
			app.Div().Class("row").Body(
				&components.Button{Label: text.T("shops.add.go"), Kind: components.KindGo, Submit: true, Busy: a.busy},
				app.If(!empty, func() app.UI {
					return &components.Button{Label: text.T("shops.add.cancel"), Kind: components.KindBare, OnClick: p.closeForm}
				}),
			),
		)}
	}}
}

// zoneOptions lists the zones, with the chosen one in any case: devices know
// different sets.
func zoneOptions(chosen string) []components.Option {
	names := state.ZoneNames()
	options := make([]components.Option, 0, len(names)+1)
	listed := false
	for _, name := range names {
		listed = listed || name == chosen
		options = append(options, zoneOption(name))
	}
	if !listed {
		options = append(options, zoneOption(chosen))
	}
	return options
}

func zoneOption(name string) components.Option {
	return components.Option{Value: name, Label: strings.ReplaceAll(name, "_", " ")}
}
