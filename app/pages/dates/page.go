package dates

import (
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/backend"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// Page is the special dates of one shop.
type Page struct {
	app.Compo

	Deps pages.Deps

	board
	seen *backend.Record[[]platform.SpecialDate] // the record last looked at

	month       rules.Date // shown by the calendar
	first, last rules.Date // chosen in it
	tapped      rules.Date // chosen by a finger, as the first day of several perhaps

	notice  pages.Notice
	draftAt time.Time               // when the draft on the screen was kept; zero for none
	newer   *[]platform.SpecialDate // saved by somebody else while this was edited
	waits   bool                    // newer is merged once the editor closes
	merge   *merge                  // both versions, while somebody chooses
	misses  int                     // tries to save without having chosen
	unkept  bool                    // the browser keeps no drafts
	spoken  string                  // what an edit did, for assistive technology

	forgetting bool // of what the platform doesn't list
	busy       bool
	saves      pages.Generation
	clearing   bool
	offers     *offering // public holidays, while somebody chooses
	holidays   pages.Generation
	bringing   *bringing // a calendar file's offer, while somebody chooses
}

// bringing is what a calendar file offers, or why it offers nothing.
type bringing struct {
	offered []candidate
	skipped int
	err     error
	missed  bool // tried to go on without having chosen any
}

// OnInit takes what was read, and the draft: the page's first frame has them.
func (p *Page) OnInit() {
	p.model.weekly = p.week
	p.now, p.weekly, p.heard, p.kept, p.turned = p.today, p.week, func() { p.edited("") }, p.keep, p.show
	p.follow()
}

// OnMount keeps what outlives a button.
func (p *Page) OnMount(ctx app.Context) {
	p.ctx = ctx
	p.warm()
}

// OnUpdate takes what the shell has read since.
func (p *Page) OnUpdate(app.Context) { p.follow() }

// OnDismount drops the calls under way. What was edited is in the draft.
func (p *Page) OnDismount() {
	p.saves.Drop()
	p.holidays.Drop()
}

func (p *Page) shopID() int64 { return p.Deps.Route.ShopID }

// may reports whether the operator may change the dates.
func (p *Page) may() bool { return p.Deps.State.May(p.shopID(), platform.PermissionHoursEdit) }

// week is the weekly hours, nil until they are read.
func (p *Page) week() *platform.Week {
	if r := p.Deps.Record().Week; r != nil {
		return &r.Value
	}
	return nil
}

// today is the date at the shop.
func (p *Page) today() rules.Date {
	date, _ := rules.Local(p.Deps.State.Now().UnixMilli(), p.model.at.zone)
	return date
}

// follow looks at the record once it is a new one, and at the names.
func (p *Page) follow() {
	p.followNames()
	read := p.Deps.Record()
	record := read.Special
	zone, ok := p.Deps.State.Zone(p.shopID())
	at := place{anchor: p.Deps.State.Anchor(), zone: zone}
	if ok {
		p.model.SetUnlisted(read.Unlisted, at)
	}
	if record == nil || !ok || record == p.seen || p.busy {
		return
	}
	p.seen = record
	p.model.SetOver(read.Past, at)
	if p.model.loaded {
		p.meanwhile(record.Value)
		return
	}
	p.begin(record.Value, at)
}

// begin starts the edit: from the draft, if there is one that differs.
func (p *Page) begin(now []platform.SpecialDate, at place) {
	if names, known := p.Deps.State.DateNames(p.shopID()); known {
		p.model.SetNames(names)
	}
	p.model.Load(now, at)
	p.first = p.today()
	p.last, p.month = p.first, monthOf(p.first)
	if month, ok := rules.ParseDate(p.Deps.State.Place()); ok {
		p.month = month
	}
	var kept draft
	when, ok := p.Deps.State.LoadDraft(draftKind, p.shopID(), &kept)
	if !ok || !p.may() {
		return
	}
	if !p.model.Resume(kept, at) || !p.model.Dirty() {
		p.model.Load(now, at)
		p.keep()
		return
	}
	p.draftAt = when
	if !sameRecord(p.model.read, now) {
		p.meet(now)
	}
}

// meanwhile takes a newer record while the edit goes on.
func (p *Page) meanwhile(now []platform.SpecialDate) {
	switch {
	case p.merge != nil || sameRecord(p.model.read, now):
	case !p.model.Dirty() && p.model.open == 0:
		p.model.Load(now, p.model.at)
	default:
		p.newer = &now
	}
}

// meet brings together the edit and what somebody else has saved: by itself
// where it can, else by asking. It reports whether nothing had to be done. An
// entry in the editor isn't decided yet: it waits for that.
func (p *Page) meet(theirs []platform.SpecialDate) (trivial bool) {
	if p.waits = p.model.open != 0; p.waits {
		p.newer = &theirs
		return false
	}
	p.newer = nil
	g := p.model.Merge(theirs)
	if len(g.clashes) > 0 {
		p.merge, p.misses = g, 0
		components.FocusID(p.ctx, mergeTitle)
		return false
	}
	p.model.Rebase(g)
	p.keep()
	if trivial = len(g.taken) == 0; !trivial {
		p.tell(pages.Notice{Tone: components.ToneInfo, Title: text.T("dates.merged"), Text: text.T("dates.merged.do")})
	}
	return trivial
}

func sameRecord(a, b []platform.SpecialDate) bool {
	x, errX := digestOf(a)
	y, errY := digestOf(b)
	return errX == nil && errY == nil && x == y
}

// draftKind names the draft of special dates in the state.
const draftKind = "special"

// keep brings the draft in line with what is on the screen.
func (p *Page) keep() {
	if !p.model.Dirty() {
		p.Deps.State.DropDraft(draftKind, p.shopID())
		p.draftAt = time.Time{}
		return
	}
	snapshot, err := p.model.Snapshot()
	p.unkept = err != nil || p.Deps.State.SaveDraft(draftKind, p.shopID(), snapshot) != nil
}
