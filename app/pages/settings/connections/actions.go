package connections

import (
	"context"
	"errors"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/app/device"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
)

func (p *Page) find(_ app.Context, query string) { p.query = query }

func (p *Page) showAll(ctx app.Context) {
	p.query = ""
	components.FocusID(ctx, fieldFind)
}

func (p *Page) forgetNotice(app.Context) { p.notice = notice{} }

// connect sends the browser to the platform's page, for a new connection.
func (p *Page) connect(ctx app.Context) { p.start(ctx, "") }

// start sends the browser to the platform's page; where there is none, a code
// is asked for.
func (p *Page) start(ctx app.Context, id string) {
	if !p.list.Redirect {
		p.askCode(ctx, id)
		return
	}
	if p.busy != "" {
		return
	}
	p.busy, p.notice = id, notice{}
	if id == "" {
		p.busy = busyStart
	}
	pages.Load(p.ctx, &p.calls, func(c context.Context) (api.GoTo, error) {
		return p.Deps.Backend.StartConnect(c, api.StartConnect{ID: id})
	}, func(_ app.Context, to api.GoTo, err error) {
		if err != nil {
			p.busy = ""
			if p.guard.Asks(err, func(ctx app.Context) { p.start(ctx, id) }) {
				return
			}
			p.notice = notice{key: "connections.start.failed", tone: components.ToneBad, err: err}
			return
		}
		app.Window().Get("location").Call("assign", to.URL) // busy until the page has gone
	})
}

func (p *Page) openCode(ctx app.Context) { p.askCode(ctx, "") }

func (p *Page) askCode(ctx app.Context, id string) {
	p.code = codeForm{open: true, mends: id}
	components.FocusID(ctx, fieldCode)
}

func (p *Page) closeCode(ctx app.Context) {
	p.code = codeForm{}
	components.FocusID(ctx, buttonCode)
}

func (p *Page) typeCode(_ app.Context, v string) { p.code.value, p.code.fault = v, "" }

func (p *Page) submitCode(ctx app.Context, e app.Event) {
	e.PreventDefault()
	p.code.value = device.FieldValue(fieldCode, p.code.value)
	if !p.code.submit() {
		components.FocusID(ctx, fieldCode)
		return
	}
	p.sendCode(ctx)
}

func (p *Page) sendCode(app.Context) {
	p.code.busy, p.notice = true, notice{}
	request := api.ConnectCode{ID: p.code.mends, Code: p.code.value}
	pages.Load(p.ctx, &p.calls, func(c context.Context) (api.Connections, error) {
		return p.Deps.Backend.ConnectCode(c, request)
	}, p.codeTaken)
}

func (p *Page) codeTaken(ctx app.Context, list api.Connections, err error) {
	p.code.busy = false
	var refusal *api.Error
	switch {
	case p.guard.Asks(err, p.sendCode):
	case errors.As(err, &refusal) && refusal.Code == api.CodeInvalid:
		p.code.fault = text.T("connections.code.refused")
		components.FocusID(ctx, fieldCode)
	case err != nil:
		p.code.err = err
	default:
		p.code = codeForm{}
		p.changed(ctx, list, noticeOf(api.ConnectDone))
	}
}

// changed takes the list after a change; the shops' own state has changed too.
func (p *Page) changed(ctx app.Context, list api.Connections, n notice) {
	p.list, p.notice, p.status, p.busy = list, n, pages.Loaded, ""
	p.Deps.Read(ctx)
}

func (p *Page) look(_ app.Context, id string) {
	done := notice{key: "connections.look.done", more: "connections.look.done.do", tone: components.ToneOK}
	p.do(id, done, "connections.look.failed", func(c context.Context) (api.Connections, error) {
		return p.Deps.Backend.LookForShops(c, api.ConnectionRef{ID: id})
	})
}

func (p *Page) askEnd(_ app.Context, id string) { p.ending = id }

func (p *Page) keep(app.Context) { p.ending = "" }

func (p *Page) end(app.Context) {
	id := p.ending
	p.ending = ""
	done := notice{key: "connections.end.done", more: "connections.end.done.do", tone: components.ToneOK}
	p.do(id, done, "connections.end.failed", func(c context.Context) (api.Connections, error) {
		return p.Deps.Backend.Disconnect(c, api.ConnectionRef{ID: id})
	})
}

// do changes a connection, one at a time.
func (p *Page) do(id string, done notice, failed string, call func(context.Context) (api.Connections, error)) {
	if p.busy != "" {
		return
	}
	p.busy, p.notice = id, notice{}
	pages.Load(p.ctx, &p.calls, call, func(ctx app.Context, list api.Connections, err error) {
		p.busy = ""
		if p.guard.Asks(err, func(app.Context) { p.do(id, done, failed, call) }) {
			return
		}
		if err != nil {
			p.notice = notice{key: failed, tone: components.ToneBad, err: err}
			return
		}
		p.changed(ctx, list, done)
	})
}
