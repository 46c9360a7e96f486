package connections

import (
	"cmp"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/backend"
	"github.com/shopdesk/shopdesk/app/device"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/stepup"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
)

func (p *Page) showAll(ctx app.Context) {
	p.query = ""
	components.FocusID(ctx, fieldFind)
}

// do sends a change, one at a time. If it fails, the notice has the key failed, and the list is read anew: another
// owner may have changed it, or the change be done and its answer lost.
func do[T any](p *Page, what string, call backend.Call[T], done func(app.Context, T), failed string) {
	if p.act.Busy == "" {
		p.notice = notice{}
	}
	stepup.Do(p.ctx, &p.act, what, call, done, func(ctx app.Context, err error) {
		p.notice = notice{key: failed, tone: components.ToneBad, err: err}
		p.reads.Again(ctx)
	})
}

// start sends the browser to the platform's page, for a new connection or to mend
// one; where there is none, a code is asked for.
func (p *Page) start(ctx app.Context, id string) {
	if !p.list.Redirect {
		p.askCode(ctx, id)
		return
	}
	what, call := cmp.Or(id, busyStart), backend.StartConnect.To(p.Backend, api.StartConnect{ID: id})
	do(p, what, call, func(ctx app.Context, to api.GoTo) {
		p.act.Busy = what // until the page has gone
		device.Leave(ctx, to.URL, pages.Set(&p.act.Busy, ""))
	}, "connections.start.failed")
}

func (p *Page) askCode(ctx app.Context, id string) {
	if !p.code.open || p.code.mends != id { // else what is typed stays
		p.code = codeForm{open: true, mends: id}
	}
	components.FocusID(ctx, fieldCode)
}

func (p *Page) closeCode(ctx app.Context) {
	p.code = codeForm{}
	components.FocusID(ctx, buttonCode)
}

func (p *Page) submitCode(ctx app.Context) {
	device.Filled(fieldCode, &p.code.value)
	if !p.code.submit() {
		components.FocusID(ctx, fieldCode)
		return
	}
	request := api.ConnectCode{ID: p.code.mends, Code: p.code.value}
	p.notice = notice{}
	call := backend.ConnectCode.To(p.Backend, request)
	same := func() bool { return p.code.mends == request.ID && p.code.value == request.Code } // else another one is typed
	stepup.Do(p.ctx, &p.act, busyCode, call, func(ctx app.Context, list api.Connections) {
		if same() {
			p.code = codeForm{}
		}
		p.changed(ctx, list, noticeOf(api.ConnectDone))
	}, func(ctx app.Context, err error) {
		p.reads.Again(ctx)
		if same() {
			p.codeFailed(ctx, err)
			return
		}
		p.notice = notice{key: "connections.code.failed", more: "connections.code.refused", tone: components.ToneBad}
		if api.CodeOf(err) != api.CodeInvalid {
			p.notice.err = err
		}
	})
}

func (p *Page) codeFailed(ctx app.Context, err error) {
	if api.CodeOf(err) == api.CodeInvalid {
		p.code.fault = "connections.code.refused"
		components.FocusID(ctx, fieldCode)
		return
	}
	p.code.err = err
}

// changed takes the list after a change; the shops' own state has changed too.
func (p *Page) changed(ctx app.Context, list api.Connections, n notice) {
	p.list, p.notice = list, n
	p.Read(ctx)
}

func (p *Page) look(id string) {
	p.change(id, backend.LookForShops, "connections.look.done", "connections.look.done.do", "connections.look.failed")
}

// change sends a change of a connection, and says by keys what came of it.
func (p *Page) change(
	id string, change backend.Post[api.ConnectionRef, api.Connections], done, more, failed string,
) {
	do(p, id, change.To(p.Backend, api.ConnectionRef{ID: id}), func(ctx app.Context, list api.Connections) {
		p.changed(ctx, list, notice{key: done, more: more, tone: components.ToneOK})
	}, failed)
}

func (p *Page) end(app.Context) {
	id := p.ending
	p.ending = ""
	p.change(id, backend.Disconnect, "connections.end.done", "connections.end.done.do", "connections.end.failed")
}
