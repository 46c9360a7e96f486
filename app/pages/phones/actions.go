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

// typeNumber follows the typing. The text is only touched while the caret is
// behind it: elsewhere it would jump. (Only plain digits are touched, so that
// bytes are as good as the browser's units.)
func (p *Page) typeNumber(i int, value string) {
	atEnd := true
	if !app.IsServer {
		field := app.Window().GetElementByID(numberID(i))
		atEnd = !field.Truthy() || field.Get("selectionStart").Int() >= len(value)
	}
	p.model.Type(i, value, atEnd)
	p.edited("")
}

func (p *Page) enterNumber(i int, value string) {
	p.model.Enter(i, value)
	p.edited("")
}

func (p *Page) chooseCountry(i int, id string) {
	p.model.Choose(i, id)
	p.edited("")
	components.FocusID(p.ctx, numberID(i))
}

// settle ends the edit of a field that was left.
func (p *Page) settle() {
	p.model.Settle()
	p.edited(p.spoken)
}

func (p *Page) add(app.Context) {
	if !p.model.CanAdd() {
		return
	}
	p.model.Add(p.home())
	p.edited(text.T("phones.said.added", len(p.model.list)))
	components.FocusID(p.ctx, numberID(len(p.model.list)-1))
}

// home is the country that a shop's time zone says it is in, as far as one
// zone means one country where the platform is.
func (p *Page) home() string {
	shop, _ := p.Deps.State.Shop(p.shopID())
	return map[string]string{
		"Asia/Hong_Kong": "HK", "Asia/Dubai": "AE", "Asia/Riyadh": "SA", "Asia/Kuwait": "KW", "Asia/Qatar": "QA",
		"America/Sao_Paulo": "BR",
	}[shop.Zone]
}

// remove moves the keyboard to the phone that took the place, to the one
// before, or to where one is added.
func (p *Page) remove(i int) {
	p.model.Remove(i)
	p.edited(text.T("phones.said.removed", i+1))
	left := len(p.model.list)
	if left == 0 {
		components.FocusID(p.ctx, addID)
		return
	}
	components.FocusID(p.ctx, numberID(min(i, left-1)))
}

// move keeps the keyboard on the phone that was moved.
func (p *Page) move(from, to int) {
	p.model.Move(from, to)
	p.edited(text.T("phones.said.moved", to+1, len(p.model.list)))
	switch {
	case to < from && to == 0:
		components.FocusID(p.ctx, downID(to))
	case to < from:
		components.FocusID(p.ctx, upID(to))
	case to == len(p.model.list)-1:
		components.FocusID(p.ctx, upID(to))
	default:
		components.FocusID(p.ctx, downID(to))
	}
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
