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

	pages.Deps

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
	brings     pages.Generation
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
	p.board.today, p.Heard, p.board.show = p.today, p.edit.Edited, p.show
	p.save = p.saveNow
	p.follow()
}

// OnMount keeps what outlives a button.
func (p *Page) OnMount(ctx app.Context) {
	ctx.PreventUpdate() // it was drawn a moment ago
	p.Ctx = ctx
	p.edit.Mount(ctx)
	ctx.Handle(actionHolidays, p.openedAgain)
	ctx.NewAction(actionHere)
	p.warm()
}

// OnUpdate takes what the shell has read since.
func (p *Page) OnUpdate(app.Context) { p.follow() }

// OnDismount drops the calls under way.
func (p *Page) OnDismount() {
	p.edit.Dismount()
}

// today is the date at the shop.
func (p *Page) today() rules.Date {
	date, _ := p.Today()
	return date
}

// follow looks at what was read.
func (p *Page) follow() {
	read := p.Record()
	at, ok := special.PlaceOf(p.Deps)
	if names, _ := p.State.DateNames(p.Route.ShopID); !slices.Equal(names, p.model.names) {
		p.model.SetNames(names)
	}
	if !ok {
		return
	}
	p.model.at = at
	p.model.SetUnlisted(read.Unlisted)
	if read.Special == nil {
		return
	}
	p.model.SetOver(read.Past)
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
	if month, ok := rules.ParseDate(p.State.Place()); ok {
		p.month = month
	}
}

// board is a list of special dates being edited: the list, and the dialog that
// one entry is edited in.
type board struct {
	editor.Board

	model model
	today func() rules.Date
	show  func(id int)      // is told of an entry that has been edited
	save  func(app.Context) // saves an entry that has been edited; nil while the list isn't saved by itself
}

// breath is how long one waits between two weeks that are worked out ahead.
const breath = 100 * time.Millisecond

// warm works out what the months beside the present one show, a week at a time
// and while nothing else is under way: turning to them then only draws. Most of
// it is asking the browser for the dates in words.
func (p *Page) warm() {
	p.Ctx.After(breath, func(ctx app.Context) {
		ctx.PreventUpdate()
		if !p.model.loaded || !p.zoneKnown() {
			return
		}
		for _, by := range []int{1, -1} {
			first := firstShown(turn(p.month, by))
			for week := range weeksShown {
				if p.model.Know(first.AddDays(7*week), 7, p.today()) > 0 {
					p.warm()
					return
				}
			}
		}
	})
}
