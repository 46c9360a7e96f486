package phones

import (
	"context"
	"slices"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/editor"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/platform"
)

// Page is the contact phones of one shop.
type Page struct {
	app.Compo

	pages.Deps

	board
	editor *editor.Editor[record]
}

// OnInit takes what was read, and the draft: the page's first frame has them.
func (p *Page) OnInit() {
	d, id := p.Deps, p.Route.ShopID
	p.editor = editor.New(editor.Options{
		Deps: d, ID: "phones", Draft: "phones", May: platform.PermissionShopEdit, Save: "phones.save",
		At: func() time.Time { return d.Record().ShopAt },
	}, &p.model, editor.Target[record]{
		Write: func(c context.Context, base string, a editor.Attempt[record]) (record, error) {
			update := platform.ContactUpdate{ShopID: id, Phones: *a.Sent}
			return a.Sent, d.Backend.PlatformFrom(base).UpdateContact(c, update)
		},
		Read: func(c context.Context) (record, error) {
			shop, err := d.Backend.Platform().Shop(c, platform.ShopRef{ShopID: id})
			if err != nil {
				return nil, err
			}
			return &shop.Phones, nil
		},
		Same: func(a, b record) bool { return slices.Equal(*a, *b) },
		Remember: func(ctx app.Context, now record) {
			if shop := d.Record().Shop; shop != nil {
				changed := *shop
				changed.Phones = *now
				d.State.SetShop(id, &changed)
				d.Changed(ctx)
			}
		},
		Back: func(a editor.Attempt[record]) (record, bool) {
			return a.Before, len(*a.Before) >= platform.MinPhones
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
	if shop := p.Record().Shop; shop != nil {
		p.editor.Follow(shop, &shop.Phones)
	}
}

// homeOf is the country of a time zone, as far as one zone means one country
// where the platform is.
func homeOf(zone string) string {
	return map[string]string{
		"Asia/Hong_Kong": "HK", "Asia/Dubai": "AE", "Asia/Riyadh": "SA", "Asia/Kuwait": "KW", "Asia/Qatar": "QA",
		"America/Sao_Paulo": "BR",
	}[zone]
}

// submit does nothing: a change of a live shop takes a press of its button.
func (p *Page) submit(app.Context) {}

// key keeps Enter in a number from pressing a button: Enter means that the number
// is done.
func (b *board) key(_ app.Context, e app.Event) {
	if e.Get("key").String() == "Enter" && e.Get("target").Get("tagName").String() == "INPUT" {
		e.PreventDefault()
		b.settle()
	}
}

// Render draws the page: the phones, or the choice between two versions of them.
func (p *Page) Render() app.UI {
	return p.editor.Page(p.Headed(pages.Titled(text.T("nav.phones"), text.T("phones.intro"))), p.form)
}

// plain is the list for who may not change it.
func (p *Page) plain() app.UI {
	list := platform.PhoneTexts(p.base)
	return pages.Div("card",
		components.Only(len(list) == 0, pages.Soft(text.T("phones.empty"))),
		app.Ol().Class("phones-plain").Aria("label", text.T("phones.list")).Body(pages.Each(list, func(phone string) app.UI {
			return app.Li().Body(components.Num(phone))
		})),
	)
}

// form is the list with its save bar. It is a form, so that assistive technology
// knows what belongs together.
func (p *Page) form() app.UI {
	if !p.editor.May() {
		return p.plain()
	}
	shop, _ := p.State.Shop(p.Route.ShopID)
	return p.editor.Form(p.submit).Aria("label", text.T("phones.list")).OnKeyDown(p.key).Body(
		p.editor.Summary(),
		p.card("phones.empty", shop.Zone),
		p.editor.Bar(),
	)
}

// card is the list with its fields; empty is the key of what to say without a
// phone.
func (b *board) card(empty, zone string) app.UI {
	rows, full := b.Rows(b.held()), !b.CanAdd()
	return pages.Div("card phones-card",
		components.Only(len(rows) == 0, pages.Soft(text.T(empty))),
		app.Ol().Class("phones-list").Aria("label", text.T("phones.list")).
			Body(pages.Each(rows, func(v rowView) app.UI { return &row{Board: b, View: v} })),
		pages.Row(
			&components.Button{
				ID: addID, Label: text.T("phones.add"), Icon: components.IconPlus, Disabled: full,
				OnClick: func(app.Context) { b.addTo(homeOf(zone)) },
			},
			components.Only(full, pages.Span("soft small", text.T("phones.full"))),
		),
		pages.P("hint", text.T("phones.hint")),
	)
}
