package hooks

import (
	"context"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/app/stepup"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
)

// Page shows how the platform reaches us.
type Page struct {
	app.Compo

	Deps pages.Deps

	hooks  *api.Hooks
	err    error // of the last read
	failed failure
	refuse int    // events of the last registration that the platform refused
	test   bool   // whether to register with the test flag
	chosen bool   // whether somebody has chosen that
	asking []int  // the events that are asked about, nil for none
	busy   string // what is at work: see the constants
	copied bool
	query  string
	guard  stepup.Guard
	reads  pages.Generation
	calls  pages.Generation
	ctx    app.Context
}

// What can be at work, beside the reading; one event and one message are named
// by their numbers.
const (
	busyRegister = "register"
	busyReplay   = "replay"
)

// failure is an act that didn't succeed.
type failure struct {
	what string // "" for none
	err  error
}

// OnMount reads what there is.
func (p *Page) OnMount(ctx app.Context) {
	p.ctx = ctx
	ctx.Handle(state.ActionSignedIn, func(ctx app.Context, _ app.Action) { p.read(ctx) })
	p.read(ctx)
}

// OnDismount drops the calls under way.
func (p *Page) OnDismount() {
	p.reads.Drop()
	p.calls.Drop()
}

func (p *Page) read(app.Context) {
	p.err = nil
	pages.Load(p.ctx, &p.reads, func(c context.Context) (*api.Hooks, error) { return p.Deps.Backend.Hooks(c) },
		func(_ app.Context, hooks *api.Hooks, err error) {
			if p.err = err; err == nil {
				p.take(hooks)
			}
		})
}

// take shows what the server says. The test flag is offered as it was used last,
// until somebody chooses.
func (p *Page) take(hooks *api.Hooks) {
	p.hooks = hooks
	if !p.chosen {
		p.test = tested(hooks.Events)
	}
}

func (p *Page) find(_ app.Context, v string)      { p.query = v }
func (p *Page) clear(app.Context)                 { p.query = "" }
func (p *Page) chooseTest(_ app.Context, on bool) { p.test, p.chosen = on, true }
func (p *Page) askAll(app.Context)                { p.asking = codes(p.hooks.Events) }
func (p *Page) askOne(_ app.Context, event int)   { p.asking = []int{event} }
func (p *Page) no(app.Context)                    { p.asking = nil }
func (p *Page) replayAll(ctx app.Context)         { p.replay(ctx, "") }

// yes registers what was asked about. When who asks must be proved first, it is
// sent again as it was.
func (p *Page) yes(app.Context) {
	request := api.RegisterHooks{Events: p.asking, Test: p.test}
	p.asking = nil
	p.register(request)
}

func (p *Page) register(request api.RegisterHooks) {
	if p.busy != "" {
		return
	}
	p.busy, p.failed, p.refuse = busyOf(request.Events), failure{}, 0
	pages.Load(p.ctx, &p.calls, func(c context.Context) (*api.Hooks, error) { return p.Deps.Backend.RegisterHooks(c, request) },
		func(ctx app.Context, hooks *api.Hooks, err error) {
			p.busy = ""
			switch {
			case err == nil:
				p.take(hooks)
				if p.refuse = refused(hooks.Events, request.Events); p.refuse == 0 {
					p.Deps.Toast(ctx, text.T("hooks.register.done"))
				}
			case p.guard.Asks(err, func(app.Context) { p.register(request) }):
			default:
				p.failed = failure{text.T("hooks.register.failed"), err}
				p.read(ctx) // some may be registered
			}
		})
}

// replay has one dead letter worked on again, or all.
func (p *Page) replay(_ app.Context, id string) {
	if p.busy != "" {
		return
	}
	request := api.ReplayHooks{}
	p.busy, p.failed = busyReplay, failure{}
	if id != "" {
		request.IDs, p.busy = []string{id}, id
	}
	pages.Load(p.ctx, &p.calls, func(c context.Context) (*api.Hooks, error) { return p.Deps.Backend.ReplayHooks(c, request) },
		func(ctx app.Context, hooks *api.Hooks, err error) {
			p.busy = ""
			if err != nil {
				p.failed = failure{text.T("hooks.replay.failed"), err}
				return
			}
			p.take(hooks)
			p.Deps.Toast(ctx, text.T("hooks.replay.done"))
			components.FocusID(ctx, pages.HeadingID)
		})
}

// copyURL copies the URL where the browser lets it; it can be selected anyway.
func (p *Page) copyURL(app.Context) {
	clipboard := app.Window().Get("navigator").Get("clipboard")
	if clipboard.Truthy() {
		clipboard.Call("writeText", p.hooks.URL)
		p.copied = true
	}
}
