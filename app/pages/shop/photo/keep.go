package photo

import (
	"context"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/device/picture"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/components"
)

// draft is what of the work outlives the page, beside the picture's file:
// somebody who looks at the hours meanwhile finds it as they left it.
type draft struct {
	Address string             `json:"address,omitempty"`
	File    string             `json:"file,omitempty"`  // tells one picture from another of the same size
	Shape   string             `json:"shape,omitempty"` // "" without a picture
	Box     components.CropBox `json:"box"`
}

// place is where the picture's file is kept.
func (p *Page) place() picture.Place {
	return picture.Place{Base: p.Href(routes.Route{Page: routes.Overview}), Operator: p.State.OperatorID(),
		Shop: p.shopID()}
}

// draft is what is on the screen.
func (p *Page) draft() draft {
	d := draft{Address: p.address}
	if p.edit != nil && p.edit.kept {
		d.File, d.Shape, d.Box = p.edit.file, p.edit.shape, p.edit.box
	}
	return d
}

// keep brings the draft in line with what is on the screen.
func (p *Page) keep() { p.store(p.draft()) }

func (p *Page) store(d draft) {
	if d == (draft{}) {
		p.State.DropDraft(state.DraftPhoto, p.shopID())
		return
	}
	_ = p.State.SaveDraft(state.DraftPhoto, p.shopID(), d) // without it the work lasts as long as the page
}

// end keeps d in the place of was, and no file without a picture. What another window has kept since, or a page that
// was opened since, stays.
func (p *Page) end(was, d draft) {
	var now draft
	if _, kept := p.State.PeekDraft(state.DraftPhoto, p.shopID(), &now); kept && now != was {
		return
	}
	if d.Shape == "" {
		p.forget()
	}
	p.store(d)
}

// takeUp goes on with what was left, or tells that it can be read no more.
func (p *Page) takeUp() {
	var d draft
	if _, ok := p.State.LoadDraft(state.DraftPhoto, p.shopID(), &d); !ok {
		return
	}
	if p.address = d.Address; d.Shape == "" {
		return
	}
	p.opening = true
	place := p.place()
	pages.Load(p.ctx, &p.opens, func(context.Context) (*picture.Picture, error) {
		file := picture.Kept(place)
		if file == nil {
			return nil, picture.ErrBroken
		}
		return picture.Open(file)
	}, func(_ app.Context, opened *picture.Picture, err error) {
		p.opening = false
		if err == nil {
			p.edit = again(opened, d)
		} else {
			p.trouble = openWords(err)
		}
		p.keep()
	})
}

// forget drops the file that is kept.
func (p *Page) forget() {
	place := p.place()
	p.ctx.Async(func() { picture.Forget(place) })
}
