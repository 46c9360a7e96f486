package dates

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// board is a list of special dates being edited: the list, and the dialog that
// one entry is edited in. Whoever draws it hears of every edit.
type board struct {
	ctx    app.Context
	model  model
	now    func() rules.Date     // today
	weekly func() *platform.Week // the weekly hours, nil while they aren't known
	heard  func()                // of every edit
	kept   func()                // of every key press in a time
	turned func(id int)          // of an entry that has been edited
}

func (b *board) edited() { b.heard() }

func (b *board) keep() { b.kept() }

func (b *board) show(id int) { b.turned(id) }

func (b *board) today() rules.Date { return b.now() }

func (b *board) week() *platform.Week { return b.weekly() }
