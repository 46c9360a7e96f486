package hours

import (
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/backend"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/platform"
)

// Page is the weekly hours of one shop.
type Page struct {
	app.Compo

	Deps pages.Deps

	board
	seen *backend.Record[platform.Week] // the record last looked at

	notice  pages.Notice
	draftAt time.Time      // when the draft on the screen was kept; zero for none
	newer   *platform.Week // saved by somebody else while this was edited
	merge   *merge         // both versions, while somebody chooses
	misses  int            // tries to save without having chosen
	unkept  bool           // the browser keeps no drafts

	asked     int // the try whose summary takes the keyboard, 0 once the edit goes on
	busy      bool
	saves     pages.Generation
	reviewing bool
	toasts    []components.Toast
	toastID   int
	undone    *platform.Week // what the last save replaced
	marked    bool           // the title says "Error:"
	unlisten  func()
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

// may reports whether the operator may change the hours.
func (p *Page) may() bool { return p.Deps.State.May(p.shopID(), platform.PermissionHoursEdit) }

// follow looks at the record once it is a new one.
func (p *Page) follow() {
	record := p.Deps.Record().Week
	if record == nil || record == p.seen || p.busy {
		return
	}
	p.seen = record
	if !p.model.loaded {
		p.begin(record.Value)
		return
	}
	p.meanwhile(record.Value)
}

// begin starts the edit: from the draft, if there is one that differs.
func (p *Page) begin(now platform.Week) {
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
	if !sameRecord(kept.Base, now) {
		p.meet(now)
	}
	if p.model.Dirty() {
		p.draftAt = at
	}
}

// meanwhile takes a newer record while the edit goes on.
func (p *Page) meanwhile(now platform.Week) {
	if p.merge != nil || sameRecord(p.model.read, now) {
		return
	}
	if g := p.model.Merge(now); g.trivial() || !p.model.Dirty() {
		p.model.Rebase(g)
		return
	}
	p.newer = &now
}

// meet brings together the edit and what somebody else has saved: by itself
// where it can, else by asking. It reports whether nothing had to be done.
func (p *Page) meet(theirs platform.Week) (trivial bool) {
	p.newer, p.reviewing = nil, false
	g := p.model.Merge(theirs)
	if len(g.clash) > 0 {
		p.merge, p.misses = g, 0
		return false
	}
	p.model.Rebase(g)
	p.keep()
	if !g.trivial() {
		p.tell(pages.Notice{Tone: components.ToneInfo, Title: text.T("hours.merged", dayNames(g.taken)), Text: text.T("hours.merged.text")})
	}
	return g.trivial()
}

func sameRecord(a, b platform.Week) bool {
	x, errX := digestOf(a)
	y, errY := digestOf(b)
	return errX == nil && errY == nil && x == y
}
