package hours

import (
	"context"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/backend"
	"github.com/shopdesk/shopdesk/app/editor"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/platform"
)

// Page is the weekly hours of one shop.
type Page struct {
	app.Compo

	Deps pages.Deps

	board
	editor    *editor.Editor[*platform.Week]
	reviewing bool
}

// draftKind names the draft of weekly hours in the state.
const draftKind = "week"

// OnInit takes what was read, and the draft: the page's first frame has them.
func (p *Page) OnInit() {
	d, id := p.Deps, p.Deps.Route.ShopID
	p.editor = editor.New(editor.Options{
		Deps: d, ID: "hours", Draft: draftKind, May: platform.PermissionHoursEdit, Save: "hours.save", More: p.reviewButton,
		At: func() time.Time { return d.Record().WeekAt },
	}, &p.model, editor.Target[*platform.Week]{
		Write: func(c context.Context, base string, a editor.Attempt[*platform.Week]) (*platform.Week, error) {
			return a.Sent, d.Backend.PlatformFrom(base).UpdateWeeklyHours(c, platform.WeekUpdate{ShopID: id, Week: a.Sent})
		},
		Read: func(c context.Context) (*platform.Week, error) {
			now, err := d.Backend.WeeklyHours(c, id)
			return &now.Value, err
		},
		Same: sameWeek,
		Remember: func(ctx app.Context, now *platform.Week) {
			if record, err := backend.RecordOf(*now); err == nil { // a week that was just decoded can be encoded
				d.State.SetWeek(id, record)
				d.Changed(ctx)
			}
		},
	})
	p.heard = p.editor.Edited
	p.follow()
}

// OnMount keeps what outlives a button.
func (p *Page) OnMount(ctx app.Context) {
	p.ctx = ctx
	p.editor.Mount(ctx)
}

// OnUpdate takes what the shell has read since.
func (p *Page) OnUpdate(app.Context) { p.follow() }

// OnDismount drops the calls under way.
func (p *Page) OnDismount() { p.editor.Dismount() }

func (p *Page) follow() {
	if record := p.Deps.Record().Week; record != nil {
		p.editor.Follow(record, &record.Value)
	}
}
