package link

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/device"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
)

// View draws the form; send is for when it may be sent.
func (f *Form) View(label string, send func()) app.UI {
	check := func(app.Context) { f.check() }
	faults := f.faults()
	return pages.Form(func(app.Context) {
		f.read()
		if f.Submit() {
			send()
		}
	}).Class("stack").Body(
		components.Maybe(f.err != nil, func() app.UI {
			title, advice := text.Error(f.err)
			return &components.Note{Tone: components.ToneBad, Title: title, Text: advice, Alert: true}
		}),
		faults.Summary(f.ID+"-summary", f.wrong.Tries),
		components.Shown(!f.Known, &components.TextField{
			ID: f.field("name"), Label: text.T("setup.name"), Hint: text.T("setup.name.hint"), Value: f.Name, Dir: "auto",
			Error: faults.At(f.field("name")), Name: "name", Autocomplete: "name", MaxLength: 100,
			OnInput: pages.Bind(&f.Name, check),
		}),
		components.Shown(!f.Known, &components.TextField{
			ID: f.field("login"), Label: text.T("signin.login"), Hint: text.T("setup.login.hint"), Value: f.Login,
			Error: faults.At(f.field("login")), Name: "username", Autocomplete: "username", MaxLength: 64,
			OnInput: pages.Bind(&f.Login, check),
		}),
		pages.Password(components.TextField{
			ID: f.field("password"), Label: text.T("signin.password"), Hint: text.T("setup.password.hint", minPassword),
			Value: f.Password,
			Error: faults.At(f.field("password")), Name: "password", Autocomplete: "new-password",
			OnInput: pages.Bind(&f.Password, check),
		}),
		&components.Button{Label: label, Kind: components.KindGo, Submit: true, Wide: true, Busy: f.Busy},
	)
}

// read takes what a browser has filled in without a word.
func (f *Form) read() {
	if !f.Known {
		device.Filled(f.field("name"), &f.Name)
		device.Filled(f.field("login"), &f.Login)
	}
	device.Filled(f.field("password"), &f.Password)
}

// Dead explains a link that leads nowhere: what to do about a link that was used, or about an address without one.
func (f *Form) Dead(deps pages.Deps, used, none string) app.UI {
	title, advice := text.T("setup.none"), none
	if f.Used {
		title, advice = text.T("error.link_used"), used
	}
	return &components.Note{
		Tone: components.ToneBad, Title: title, Text: advice, Alert: true,
		Actions: func() []app.UI {
			return []app.UI{deps.LinkTo(routes.Route{Page: routes.SignIn}, text.T("setup.signin"))}
		},
	}
}
