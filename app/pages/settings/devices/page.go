// Package devices lists where the operator is signed in, signs out elsewhere, and
// says what this device is told of in the background, and when its person gets a daily summary.
package devices

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/backend"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/settings"
	"github.com/shopdesk/shopdesk/app/stepup"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
)

// Page lists the operator's devices.
type Page struct {
	app.Compo

	pages.Deps

	devices []api.Device
	asking  bool // whether to sign out everywhere else
	act     stepup.Act
	read    pages.Reader
	ctx     app.Context
}

// OnMount reads the devices.
func (p *Page) OnMount(ctx app.Context) {
	p.ctx = ctx
	pages.Read(ctx, &p.read, backend.Devices.From(p.Backend), func(answer *api.Devices) { p.devices = answer.Devices })
}

func (p *Page) others(app.Context) {
	p.asking = false
	p.send("others", backend.SignOutOthers.To(p.Backend, backend.None{}))
}

func (p *Page) send(what string, call backend.Call[*api.Devices]) {
	stepup.Do(p.ctx, &p.act, what, call, func(ctx app.Context, answer *api.Devices) {
		p.devices = answer.Devices
		p.Toast(ctx, text.T("devices.out"))
		components.FocusID(ctx, pages.HeadingID)
	})
}

// Render draws the page.
func (p *Page) Render() app.UI {
	return settings.Frame(p.Deps, text.T("devices.intro"),
		p.read.Note(3, text.T("edit.failed")),
		pages.MaybeFailure(text.T("devices.out.failed"), p.act.Err, nil),
		components.Maybe(
			p.read.Known, func() app.UI { return components.Card{Flush: true}.With(settings.Rows(p.devices, idOf, p.row)) },
		),
		components.Shown(p.read.Known && len(p.devices) > 1, pages.Row(&components.Button{
			ID: "devices-others", Label: text.T("devices.others"), Icon: components.IconSignOut,
			OnClick: pages.Set(&p.asking, true),
		})),
		&told{Deps: p.Deps},
		&daily{Deps: p.Deps},
		app.If(p.State.Operator().May(api.MayViewOperators), func() app.UI { return &rings{Deps: p.Deps} }),
		pages.Asking(&p.asking, pages.Question{
			ID: "devices-ask", Title: text.T("devices.others"), Text: text.T("devices.others.text"),
			Go: components.Button{
				ID: "devices-others-go", Label: text.T("devices.others.go"), Kind: components.KindStop, OnClick: p.others,
			},
		}),
	)
}

func idOf(d api.Device) string { return d.ID }

// row is one device. Its button names it.
func (p *Page) row(d api.Device) app.UI {
	out := func(app.Context) { p.send(d.ID, backend.SignOutDevice.To(p.Backend, api.DeviceRef{ID: d.ID})) }
	return app.Li().Body(
		settings.Who(
			name(d), text.T("devices.seen", text.When(d.SeenAt), address(d)),
			pages.SoftSmall(text.T("devices.since", text.When(d.Since), text.Word("devices.method.", d.Method))),
		),
		app.If(d.This, func() app.UI { return pages.Pill(components.ToneOK, "devices.this") }).
			Else(func() app.UI {
				return &components.Button{Label: text.T("devices.out.one", name(d)), Busy: p.act.Busy == d.ID, OnClick: out}
			}),
	)
}

func name(d api.Device) string {
	switch {
	case d.Browser != "" && d.System != "":
		return text.T("devices.name", d.Browser, d.System)
	case d.Browser+d.System != "":
		return d.Browser + d.System
	}
	return text.T("devices.unknown")
}

func address(d api.Device) string {
	if d.Address == "" {
		return text.T("devices.nowhere")
	}
	return text.LTR(d.Address)
}
