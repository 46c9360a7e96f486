package phones

import (
	"slices"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/platform"
)

// Page is the contact phones of one shop.
type Page struct {
	app.Compo

	Deps pages.Deps

	board
	seen *platform.Shop // the record last looked at

	notice  pages.Notice
	draftAt time.Time        // when the draft on the screen was kept; zero for none
	newer   []platform.Phone // saved by somebody else while this was edited
	clash   bool             // newer is being compared with the edit
	unkept  bool             // the browser keeps no drafts

	saves    pages.Generation
	toasts   []components.Toast
	toastID  int
	undone   []platform.Phone // what the last save replaced
	marked   bool             // the title says "Error:"
	unlisten func()
}

// OnInit takes what was read, and the draft: the page's first frame has them.
func (p *Page) OnInit() {
	p.heard = p.edited
	p.follow()
}

// OnMount keeps what outlives a button.
func (p *Page) OnMount(ctx app.Context) {
	p.ctx = ctx
	p.unlisten = p.listen()
}

// OnUpdate takes what the shell has read since.
func (p *Page) OnUpdate(app.Context) { p.follow() }

// OnDismount drops the calls under way. What was edited is in the draft.
func (p *Page) OnDismount() {
	p.saves.Drop()
	p.unlisten()
}

func (p *Page) shopID() int64 { return p.Deps.Route.ShopID }

// may reports whether the operator may change the phones.
func (p *Page) may() bool { return p.Deps.State.May(p.shopID(), platform.PermissionShopEdit) }

// follow looks at the record once it is a new one.
func (p *Page) follow() {
	shop := p.Deps.Record().Shop
	if shop == nil || shop == p.seen || p.busy {
		return
	}
	p.seen = shop
	if !p.model.loaded {
		p.begin(shop.Phones)
		return
	}
	p.meanwhile(shop.Phones)
}

// begin starts the edit: from the draft, if there is one that differs.
func (p *Page) begin(now []platform.Phone) {
	p.model.Load(now)
	var kept draft
	at, ok := p.Deps.State.LoadDraft(draftKind, p.shopID(), &kept)
	if !ok || !p.may() {
		return
	}
	p.model.Resume(kept)
	if !p.model.Dirty() {
		p.model.Load(now)
		p.keep()
		return
	}
	p.draftAt = at
	if !slices.Equal(kept.Base, now) {
		p.meet(now)
	}
}

// meanwhile takes a newer record while the edit goes on.
func (p *Page) meanwhile(now []platform.Phone) {
	switch {
	case p.clash, slices.Equal(p.model.base, now):
	case p.model.Agrees(now):
		p.model.Rebase(now)
	default:
		p.newer = now
	}
}

// meet brings together the edit and what somebody else has saved: by itself
// where they agree, else by asking.
func (p *Page) meet(theirs []platform.Phone) {
	if p.model.Agrees(theirs) {
		p.model.Rebase(theirs)
		p.newer, p.clash = nil, false
		p.keep()
		return
	}
	p.model.Settle()
	p.newer, p.clash = theirs, true
	p.focusClash()
}
