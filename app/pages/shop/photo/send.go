package photo

import (
	"context"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/device"
	"github.com/shopdesk/shopdesk/app/device/picture"
	"github.com/shopdesk/shopdesk/app/editor"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// wish is a picture that the shop is to have, and the record [editor.Saver]
// saves. The one from before is nil.
type wish struct {
	url    string                                      // "" until it is uploaded
	upload func(context.Context) (url string, _ error) // nil when it needn't be
	shop   *platform.Shop                              // as it was read afterwards
}

type attempt = editor.Attempt[*wish]

// OnInit makes what sends a picture.
func (p *Page) OnInit() {
	d, id := p.Deps, p.shopID()
	client := d.Backend.Platform()
	read := func(c context.Context) (*wish, error) {
		shop, err := client.Shop(c, platform.ShopRef{ShopID: id})
		return &wish{shop: shop}, err
	}
	p.saver = editor.Saver[*wish]{
		Target: editor.Target[*wish]{
			Write: func(c context.Context, _ string, a attempt) (now *wish, err error) {
				if a.Sent.url == "" {
					if a.Sent.url, err = a.Sent.upload(c); err != nil {
						return a.Sent, &editor.Unsent{Title: text.T("photo.failed.upload"), Err: err}
					}
				}
				if err := client.UpdatePicture(c, platform.PictureUpdate{ShopID: id, PictureURL: a.Sent.url}); err != nil {
					return a.Sent, err
				}
				if now, err = read(c); err != nil {
					return new(wish), nil
				}
				return now, nil
			},
			Read: read,
			Same: func(now, w *wish) bool { return w == nil || w.url != "" && holds(now.shop, w.url) },
			Remember: func(ctx app.Context, now *wish) {
				if now.shop == nil {
					d.Read(ctx)
					return
				}
				d.State.SetShop(id, now.shop)
				d.Changed(ctx)
			},
			Back:   func(a attempt) (*wish, bool) { return nil, false }, // the platform reviews what it was sent
			Digest: func(*wish) (string, error) { return "", nil },
		},
		Deps: d, Tell: p.tell, Saved: p.accepted, Refused: p.refused,
		Kept: func() string {
			if p.edit != nil && !p.edit.kept {
				return ""
			}
			return text.T("edit.kept")
		},
		Words:   func(attempt) string { return text.T("photo.sent") },
		Changed: func(app.Context, attempt, *wish, bool) bool { return false },
		Again: func(attempt) func(app.Context) {
			if p.byAddress {
				return p.sendAddress
			}
			return p.sendPicture
		},
	}
}

// tell shows what came of it. Whether a picture is in review by now is read.
func (p *Page) tell(ctx app.Context, n pages.Notice) {
	p.notice = n
	components.ShowID(p.ctx, noticeID)
	if n.Tone == components.ToneBad {
		p.Read(ctx)
	}
}

// sendPicture makes, uploads and asks for the picture in the frame. One that is
// uploaded already isn't again.
func (p *Page) sendPicture(app.Context) {
	e := p.edit
	if e == nil || !p.takes() {
		return
	}
	p.byAddress, p.sent, p.total = false, 0, 0
	p.begin(preparing)
	if e.uploaded != "" {
		p.send(asking, &wish{url: e.uploaded})
		return
	}
	pages.Load(p.ctx, &p.opens, func(context.Context) (*picture.Encoded, error) {
		return e.picture.Encode(e.box.X, e.box.Y, e.box.W, e.box.H)
	}, func(_ app.Context, made *picture.Encoded, err error) {
		if p.step = idle; err != nil {
			p.tell(p.ctx, pages.Notice{
				Tone: components.ToneBad, Title: text.T("photo.failed.make"), Text: text.T("photo.failed.make.do"),
				Action: text.T("action.again"), Do: p.sendPicture,
			})
			return
		}
		p.upload(e, made)
	})
}

// upload sends the picture as it was made.
func (p *Page) upload(e *edit, made *picture.Encoded) {
	stopped, stop := context.WithCancel(p.ctx)
	p.stop, p.total = stop, made.Bytes
	p.send(uploading, &wish{upload: func(context.Context) (string, error) {
		defer stop()
		photo, err := p.Backend.UploadPhoto(stopped, p.shopID(), made.Type, made.Sender(func(bytes int64) {
			p.ctx.Dispatch(func(app.Context) { p.sent = bytes })
		}))
		if err == nil {
			p.ctx.Dispatch(func(app.Context) { e.uploaded, p.step = photo.URL, asking })
		}
		return photo.URL, err
	}})
}

// sendAddress asks for the picture at the address typed.
func (p *Page) sendAddress(ctx app.Context) {
	device.Filled(addressID, &p.address)
	p.address = strings.TrimSpace(p.address)
	p.keep()
	if p.look(); p.wrong != "" {
		components.FocusID(ctx, addressID)
		return
	}
	if p.takes() {
		p.byAddress = true
		p.begin(asking)
		p.send(asking, &wish{url: p.address})
	}
}

func (p *Page) begin(at stage) { p.step, p.notice, p.trouble, p.spoken = at, pages.Notice{}, "", "" }

func (p *Page) send(at stage, w *wish) {
	p.step, p.asked = at, p.draft()
	p.saver.Send(p.ctx, attempt{Sent: w})
}

// stage is how far the sending has come.
func (p *Page) stage() stage {
	if p.saver.Busy || p.step == preparing {
		return p.step
	}
	return idle
}

// accepted ends the edit of what was sent: the platform has the picture. Somebody who has begun another edit of the
// same shop's photo works on.
func (p *Page) accepted(app.Context, attempt, *wish) {
	d := p.asked
	if p.byAddress {
		p.address, p.wrong, p.doubt, d.Address = "", "", "", ""
	} else {
		p.release()
		d = draft{Address: d.Address}
	}
	p.end(p.asked, d)
	if !p.saver.Left {
		components.FocusID(p.ctx, pages.HeadingID)
	}
}

// refused shows what our server found wrong, where it can be mended. A picture
// that isn't kept any more is uploaded anew.
func (p *Page) refused(ctx app.Context, found []rules.Problem) bool {
	why := text.Problems(found)
	if p.byAddress {
		p.wrong = why
		components.FocusID(p.ctx, addressID)
		return true
	}
	if p.edit != nil {
		p.edit.uploaded = ""
	}
	p.tell(ctx, pages.Notice{Tone: components.ToneBad, Title: text.T("edit.not.saved"), Text: why})
	return true
}

// cancel stops the sending before the platform is asked. The picture stays.
func (p *Page) cancel(ctx app.Context) {
	p.cancelSending()
	p.spoken = text.T("photo.said.cancelled")
	components.FocusID(ctx, cropID)
}

func (p *Page) cancelSending() {
	p.saver.Drop()
	p.opens.Drop()
	p.step = idle
	if p.stop != nil {
		p.stop()
		p.stop = nil
	}
}
