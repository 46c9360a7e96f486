package shops

import (
	"cmp"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/live"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/app/stepup"
	"github.com/shopdesk/shopdesk/internal/api"
)

// Page is the list of shops.
type Page struct {
	app.Compo

	pages.Deps

	ctx    app.Context
	line   live.Line
	reads  pages.Generation
	failed error // why the last reading of the roster failed
	asked  int64 // when it was last asked for
	drifts bool  // a shop may differ from its templates otherwise since

	table  table
	of     source // what table was made of
	look   look
	list   []int   // positions in table that fit the look, in its order
	ids    []int64 // the same shops' numbers
	chosen chosen
	cursor int64 // the shop whose row has the keyboard, or had it last
	sight  sight

	filtering bool // the filters are open
	ask       ask
	notice    pages.Notice
	adding    adding
	calls     pages.Generation
	changes   int          // of groups and views, begun here
	edits     int          // those of them that were answered
	guard     stepup.Guard // of changes of groups
}

// source is what a table was made of: both are replaced, never changed.
type source struct {
	shops  *api.Shop
	count  int
	roster *api.Roster
}

// OnInit looks at the list as it was looked at last, with the same shops ticked: the page is drawn before it is
// mounted.
func (p *Page) OnInit() {
	p.look = readLook(p.State.ShopsView())
	p.filtering = p.look.Standing != "" || p.look.Group != "" || p.look.Only != ""
	p.chosen.ids, p.chosen.kept = p.State.TickedShops(), p.State.SetTickedShops
}

// OnMount shows what is known, and begins to follow.
func (p *Page) OnMount(ctx app.Context) {
	p.ctx = ctx
	if _, listed := p.State.Shops(); !listed && p.State.ListErr() != nil {
		p.Read(ctx)
	}
	p.line = live.Line{Backend: p.Backend, Load: p.read, Take: p.take}
	p.line.Start(ctx)
	p.line.Follow(0)
	p.sight.watch(ctx, p.scrolled)
	p.settle(ctx)
}

// OnUpdate looks anew when the shops or what is known of them have changed.
func (p *Page) OnUpdate(ctx app.Context) {
	p.overdue()
	p.settle(ctx)
}

// settle draws what has come into sight, once the page has been drawn.
func (p *Page) settle(ctx app.Context) {
	if app.IsServer {
		return
	}
	ctx.Defer(func(ctx app.Context) {
		if p.sight.look() {
			ctx.Dispatch(func(app.Context) {})
		}
	})
}

// OnDismount drops what is under way.
func (p *Page) OnDismount() {
	p.line.Stop()
	p.sight.stop()
}

// read reads the roster anew; ctx ends with the line's rest.
func (p *Page) read(ctx app.Context) {
	p.asked, p.drifts = p.now(), false
	edits := p.edits
	pages.LoadRoster(ctx, p.Deps, &p.reads, func(ctx app.Context, list *api.Roster, err error) {
		if p.failed = err; err != nil {
			p.line.Failed()
			return
		}
		if p.edits != edits { // the list may be from before
			p.read(ctx)
			return
		}
		p.State.SetRoster(list)
		p.refresh()
		p.settle(ctx)
		p.line.Loaded(list.Seq)
		// Not now: it takes a moment, and somebody may be looking for a shop.
		ctx.After(keepAfter, func(ctx app.Context) {
			p.State.KeepRoster()
			ctx.PreventUpdate()
		})
	})
}

// take shows what has happened to shops.
func (p *Page) take(ctx app.Context, events []api.LiveEvent) {
	rows := rowsOf(events)
	if len(rows) == 0 {
		ctx.PreventUpdate()
		return
	}
	p.State.PutRosterShops(rows)
	p.drifts = p.drifts || len(p.table.templates) > 0 // events don't tell of drift
	p.refresh()
	p.settle(ctx)
}

// overdue reads anew what no event tells: shops have opened or closed, may differ
// from their templates, or must have been read again since.
func (p *Page) overdue() {
	now := p.now()
	until := p.table.until()
	if _, fresh := p.State.Roster(); !fresh || now-p.asked < minute {
		return
	}
	if until != 0 && until <= now || p.drifts || now-p.asked > sweeps {
		p.asked = now
		p.line.Reload()
	}
}

// refresh makes the table anew if it is of something else.
func (p *Page) refresh() {
	shops, listed := p.State.Shops()
	list, _ := p.State.Roster()
	of := source{count: len(shops), roster: list}
	if len(shops) > 0 {
		of.shops = &shops[0]
	}
	if of == p.of {
		return
	}
	p.of, p.table = of, newTable(shops, list)
	if listed || len(shops) > 0 {
		p.chosen.keep(shops)
	}
	p.table.meet = p.State.ZonesMeet()
	p.list = p.table.found(p.look)
	p.found()
}

// find shows what fits another look.
func (p *Page) find(k look) {
	if k.narrows(p.look) {
		p.list = p.table.within(p.list, k)
	} else {
		p.list = p.table.found(k)
	}
	p.look = k
	p.found()
}

func (p *Page) found() {
	p.ids = make([]int64, len(p.list))
	for i, at := range p.list {
		p.ids[i] = p.table.entries[at].shop.ShopID
	}
	p.sight.fit(len(p.list))
}

func (p *Page) now() int64 { return p.ServerNow().UnixMilli() }

func (p *Page) clock() clock { return clock{state: p.State, mount: p.Mount, now: p.now()} }

// mayAdd reports whether the operator may add shops.
func (p *Page) mayAdd() bool { return p.State.Operator().May(api.MayAddShops) }

// showsForm reports whether the form stands on the page: when asked for, and
// where there is nothing else to do.
func (p *Page) showsForm() bool {
	shops, listed := p.State.Shops()
	return p.mayAdd() && (p.adding.open || listed && len(shops) == 0)
}

// zone is the zone chosen, or the likeliest.
func (p *Page) zone() string {
	if p.adding.zone != "" {
		return p.adding.zone
	}
	return cmp.Or(p.State.HomeZone(), state.DeviceZone())
}
