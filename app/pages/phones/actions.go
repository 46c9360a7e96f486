package phones

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
)

// edited follows every edit: it keeps the draft and says what was done.
func (p *Page) edited(words string) {
	p.spoken = words
	p.keep()
	p.title()
}

func (p *Page) add(app.Context) { p.addTo(p.home()) }

// home is the country that the shop's zone says it is in.
func (p *Page) home() string {
	shop, _ := p.Deps.State.Shop(p.shopID())
	return homeOf(shop.Zone)
}

// homeOf is the country of a time zone, as far as one zone means one country
// where the platform is.
func homeOf(zone string) string {
	return map[string]string{
		"Asia/Hong_Kong": "HK", "Asia/Dubai": "AE", "Asia/Riyadh": "SA", "Asia/Kuwait": "KW", "Asia/Qatar": "QA",
		"America/Sao_Paulo": "BR",
	}[zone]
}

// undo keeps the keyboard in the bar when its own button goes grey.
func (p *Page) undo(app.Context) {
	if !p.model.Undo() {
		return
	}
	p.edited(text.T("phones.said.undone"))
	if !p.model.CanUndo() {
		p.focusFrom("phones-undo", "phones-redo")
	}
}

func (p *Page) redo(app.Context) {
	if !p.model.Redo() {
		return
	}
	p.edited(text.T("phones.said.redone"))
	if !p.model.CanRedo() {
		p.focusFrom("phones-redo", "phones-undo")
	}
}

// discard goes back to what is saved. It can be undone.
func (p *Page) discard(app.Context) {
	p.model.Reset()
	p.notice = pages.Notice{}
	if p.newer != nil {
		p.model.Take(p.newer)
		p.newer = nil
	}
	p.edited(text.T("phones.said.dropped"))
	components.FocusID(p.ctx, "phones-undo")
}

func (p *Page) submit(ctx app.Context, e app.Event) {
	e.PreventDefault()
	p.save(ctx)
}
