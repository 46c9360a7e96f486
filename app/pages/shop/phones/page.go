package phones

import (
	"context"
	"slices"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/editor"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/platform"
)

// Page is the contact phones of one shop.
type Page struct {
	app.Compo

	Deps pages.Deps

	board
	editor *editor.Editor[[]platform.Phone]
}

// OnInit takes what was read, and the draft: the page's first frame has them.
func (p *Page) OnInit() {
	d, id := p.Deps, p.Deps.Route.ShopID
	p.editor = editor.New(editor.Options{
		Deps: d, ID: "phones", Draft: "phones", May: platform.PermissionShopEdit, Save: "phones.save",
		At: func() time.Time { return d.Record().ShopAt },
	}, &p.model, editor.Target[[]platform.Phone]{
		Write: func(c context.Context, base string, a editor.Attempt[[]platform.Phone]) ([]platform.Phone, error) {
			update := platform.ContactUpdate{ShopID: id, Phones: stored(a.Sent)}
			return a.Sent, d.Backend.PlatformFrom(base).UpdateContact(c, update)
		},
		Read: func(c context.Context) ([]platform.Phone, error) {
			shop, err := d.Backend.Platform().Shop(c, platform.ShopRef{ShopID: id})
			if err != nil {
				return nil, err
			}
			return shop.Phones, nil
		},
		Same: func(a, b []platform.Phone) bool { return slices.Equal(stored(a), stored(b)) },
		Remember: func(ctx app.Context, now []platform.Phone) {
			if shop := d.Record().Shop; shop != nil {
				changed := *shop
				changed.Phones = now
				d.State.SetShop(id, &changed)
				d.Changed(ctx)
			}
		},
		Back: func(a editor.Attempt[[]platform.Phone]) ([]platform.Phone, bool) {
			return a.Before, len(a.Before) >= platform.MinPhones
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
	if shop := p.Deps.Record().Shop; shop != nil {
		p.editor.Follow(shop, shop.Phones)
	}
}
