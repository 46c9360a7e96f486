package photo

import (
	"context"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/editor"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/platform"
)

// stage is how far the sending has come.
type stage int

const (
	idle      stage = iota
	preparing       // the picture is made
	uploading       // on its way to our server
	asking          // the platform is being asked
)

// Page is the profile image of one shop.
type Page struct {
	app.Compo

	pages.Deps

	ctx     app.Context
	edit    *edit
	opening bool
	over    bool   // a file is held over the page
	trouble string // why a file can't be used

	address string // typed
	wrong   string // what is wrong with it
	doubt   string // why the platform may refuse it

	step        stage // of the sending, while one is under way
	byAddress   bool  // what is being sent
	sent, total int64
	stop        context.CancelFunc
	saver       editor.Saver[*wish]
	asked       draft // what was on the screen when it was sent
	notice      pages.Notice
	spoken      string // what was done, for assistive technology

	looked bool // for a picture shared with the console
	opens  pages.Generation
	stops  []func() // end the listening
}

// OnMount takes up what was left.
func (p *Page) OnMount(ctx app.Context) {
	p.ctx = ctx
	p.notice.Hear(ctx)
	p.takeUp()
	p.stops = p.listen()
	p.takeShared()
}

// OnUpdate looks for a shared picture once one can be given.
func (p *Page) OnUpdate(ctx app.Context) {
	p.ctx = ctx // an update may come before OnMount
	p.takeShared()
}

// OnDismount stops what is under way, and a toast says so. A question to the platform goes on, and a toast tells the
// answer.
func (p *Page) OnDismount() {
	stage := p.stage()
	p.saver.Leave()
	if stage != asking {
		p.cancelSending()
	}
	if (stage == preparing || stage == uploading) && p.may() { // else the session is over
		p.saver.Say(p.ctx, pages.Notice{Tone: components.ToneBad, Title: text.T("photo.failed.upload")})
	}
	p.opens.Drop()
	p.release()
	for _, stop := range p.stops { // a page may go before it was mounted
		stop()
	}
}

func (p *Page) shopID() int64 { return p.Route.ShopID }

// may reports whether the operator may change the picture.
func (p *Page) may() bool { return p.State.May(p.shopID(), platform.PermissionShopEdit) }

// takes reports whether a picture can be given now.
func (p *Page) takes() bool {
	record := p.Record()
	return p.may() && record.Shop != nil && !inReview(record.Shop) && p.stage() == idle && !p.opening
}

// secluded reports whether the platform can't fetch pictures from our server.
func (p *Page) secluded() bool { return p.State.Session().Profile.Secluded }
