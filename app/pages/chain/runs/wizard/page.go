package wizard

import (
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/app/stepup"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// draftKind names the draft in the state; it is no shop's.
const draftKind = "run"

// Page makes a run.
type Page struct {
	app.Compo

	pages.Deps

	drafted

	ctx    app.Context
	unkept bool   // the browser keeps no drafts
	spoken string // what was done, for assistive technology

	roster    *api.Roster
	rosterErr error
	list      listing
	listed    []api.Shop // what list was made of
	rosters   pages.Generation

	templates []api.Template
	sources   pages.Generation

	uploading bool
	turns     int // to other drafts

	look    *outlook
	lookAt  int64 // the beginning that a preview was asked for last
	lookErr error
	looks   pages.Generation
	asking  bool // whether to run
	sent    sending
	act     stepup.Act
}

// drafted is a draft with what the page shows of it and says about it.
type drafted struct {
	w       *wizard
	draftAt time.Time // when the draft on the screen was kept; zero for none
	beside  bool      // the draft behind w is another window's

	filter filter
	pasted string // as typed
	found  *pasted

	source source
	filled *filling

	tries  int // to go on from the change
	asked  int // the try whose summary takes the keyboard, 0 once the edit goes on
	faults pages.Faults
	items  pages.Faults // with those of the editors, for the summary

	verdict  api.Verdict // shown, "" for all
	lookFor  string
	startErr error
	whenBad  pages.Faults
	options  bool // the fields of the name and the time are open
}

// OnInit begins from the draft, or anew.
func (p *Page) OnInit() {
	p.w = newWizard()
	at, ok := p.State.LoadDraft(draftKind, 0, p.w)
	switch {
	case !ok || !p.w.begun():
		p.w = newWizard()
	case !p.w.Given:
		p.draftAt = at
	}
}

// OnMount reads what there is to choose from.
func (p *Page) OnMount(ctx app.Context) {
	p.ctx = ctx
	p.follow()
	pages.Begin(ctx, p.read, &p.rosters, &p.looks)
}

func (p *Page) read(ctx app.Context) {
	p.readRoster(ctx)
	p.readTemplates(ctx)
	if p.w.Step == stepPreview && !p.seen() {
		p.preview(ctx)
	}
}

// OnUpdate takes a newer list of shops.
func (p *Page) OnUpdate(app.Context) { p.follow() }

// follow makes the list anew when the shops are others.
func (p *Page) follow() {
	shops, _ := p.State.Shops()
	if len(shops) == len(p.listed) && (len(shops) == 0 || &shops[0] == &p.listed[0]) {
		return
	}
	p.listed = shops
	p.list = newListing(shops, p.roster)
}

// keep brings the draft in line with what is on the screen. A draft that another window has kept meanwhile waits
// behind.
func (p *Page) keep() {
	if !p.w.begun() {
		p.State.DropDraft(draftKind, 0)
		return
	}
	if p.State.Elsewhere(draftKind, 0) {
		other, behind := newWizard(), p.w
		if p.beside && p.w.Earlier != nil { // which is older
			behind = p.w.Earlier
		}
		if at, ok := p.State.LoadDraft(draftKind, 0, other); ok && other.begun() {
			other.Earlier, other.EarlierAt = behind.Earlier, behind.EarlierAt
			p.w.Earlier, p.w.EarlierAt, p.beside = other, at.UnixMilli(), true
		}
	}
	p.w.Given = false
	p.unkept = p.State.SaveDraft(draftKind, 0, p.w) != nil
}

// clock is the time, and the zone of most shops.
type clock struct {
	now  time.Time
	zone rules.Zone
}

func (p *Page) clock() clock { return clock{p.ServerNow(), p.zone()} }

// zone is that of most shops.
func (p *Page) zone() rules.Zone { return homeZone(p.State) }

func homeZone(s *state.State) rules.Zone {
	if zone, ok := state.ZoneOf(s.HomeZone()); ok {
		return zone
	}
	return rules.Fixed(0)
}

// place is where that is, as people say it.
func (p *Page) place() string { return text.Place(p.State.HomeZone()) }

// today is the date by that clock.
func (p *Page) today() rules.Date {
	date, _ := rules.Local(p.ServerNow().UnixMilli(), p.zone())
	return date
}
