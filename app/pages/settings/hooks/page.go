package hooks

import (
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/backend"
	"github.com/shopdesk/shopdesk/app/device"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/stepup"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
)

// Page shows how the platform reaches us.
type Page struct {
	app.Compo

	pages.Deps

	hooks  *api.Hooks
	failed string // the key of what didn't succeed
	act    stepup.Act
	refuse int   // events of the last registration that the platform refused
	test   bool  // whether to register with the test flag
	chosen bool  // whether somebody has chosen that
	asking []int // the events that are asked about, nil for none
	copied bool
	looks  int // how often to look yet what became of messages that were tried again
	query  string
	read   pages.Reader
	ctx    app.Context
}

// After messages were tried again the page looks every second what became of them, for a minute at most: the line to
// the server tells nothing of them, and a message may be tried for a day.
const (
	lookEvery   = time.Second
	looksAtMost = 60
)

// What can be at work, beside the reading; one event and one message are named
// by their numbers.
const (
	busyRegister = "register"
	busyReplay   = "replay"
)

// OnMount reads what there is.
func (p *Page) OnMount(ctx app.Context) {
	p.ctx = ctx
	pages.Read(ctx, &p.read, backend.Hooks.From(p.Backend), p.take)
}

// take shows what the server says, and looks again in a moment while messages that were tried again wait. The test flag
// is offered as it was used last, until somebody chooses.
func (p *Page) take(hooks *api.Hooks) {
	p.hooks = hooks
	if hooks.Waiting == 0 {
		p.looks = 0
	}
	if p.looks > 0 {
		p.looks--
		p.ctx.After(lookEvery, p.read.Again)
	}
	if !p.chosen {
		p.test = tested(hooks.Events)
	}
}

func (p *Page) chooseTest(_ app.Context, on bool) { p.test, p.chosen = on, true }

// register registers what was asked about.
func (p *Page) register(app.Context) {
	request := api.RegisterHooks{Events: p.asking, Test: p.test}
	p.asking, p.refuse = nil, 0
	call := backend.RegisterHooks.To(p.Backend, request)
	stepup.Do(p.ctx, &p.act, busyOf(request.Events), call, func(ctx app.Context, hooks *api.Hooks) {
		p.take(hooks)
		if p.refuse = refused(hooks.Events, request); p.refuse == 0 {
			p.Toast(ctx, text.T("hooks.register.done"))
		}
	}, func(ctx app.Context, _ error) {
		p.failed = "hooks.register.failed"
		p.read.Again(ctx) // some may be registered
	})
}

// replay has dead letters worked on again: all of them without ids.
func (p *Page) replay(what string, ids ...string) {
	call := backend.ReplayHooks.To(p.Backend, api.ReplayHooks{IDs: ids})
	stepup.Do(p.ctx, &p.act, what, call, func(ctx app.Context, hooks *api.Hooks) {
		p.looks = looksAtMost
		p.take(hooks)
		p.Toast(ctx, text.T("hooks.replay.done"))
		components.FocusID(ctx, pages.HeadingID)
	}, func(app.Context, error) { p.failed = "hooks.replay.failed" })
}

// copyURL copies the URL where the browser lets it; it can be selected anyway.
func (p *Page) copyURL(app.Context) {
	device.Copy(p.ctx.Dispatch, p.hooks.URL, pages.Set(&p.copied, true))
}
