package overview

import (
	"slices"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/shop/special"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// kept is what was typed for a day, as the draft has it.
type kept struct {
	Date   rules.Date
	Shifts []special.Shift
}

// keepQuick keeps what was typed over a reload. Where the browser keeps nothing
// it lasts as long as the page.
func (p *Page) keepQuick() {
	_ = p.State.SaveDraft(state.DraftDay, p.Route.ShopID, kept{p.quick.date, p.quick.shifts})
}

// keepsQuick reports whether what is kept was typed in this dialog.
func (p *Page) keepsQuick() bool {
	var k kept
	_, ok := p.State.PeekDraft(state.DraftDay, p.Route.ShopID, &k)
	return ok && p.quick != nil && k.Date == p.quick.date && slices.Equal(k.Shifts, p.quick.shifts)
}

// dropQuick forgets what was typed, and tells whether there was anything.
func (p *Page) dropQuick() bool {
	_, there := p.State.PeekDraft(state.DraftDay, p.Route.ShopID, new(kept))
	p.State.DropDraft(state.DraftDay, p.Route.ShopID)
	return there
}

// resumeQuick opens the dialog with what was typed before a reload, once the
// hours are read. A day that is over isn't changed any more.
func (p *Page) resumeQuick() {
	_, _, ok := p.here()
	if !ok || p.resumed || !p.mayEdit() {
		return
	}
	p.resumed = true
	var k kept
	if _, ok := p.State.LoadDraft(state.DraftDay, p.Route.ShopID, &k); !ok {
		return
	}
	today, _ := p.Today()
	if k.Date == today || k.Date == today.AddDays(1) {
		p.quick, p.notice = &quickEdit{date: k.Date, shifts: k.Shifts}, pages.Notice{}
		return
	}
	p.dropQuick()
}

// actionTyped tells the page of a shop, its value, that what was typed is kept again: by the undo in a toast, which a
// page that was left may have made.
const actionTyped = "shopdesk/day-typed"

func (p *Page) typedAgain(_ app.Context, a app.Action) {
	if a.Value == p.Route.ShopID && p.quick == nil {
		p.resumed = false
		p.resumeQuick()
	}
}
