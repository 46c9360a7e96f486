package phones

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/platform"
)

const clashTitle = "conflict-title"

func (p *Page) focusClash() { components.FocusID(p.ctx, clashTitle) }

// lookAtBoth opens the choice between this edit and what somebody else saved.
func (p *Page) lookAtBoth(app.Context) {
	if p.newer != nil {
		p.meet(p.newer)
	}
}

// keepMine saves the edit over what somebody else saved, knowing it.
func (p *Page) keepMine(ctx app.Context) {
	p.model.Rebase(p.newer)
	p.newer, p.clash = nil, false
	p.edited("")
	p.save(ctx)
}

// takeTheirs drops the edit. It can be undone.
func (p *Page) takeTheirs(app.Context) {
	p.model.Take(p.newer)
	p.newer, p.clash = nil, false
	p.edited(text.T("phones.said.dropped"))
	components.FocusID(p.ctx, "phones-undo")
}

// backToMine goes on editing; the other version stays at hand.
func (p *Page) backToMine(app.Context) { p.clash = false }

// versions shows the lists and asks for one. A list of three, whose order
// matters, is chosen as a whole.
func (p *Page) versions() app.UI {
	return app.Section().Class("card").ID("conflict").Aria("labelledby", clashTitle).Body(
		app.H2().ID(clashTitle).TabIndex(-1).Text(text.T("phones.clash")),
		app.P().Text(text.T("phones.clash.text")),
		app.Div().Class("phones-versions").Body(
			version(text.T("phones.clash.mine"), p.model.values()),
			version(text.T("phones.clash.theirs"), stored(p.newer)),
			version(text.T("phones.clash.was"), stored(p.model.base)),
		),
		app.Div().Class("row").Body(
			&components.Button{ID: "conflict-mine", Label: text.T("phones.clash.keep"), Kind: components.KindGo, OnClick: p.keepMine},
			&components.Button{ID: "conflict-theirs", Label: text.T("phones.clash.take"), OnClick: p.takeTheirs},
			&components.Button{ID: "conflict-back", Label: text.T("phones.clash.back"), Kind: components.KindBare, OnClick: p.backToMine},
		),
	)
}

func version(whose string, list []string) app.UI {
	return app.Div().Class("phones-version").Body(
		app.H3().Text(whose),
		app.Ol().Body(app.Range(list).Slice(func(i int) app.UI {
			if list[i] == "" {
				return app.Li().Class("soft").Text(text.T("phones.clash.blank"))
			}
			return app.Li().Body(components.Num(list[i]))
		})),
	)
}

// Agrees reports whether nothing need be asked about what somebody else saved:
// there is no edit, or it comes to the same.
func (m *model) Agrees(theirs []platform.Phone) bool {
	if !m.Dirty() {
		return true
	}
	mine, other := m.values(), stored(theirs)
	if len(mine) != len(other) {
		return false
	}
	for i := range mine {
		if mine[i] != other[i] {
			return false
		}
	}
	return true
}
