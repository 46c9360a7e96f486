// Package devices lists where the operator is signed in, signs out elsewhere, and
// says what this device is told of in the background.
package devices

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/app/backend"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/settings"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
)

// Page lists the operator's devices.
type Page struct {
	app.Compo

	pages.Deps

	devices []api.Device
	known   bool
	asking  bool // whether to sign out everywhere else
	busy    bool
	err     error
	failed  error // of a change
	calls   pages.Generation
	ctx     app.Context
}

// OnMount reads the devices.
func (p *Page) OnMount(ctx app.Context) {
	p.ctx = ctx
	pages.Begin(ctx, p.read)
}

func (p *Page) read(app.Context) {
	pages.Read(p.ctx, &p.calls, &p.err, backend.Devices.From(p.Backend), func(answer *api.Devices) {
		p.devices, p.known = answer.Devices, true
	})
}

func (p *Page) ask(app.Context)    { p.asking = true }
func (p *Page) cancel(app.Context) { p.asking = false }

func (p *Page) others(app.Context) {
	p.asking = false
	p.send(backend.SignOutOthers.To(p.Backend, backend.None{}))
}

func (p *Page) signOut(_ app.Context, id string) {
	p.send(backend.SignOutDevice.To(p.Backend, api.DeviceRef{ID: id}))
}

func (p *Page) send(call backend.Call[*api.Devices]) {
	if p.busy {
		return
	}
	p.busy, p.failed = true, nil
	pages.Load(p.ctx, &p.calls, call,
		func(ctx app.Context, answer *api.Devices, err error) {
			p.busy = false
			if p.failed = err; err != nil {
				return
			}
			p.devices = answer.Devices
			p.Toast(ctx, text.T("devices.out"))
			components.FocusID(ctx, pages.HeadingID)
		})
}

// Render draws the page.
func (p *Page) Render() app.UI {
	return settings.Frame(p.Deps, text.T("devices.intro"),
		pages.MaybeFailure(text.T("devices.failed"), p.err, p.read),
		pages.MaybeFailure(text.T("devices.out.failed"), p.failed, nil),
		pages.MaybeLoading(!p.known && p.err == nil, 3),
		components.Maybe(p.known, p.list),
		components.Maybe(p.known && len(p.devices) > 1, func() app.UI {
			return pages.Row(&components.Button{ID: "devices-others", Label: text.T("devices.others"), Icon: components.IconSignOut, OnClick: p.ask})
		}),
		&told{Deps: p.Deps},
		pages.Question{
			ID: "devices-ask", Title: text.T("devices.others.ask"), Open: p.asking, Text: text.T("devices.others.text"),
			Keep: components.Button{Label: text.T("settings.cancel"), OnClick: p.cancel},
			Go:   components.Button{ID: "devices-others-go", Label: text.T("devices.others.go"), Kind: components.KindStop, OnClick: p.others},
		}.Dialog(),
	)
}

func (p *Page) list() app.UI {
	return &components.Card{Flush: true, Body: func() []app.UI {
		return []app.UI{app.Ul().Class("settings-list").Body(app.Range(p.devices).Slice(func(i int) app.UI {
			d := p.devices[i]
			return app.Li().Body(
				app.Div().Class("settings-who").Body(
					app.B().Text(name(d)),
					pages.SoftSmall(text.T("devices.seen", text.MomentMS(d.SeenAt), address(d))),
					pages.SoftSmall(text.T("devices.since", text.MomentMS(d.Since), method(d.Method))),
				),
				app.If(d.This, func() app.UI { return &components.Pill{Tone: components.ToneOK, Text: text.T("devices.this")} }),
				app.If(!d.This, func() app.UI { return &outButton{Device: d.ID, Name: name(d), OnClick: p.signOut} }),
			)
		}))}
	}}
}

// outButton signs one device out.
type outButton struct {
	app.Compo

	Device  string
	Name    string
	OnClick func(app.Context, string)
}

// CompoID is the device's.
func (b *outButton) CompoID() string { return b.Device }

// Render draws the button, which names its device.
func (b *outButton) Render() app.UI {
	return &components.Button{Label: text.T("devices.out.one", b.Name), OnClick: b.click}
}

func (b *outButton) click(ctx app.Context) { b.OnClick(ctx, b.Device) }

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

// method is how somebody signed in; a way that this page doesn't know keeps its
// code.
func method(code string) string {
	return text.Or("devices.method."+code, code)
}
