package hours

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
)

// showsBar reports whether there is anything to save, undo or redo.
func (p *Page) showsBar() bool {
	return p.may() && (p.busy || p.model.Dirty() || p.model.CanUndo() || p.model.CanRedo())
}

// bar is the save bar.
func (p *Page) bar() app.UI {
	changes := len(p.model.Changes())
	bar := &components.SaveBar{Label: text.T("hours.bar"), Count: text.T("hours.bar.none")}
	if changes > 0 {
		bar.Count, bar.Text = text.N("hours.bar.count", changes), text.T("hours.bar.unsaved")
	}
	bar.Actions = func() []app.UI {
		return []app.UI{
			&components.IconButton{
				ID: "hours-undo", Icon: components.IconUndo, Label: text.T("hours.undo"), Kind: components.KindBare,
				Disabled: !p.model.CanUndo(), OnClick: p.undo,
			},
			&components.IconButton{
				ID: "hours-redo", Icon: components.IconRedo, Label: text.T("hours.redo"), Kind: components.KindBare,
				Disabled: !p.model.CanRedo(), OnClick: p.redo,
			},
			app.Span().Class("hours-bar-break"),
			&components.Button{
				ID: "hours-discard", Label: text.T("hours.discard"), Kind: components.KindBare,
				Disabled: changes == 0 || p.busy, OnClick: p.discard,
			},
			&components.Button{
				ID: "hours-review", Label: text.T("hours.review"), Disabled: changes == 0 || p.busy, OnClick: p.review,
			},
			&components.Button{
				ID: "hours-save", Label: text.T("hours.save"), Kind: components.KindGo,
				Disabled: changes == 0 && !p.busy, Busy: p.busy, OnClick: p.save,
			},
		}
	}
	return app.Div().Class("hours-bar").Body(bar)
}
