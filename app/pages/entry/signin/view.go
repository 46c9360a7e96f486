package signin

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/device/passkey"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
)

// Render draws the form: over a page its heading is the dialog's.
func (f *Form) Render() app.UI {
	session := f.State.Session()
	return pages.Stack(
		app.If(f.Over, func() app.UI { return pages.Soft(text.T("signin.over.text")) }).
			Else(func() app.UI { return pages.Heading(text.T("signin.title")) }),
		components.Shown(f.Unkept, pages.Wrong(text.T("signin.over.cookies"))),
		pages.MaybeFailure(text.T("signin.failed"), f.model.err, nil),
		components.Shown(f.outcome != "", pages.OIDCNote(f.outcome)),
		components.Only(session.HostSign, app.P().Text(text.T("signin.host"))),
		app.If(session.Demo && !session.HostSign, f.demo),
		app.If(!session.HostSign, f.form),
		components.Shown(session.Passkeys && passkey.Available(), &components.Button{
			ID: "signin-passkey", Label: text.T("signin.passkey"), Icon: components.IconLock, Wide: true,
			Busy: f.model.busy == busyPasskey, OnClick: f.byPasskey,
		}),
		components.Shown(session.Provider != "", &components.Button{
			ID: "signin-provider", Label: text.T("signin.provider", session.Provider), Icon: components.IconLink, Wide: true,
			Busy: f.model.busy == busyProvider, OnClick: f.byProvider,
		}),
	)
}

func (f *Form) form() app.UI {
	m, kind := &f.model, components.KindGo
	if f.State.Session().Demo { // there are other ways
		kind = components.KindPlain
	}
	faults := m.faults()
	return pages.Form(f.submit).Class("stack").Body(
		components.Only(f.State.Session().Demo, app.H2().Class("signin-or").Text(text.T("signin.or"))),
		faults.Summary("signin-summary", m.attempts),
		&components.TextField{
			ID: fieldLogin, Label: text.T("signin.login"), Value: m.login, Error: faults.At(fieldLogin),
			Name: "username", Autocomplete: "username", Dir: "auto", OnInput: pages.Bind(&m.login),
		},
		pages.Password(components.TextField{
			ID: fieldPassword, Label: text.T("signin.password"), Value: m.password, Error: faults.At(fieldPassword),
			Name: "password", Autocomplete: "current-password",
			OnInput: pages.Bind(&m.password),
		}),
		&components.Checkbox{
			ID: "signin-remember", Label: text.T("signin.remember"), Hint: text.T("signin.remember.hint"),
			Checked: m.remember, OnChange: pages.Bind(&m.remember),
		},
		&components.Button{
			Label: text.T("signin.title"), Kind: kind, Submit: true, Wide: true, Busy: m.busy == busyPassword,
		},
	)
}

func (f *Form) demo() app.UI {
	return app.Section().Class("stack").Aria("label", text.T("signin.demo")).Body(
		pages.Soft(text.T("signin.demo.hint")),
		app.Ul().Class("signin-roles").Body(
			f.role(api.RoleOwner, text.T("signin.as.owner"), text.T("signin.may.owner"), components.KindGo),
			f.role(api.RoleManager, text.T("signin.as.manager"), text.T("signin.may.manager"), components.KindPlain),
			f.role(api.RoleStaff, text.T("signin.as.staff"), text.T("signin.may.staff"), components.KindPlain),
		),
	)
}

func (f *Form) role(role api.Role, label, may string, kind components.ButtonKind) app.UI {
	if !f.offers(role) {
		return app.Text("")
	}
	id := "signin-may-" + string(role)
	return app.Li().Body(
		&components.Button{
			ID: buttonAs(role), Label: label, Kind: kind, Wide: true,
			DescribedBy: id, Busy: f.model.busy == busyWith(role), OnClick: func(app.Context) { f.try(role) },
		},
		app.P().ID("%s", id).Class("hint").Text(may),
	)
}
