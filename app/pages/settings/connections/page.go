package connections

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/backend"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/stepup"
	"github.com/shopdesk/shopdesk/internal/api"
)

// Page lists the connections.
type Page struct {
	app.Compo

	pages.Deps

	ctx    app.Context
	list   api.Connections
	query  string
	notice notice
	code   codeForm
	ending string // the connection that is asked about, "" for none
	act    stepup.Act
	reads  pages.Reader
}

// What can be at work beside a connection, which is named by its id: the way to
// the platform's page for a new one, and a code.
const (
	busyStart = "start"
	busyCode  = "code"
)

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
	pages.Read(ctx, &p.reads, backend.Connections.From(p.Backend), pages.Into(&p.list))
}
