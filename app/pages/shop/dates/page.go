package dates

import (
	"slices"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/editor"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/shop/special"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// Page is the special dates of one shop.
type Page struct {
	app.Compo

	Deps pages.Deps

	board

	month       rules.Date // shown by the calendar
	first, last rules.Date // chosen in it
	tapped      rules.Date // chosen by a finger, as the first day of several perhaps

	edit *editor.Editor[*special.Record]

	forgetting bool // of what the platform doesn't list
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
	d := p.Deps
	p.edit = editor.New(editor.Options{
		Deps: d, ID: "dates", Draft: "special", May: platform.PermissionHoursEdit, Save: "dates.save",
		At: func() time.Time { return d.Record().SpecialAt }, Held: func() bool { return p.model.open != 0 },
	}, &p.model, special.Target(d))
	p.model.weekly = p.week
	edited := func() { p.edit.Edited("") }
	p.now, p.weekly, p.heard, p.kept, p.turned = p.today, p.week, edited, edited, p.show
	p.follow()
}

// OnMount keeps what outlives a button.
func (p *Page) OnMount(ctx app.Context) {
	p.ctx = ctx
	p.edit.Mount(ctx)
	p.warm()
}

// OnUpdate takes what the shell has read since.
func (p *Page) OnUpdate(app.Context) { p.follow() }

// OnDismount drops the calls under way.
func (p *Page) OnDismount() {
	p.edit.Dismount()
	p.holidays.Drop()
}

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

// follow looks at what was read.
func (p *Page) follow() {
	read := p.Deps.Record()
	zone, ok := p.Deps.State.Zone(p.Deps.Route.ShopID)
	if names, _ := p.Deps.State.DateNames(p.Deps.Route.ShopID); !slices.Equal(names, p.model.names) {
		p.model.SetNames(names)
	}
	if !ok {
		return
	}
	p.model.at = place{anchor: p.Deps.State.Anchor(), zone: zone}
	p.model.SetUnlisted(read.Unlisted, p.model.at)
	if read.Special == nil {
		return
	}
	p.model.SetOver(read.Past, p.model.at)
	first := !p.model.loaded
	p.edit.Follow(read.Special, &special.Record{List: read.Special.Value})
	if first {
		p.begin()
	}
}

// begin shows the month that the person is in.
func (p *Page) begin() {
	p.first = p.today()
	p.last, p.month = p.first, monthOf(p.first)
	if month, ok := rules.ParseDate(p.Deps.State.Place()); ok {
		p.month = month
	}
}
