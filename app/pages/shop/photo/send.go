package photo

import (
	"context"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/device"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/platform"
)

// outcome is what came of a try to send.
type outcome struct {
	at    stage          // where it ended
	url   string         // of the picture
	shop  *platform.Shop // as it is now, nil when it couldn't be read
	found bool           // the platform has the picture
}

// sendPicture makes, uploads and asks for the picture in the frame. One that is
// uploaded already isn't again.
func (p *Page) sendPicture(app.Context) {
	e := p.edit
	if e == nil || !p.takes() {
		return
	}
	p.byAddress, p.sent, p.total = false, 0, 0
	p.send(func(c context.Context) (outcome, error) {
		if e.uploaded != "" {
			return p.ask(c, e.uploaded)
		}
		encoded, err := e.picture.Encode(e.box.X, e.box.Y, e.box.W, e.box.H)
		if err != nil {
			return outcome{at: preparing}, err
		}
		p.step(uploading, 0, encoded.Bytes)
		photo, err := p.Deps.Backend.UploadPhoto(c, p.shopID(), encoded.Type, encoded.Sender(func(bytes int64) {
			p.step(uploading, bytes, encoded.Bytes)
		}))
		if err != nil {
			return outcome{at: uploading}, err
		}
		return p.ask(c, photo.URL)
	})
}

// sendAddress asks for the picture at the address typed.
func (p *Page) sendAddress(ctx app.Context) {
	p.address = device.FieldValue(addressID, p.address)
	p.keep()
	if p.look(); p.wrong != "" {
		components.FocusID(ctx, addressID)
		return
	}
	if !p.takes() {
		return
	}
	address := p.address
	p.byAddress = true
	p.send(func(c context.Context) (outcome, error) { return p.ask(c, address) })
}

func (p *Page) send(do func(context.Context) (outcome, error)) {
	p.stage, p.notice, p.trouble, p.spoken = preparing, pages.Notice{}, "", ""
	if p.byAddress {
		p.stage = asking
	}
	c, stop := context.WithCancel(p.ctx)
	p.stop = stop
	pages.Load(p.ctx, &p.sends, func(context.Context) (outcome, error) {
		defer stop()
		return do(c)
	}, p.answered)
}

// step tells the page how far the sending is. Steps of one that was cancelled
// come to nothing.
func (p *Page) step(at stage, sent, total int64) {
	p.ctx.Dispatch(func(app.Context) {
		if p.stage != idle && p.stage <= at {
			p.stage, p.sent, p.total = at, sent, total
		}
	})
}

// ask asks the platform for the picture, and looks what has become of it: also
// when no answer came, since it may have taken it.
func (p *Page) ask(c context.Context, url string) (outcome, error) {
	p.step(asking, 0, 0)
	client, id := p.Deps.Backend.Platform(), p.shopID()
	o := outcome{at: asking, url: url}
	err := client.UpdatePicture(c, platform.PictureUpdate{ShopID: id, PictureURL: url})
	if shop, readErr := client.Shop(c, platform.ShopRef{ShopID: id}); readErr == nil {
		o.shop, o.found = shop, holds(shop, url)
	}
	return o, err
}

func (p *Page) answered(_ app.Context, o outcome, err error) {
	p.stage = idle
	if o.url != "" && !p.byAddress && p.edit != nil {
		p.edit.uploaded = o.url
	}
	if o.shop != nil {
		p.Deps.State.SetShop(p.shopID(), o.shop)
		p.Deps.Changed(p.ctx)
	}
	result, refusal := pages.OutcomeOf(err)
	switch {
	case result == pages.OutcomeSaved, result == pages.OutcomeUnknown && o.found:
		p.accepted()
	case result == pages.OutcomeSignedOut:
		p.notice = pages.Notice{Tone: components.ToneWarn, Title: text.T("edit.signed.out"), Text: text.T("edit.signed.press")}
	case result == pages.OutcomeInvalid:
		p.refused(refusedWords(refusal))
	case result == pages.OutcomeUnknown && o.at == asking && o.shop == nil:
		p.notice = pages.Notice{
			Tone: components.ToneBad, Title: text.T("photo.unknown"), Text: text.T("photo.unknown.text"),
			Action: text.T("photo.look"), Do: p.Deps.Read,
		}
	default:
		p.failed(o, err, result == pages.OutcomeUnknown)
	}
	if p.notice.Title != "" {
		components.ShowID(p.ctx, noticeID)
	}
}

// accepted ends the edit: the platform has the picture.
func (p *Page) accepted() {
	if p.byAddress {
		p.address, p.wrong = "", ""
	}
	p.drop()
	p.Deps.Toast(p.ctx, text.T("photo.sent"))
	components.FocusID(p.ctx, pages.HeadingID)
}

// refused shows what our server found wrong, where it can be mended. A picture
// that isn't kept any more is uploaded anew.
func (p *Page) refused(why string) {
	if p.byAddress {
		p.wrong = why
		components.FocusID(p.ctx, addressID)
		return
	}
	if p.edit != nil {
		p.edit.uploaded = ""
	}
	p.notice = pages.Notice{Tone: components.ToneBad, Title: text.T("photo.not.taken"), Text: why}
}

// failed says why the platform doesn't have the picture. Unknown tells that its
// answer to the request was lost, and the record then didn't hold the picture.
func (p *Page) failed(o outcome, err error, unknown bool) {
	n := pages.Notice{Tone: components.ToneBad, Action: text.T("action.again"), Do: p.sendPicture}
	if p.byAddress {
		n.Do = p.sendAddress
	}
	title, advice := text.Error(err)
	what := text.T("photo.failed.ask")
	switch {
	case o.at == preparing:
		title, advice = text.T("photo.failed.make"), text.T("photo.failed.make.do")
	case o.at == uploading:
		what = text.T("photo.failed.upload")
	case o.shop != nil && inReview(o.shop) != nil:
		n.Do, advice = nil, text.T("photo.failed.duplicate")
	case o.shop != nil && unknown:
		advice = text.T("photo.failed.looked")
	}
	n.Title = text.T("error.both", what, title)
	n.Text = advice
	if !p.byAddress {
		n.Text = text.T("error.both", advice, text.T("photo.kept"))
	}
	p.notice = n
}

// cancel stops the sending before the platform is asked. The picture stays.
func (p *Page) cancel(ctx app.Context) {
	p.cancelSending()
	p.stage = idle
	p.spoken = text.T("photo.said.cancelled")
	components.FocusID(ctx, cropID)
}

func (p *Page) cancelSending() {
	p.sends.Drop()
	if p.stop != nil {
		p.stop()
		p.stop = nil
	}
}
