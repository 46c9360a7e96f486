package phones

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
	changes := p.model.Changes()
	bar := &components.SaveBar{Label: text.T("phones.bar"), Count: text.T("phones.bar.none")}
	if changes > 0 {
		bar.Count, bar.Text = text.N("phones.bar.count", changes), text.T("phones.bar.unsaved")
	}
	bar.Actions = func() []app.UI {
		return []app.UI{
			&components.IconButton{
				ID: "phones-undo", Icon: components.IconUndo, Label: text.T("phones.undo"), Kind: components.KindBare,
				Disabled: !p.model.CanUndo(), OnClick: p.undo,
			},
			&components.IconButton{
				ID: "phones-redo", Icon: components.IconRedo, Label: text.T("phones.redo"), Kind: components.KindBare,
				Disabled: !p.model.CanRedo(), OnClick: p.redo,
			},
			&components.Button{
				ID: "phones-discard", Label: text.T("phones.discard"), Kind: components.KindBare,
				Disabled: changes == 0 || p.busy, OnClick: p.discard,
			},
			&components.Button{
				ID: "phones-save", Label: text.T("phones.save"), Kind: components.KindGo,
				Disabled: changes == 0 && !p.busy, Busy: p.busy, OnClick: p.save,
			},
		}
	}
	return bar
}
