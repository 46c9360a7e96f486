package activity

import (
	"slices"
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/backend"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
)

// Page is the list of changes.
type Page struct {
	app.Compo

	pages.Deps

	ctx     app.Context
	filter  filter
	entries []api.ActivityEntry
	people  []api.ActivityPerson
	next    int64
	listed  filter         // by which they were chosen
	known   bool           // they were read
	busy    bool           // a page of them is on its way
	more    bool           // or was last, that follows others
	err     error          // why the last read failed
	open    map[int64]bool // entries shown in full
	calls   pages.Generation

	back   back
	export export
}

// OnMount reads the newest changes of those that the address asks for.
func (p *Page) OnMount(ctx app.Context) {
	p.ctx, p.filter = ctx, linked(ctx.Page().URL())
	p.open = map[int64]bool{}
	pages.Begin(ctx, p.again, &p.calls)
}

// read reads the first page of what the filter chooses. What it chose before stays until then.
func (p *Page) read(app.Context) {
	p.Ask(p.ctx, p.filter.query())
	p.busy, p.more, p.err, p.known = true, false, nil, len(p.entries) > 0
	pages.Load(p.ctx, &p.calls, p.Backend.Activity(p.query()), func(_ app.Context, a api.Activity, err error) {
		if p.busy, p.err = false, err; err != nil {
			p.known = false
			return
		}
		p.people = a.People
		if !p.knows(p.filter.person) { // who changed nothing in this shop
			p.filter.person = ""
			p.read(p.ctx)
			return
		}
		p.known, p.entries, p.listed = true, nil, p.filter
		p.take(a)
		components.FocusID(p.ctx, components.ActiveElement().Get("id").String()) // of the same change, which has moved
	})
}

// knows reports whether a person can be chosen, or is nobody in particular.
func (p *Page) knows(person string) bool {
	return person == "" || slices.ContainsFunc(p.people, func(a api.ActivityPerson) bool { return number(a.ID) == person })
}

// take lists what fits of an answer, and reads on while that is nothing.
func (p *Page) take(a api.Activity) {
	found := fitting(p.filter.kind, a.Entries)
	p.entries, p.next = append(p.entries, found...), a.Next
	if len(found) == 0 {
		p.readMore(p.ctx)
	}
}

// readMore reads the page that follows.
func (p *Page) readMore(app.Context) {
	if p.busy || p.next == 0 {
		return
	}
	p.busy, p.more, p.err = true, true, nil
	query := p.query()
	query.Before = p.next
	pages.Load(p.ctx, &p.calls, p.Backend.Activity(query), func(_ app.Context, a api.Activity, err error) {
		if p.busy, p.err = false, err; err == nil {
			p.take(a)
		}
	})
}

// again reads what is on its way or couldn't be read, or anew.
func (p *Page) again(app.Context) {
	if p.more && (p.busy || p.err != nil) {
		p.busy = false
		p.readMore(p.ctx)
		return
	}
	p.read(p.ctx)
}

// filter is what is chosen. From and To are dates as the field has them
// ("2026-11-20"), both included.
type filter struct {
	person   string // a number as the control has it, "" for all
	kind     string
	from, to string
}

// query asks for what is chosen, by the days of the page's shop or of most shops.
func (p *Page) query() backend.ActivityQuery {
	f, zone := &p.filter, p.State.HomeZone()
	person, _ := strconv.ParseInt(f.person, 10, 64)
	id := p.Route.ShopID
	if shop, ok := p.State.Shop(id); ok {
		zone = shop.Zone
	}
	return backend.ActivityQuery{
		ShopID: id, OperatorID: person, Kinds: kindOf(f.kind).prefixes, From: midnight(zone, f.from, 0),
		To: midnight(zone, f.to, 1),
	}
}
