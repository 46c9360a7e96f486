package connections

import (
	"context"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/stepup"
)

// Page lists the connections.
type Page struct {
	app.Compo

	Deps pages.Deps

	ctx    app.Context
	status pages.Status
	list   api.Connections
	err    error // of the last read
	query  string
	notice notice
	code   codeForm
	ending string // the connection that is asked about, "" for none
	busy   string // the connection, or ways to bring one, at work
	reads  pages.Generation
	calls  pages.Generation
	guard  stepup.Guard
}

// busyStart is busy while the platform's page is being asked for, for a new
// connection.
const busyStart = "start"

// OnMount reads the list, and what came of a way to the platform from the
// address.
func (p *Page) OnMount(ctx app.Context) {
	p.ctx = ctx
	if address := ctx.Page().URL(); address != nil && address.Fragment != "" {
		p.notice = noticeOf(api.ConnectResult(address.Fragment))
		if p.notice.key != "" {
			address.Fragment = "" // a reload doesn't tell it again
			ctx.Page().ReplaceURL(address)
		}
	}
	p.read(ctx)
}

// OnDismount drops the calls under way.
func (p *Page) OnDismount() {
	p.reads.Drop()
	p.calls.Drop()
}

func (p *Page) read(app.Context) {
	p.status, p.err = pages.Loading, nil
	pages.Load(p.ctx, &p.reads, func(c context.Context) (api.Connections, error) {
		return p.Deps.Backend.Connections(c)
	}, p.known)
}

func (p *Page) known(_ app.Context, list api.Connections, err error) {
	if err != nil {
		p.status, p.err = pages.Failed, err
		return
	}
	p.status, p.list = pages.Loaded, list
}
