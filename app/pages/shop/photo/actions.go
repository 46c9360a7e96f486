package photo

import (
	"context"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/device"
	"github.com/shopdesk/shopdesk/app/device/picture"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
)

const (
	cropID    = "photo-crop"
	addressID = "photo-address"
	noticeID  = "photo-notice"
)

// takeShared opens the picture that another program shared with the console, if
// there is one. While none can be given it waits.
func (p *Page) takeShared() {
	if app.IsServer || p.looked || !p.takes() || p.secluded() {
		return
	}
	p.looked = true
	base := p.Href(routes.Route{Page: routes.Overview})
	var none pages.Generation
	pages.Load(p.ctx, &none, func(context.Context) (app.Value, error) {
		return picture.Shared(base), nil
	}, func(ctx app.Context, file app.Value, _ error) {
		if file != nil {
			p.open(ctx, file)
		}
	})
}

// open reads a file. What was there before stays until the new one can be used.
func (p *Page) open(_ app.Context, file app.Value) {
	p.opening, p.trouble, p.notice = true, "", pages.Notice{}
	place := p.place()
	var kept bool
	pages.Load(p.ctx, &p.opens, func(context.Context) (*picture.Picture, error) {
		opened, err := picture.Open(file)
		kept = err == nil && judge(opened.Width, opened.Height) == "" && opened.Keep(place)
		return opened, err
	}, func(_ app.Context, opened *picture.Picture, err error) { p.opened(opened, kept, err) })
}

func (p *Page) opened(opened *picture.Picture, kept bool, err error) {
	p.opening = false
	if err != nil {
		p.trouble = openWords(err)
		return
	}
	if p.trouble = judge(opened.Width, opened.Height); p.trouble != "" {
		opened.Close()
		return
	}
	p.release()
	p.edit = begin(opened)
	p.edit.kept, p.edit.file = kept, device.NewID()
	p.keep()
	p.spoken = text.T("photo.said.opened", pixels(opened.Width, opened.Height))
	components.FocusID(p.ctx, cropID)
}

// release gives the memory of the picture being prepared back.
func (p *Page) release() {
	if p.edit != nil {
		p.edit.picture.Close()
		p.edit = nil
	}
}

func (p *Page) discard(ctx app.Context) {
	was := p.draft()
	p.release()
	p.end(was, p.draft())
	p.notice, p.trouble = pages.Notice{}, ""
	p.spoken = text.T("photo.said.dropped")
	components.FocusID(ctx, pages.HeadingID)
}

func (p *Page) cut(_ app.Context, box components.CropBox) {
	if p.edit != nil && p.stage() == idle { // what is being sent stays
		p.edit.cut(box)
		p.keep()
	}
}

func (p *Page) shape(_ app.Context, shape string) {
	if p.edit != nil && p.stage() == idle {
		p.edit.choose(shape)
		p.keep()
	}
}

// typed follows the address as it is typed: one that was found wrong is looked
// at again with every letter.
func (p *Page) typed(_ app.Context, value string) {
	p.address = value
	p.keep()
	if p.wrong != "" || p.doubt != "" {
		p.look()
	}
}

// left looks at an address once its field is left.
func (p *Page) left(_ app.Context, value string) {
	p.address = value
	p.keep()
	if value != "" {
		p.look()
	}
}

func (p *Page) look() {
	p.wrong, p.doubt = pages.PictureFault(p.address, p.State.Leaves())
}
