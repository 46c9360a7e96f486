package photo

import (
	"context"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
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

	Deps pages.Deps

	ctx     app.Context
	edit    *edit
	opening bool
	over    bool   // a file is held over the page
	trouble string // why a file can't be used

	address string // typed
	wrong   string // what is wrong with it

	stage       stage
	byAddress   bool // what is being sent
	sent, total int64
	stop        context.CancelFunc
	notice      pages.Notice
	spoken      string // what was done, for assistive technology

	looked       bool // for a picture shared with the console
	opens, sends pages.Generation
	unlisten     func()
}

// OnMount takes up what was left.
func (p *Page) OnMount(ctx app.Context) {
	p.ctx = ctx
	p.takeUp()
	p.unlisten = p.listen()
	p.takeShared()
}

// OnUpdate looks for a shared picture once one can be given.
func (p *Page) OnUpdate(app.Context) { p.takeShared() }

// OnDismount drops the calls under way.
func (p *Page) OnDismount() {
	p.opens.Drop()
	p.cancelSending()
	p.release()
	p.unlisten()
}

func (p *Page) shopID() int64 { return p.Deps.Route.ShopID }

// may reports whether the operator may change the picture.
func (p *Page) may() bool { return p.Deps.State.May(p.shopID(), platform.PermissionShopEdit) }

// takes reports whether a picture can be given now.
func (p *Page) takes() bool {
	record := p.Deps.Record()
	return p.may() && record.Shop != nil && inReview(record.Shop) == nil && p.stage == idle && !p.opening
}

// secluded reports whether the platform can't fetch pictures from our server.
func (p *Page) secluded() bool { return p.Deps.State.Session().Profile.Secluded }
