package hours

import (
	"context"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/backend"
	"github.com/shopdesk/shopdesk/app/editor"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// Page is the weekly hours of one shop.
type Page struct {
	app.Compo

	pages.Deps
	board
	editor    *editor.Editor[*platform.Week]
	reviewing bool
}

// draftKind names the draft of weekly hours in the state.
const draftKind = "week"

// OnInit takes what was read, and the draft: the page's first frame has them.
func (p *Page) OnInit() {
	d, id := p.Deps, p.Route.ShopID
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
		// What is sent names every day (interface 4.4, rule 1).
		Back: func(a editor.Attempt[*platform.Week]) (*platform.Week, bool) { return rules.Normalize(a.Before), true },
		Remember: func(ctx app.Context, now *platform.Week) {
			if record, err := backend.RecordOf(*now); err == nil { // a week that was just decoded can be encoded
				d.State.SetWeek(id, record)
				d.Changed(ctx)
			}
		},
	})
	p.Heard, p.leaves = p.editor.Edited, d.State.Leaves()
	p.follow()
}

// OnMount keeps what outlives a button.
func (p *Page) OnMount(ctx app.Context) {
	ctx.PreventUpdate() // it was drawn a moment ago
	p.Ctx = ctx
	p.editor.Mount(ctx)
}

// OnUpdate takes what the shell has read since.
func (p *Page) OnUpdate(app.Context) { p.follow() }

// OnDismount drops the calls under way.
func (p *Page) OnDismount() { p.editor.Dismount() }

func (p *Page) follow() {
	if record := p.Record().Week; record != nil {
		p.editor.Follow(record, &record.Value)
	}
}

// reviewButton stands in the save bar.
func (p *Page) reviewButton(off bool) []app.UI {
	return []app.UI{&components.Button{
		ID: "hours-review", Label: text.T("hours.review"), Disabled: off, OnClick: p.review,
	}}
}

// review shows what would change, once nothing is wrong.
func (p *Page) review(app.Context) { p.reviewing = p.editor.Try() }

func (p *Page) saveReviewed(ctx app.Context) {
	p.reviewing = false
	p.editor.Save(ctx)
}

// submit is Enter in a week with a single time field.
func (p *Page) submit(app.Context) {
	p.settle()
}

// Render draws the page: the week, or the choice between two versions of it.
func (p *Page) Render() app.UI {
	return p.editor.Page(p.Headed(p.head()), p.form, p.reviewDialog(), p.copyDialog())
}

func (p *Page) head() app.UI {
	zone := text.T("hours.zone.unknown")
	if shop, ok := p.State.Shop(p.Route.ShopID); ok && shop.Zone != "" {
		zone = text.T("hours.zone", text.Place(shop.Zone))
	}
	return pages.Titled(text.T("hours.title"), zone)
}

// form is the week with its save bar. It is a form, so that assistive technology
// knows what belongs together. Enter in a time only ends the time: a change of a
// live shop takes a press of its button, which submits nothing.
func (p *Page) form() app.UI {
	may := p.editor.May()
	rows := p.Rows(!may)
	return p.editor.Form(p.submit).Aria("label", text.T("hours.week")).Body(
		pages.Div("hours-notes stack",
			p.editor.Summary(),
			components.Only(p.empty(), &components.Note{
				Tone: components.ToneInfo, Title: text.T("hours.empty"), Text: text.T("hours.empty.text"),
				Quiet: true,
			}),
		),
		pages.Div("card hours-card",
			pages.Each(rows[:], p.row),
			components.Only(may, pages.P("hint hours-hint", text.T("hours.hint"))),
		),
		p.editor.Bar(),
	)
}

// empty reports whether the shop has no hours and nobody has begun any.
func (p *Page) empty() bool { return p.Now.shut() && p.editor.May() && !p.Dirty() }
