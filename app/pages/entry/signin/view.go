package signin

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/app/device/passkey"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
)

// Render draws the form: over a page its heading is the dialog's.
func (f *Form) Render() app.UI {
	session := f.Deps.State.Session()
	return app.Div().Class("stack").Body(
		app.If(!f.Over, func() app.UI {
			return app.H1().ID(pages.HeadingID).TabIndex(-1).Text(text.T("signin.title"))
		}),
		app.If(f.Over, func() app.UI { return app.P().Class("soft").Text(text.T("signin.over.text")) }),
		components.Maybe(f.model.title != "", func() app.UI {
			return &components.Note{
				Tone: components.ToneBad, Title: text.T("signin.failed"),
				Text: text.T("error.both", f.model.title, f.model.advice), Alert: true,
			}
		}),
		components.Maybe(f.outcome != "", func() app.UI { return pages.OIDCNote(f.outcome) }),
		app.If(session.HostSign, func() app.UI { return app.P().Text(text.T("signin.host")) }),
		app.If(session.Demo && !session.HostSign, f.demo),
		app.If(!session.HostSign, f.form),
		components.Maybe(session.Passkeys && passkey.Available(), func() app.UI {
			return &components.Button{
				ID: "signin-passkey", Label: text.T("signin.passkey"), Icon: components.IconLock, Wide: true, Busy: f.model.busy == busyPasskey, OnClick: f.byPasskey,
			}
		}),
		components.Maybe(session.Provider != "", func() app.UI {
			return &components.Button{
				ID: "signin-provider", Label: text.T("signin.provider", session.Provider), Icon: components.IconLink, Wide: true, Busy: f.model.busy == busyProvider, OnClick: f.byProvider,
			}
		}),
	)
}

func (f *Form) form() app.UI {
	m := &f.model
	return app.Form().Class("stack").Attr("novalidate", "true").OnSubmit(f.submit).Body(
		app.If(f.Deps.State.Session().Demo, func() app.UI {
			return app.H2().Class("signin-or").Text(text.T("signin.or"))
		}),
		&components.ErrorSummary{
			ID: "signin-summary", Title: text.T("form.problem"), Items: pages.Summary(m.faults), Focus: m.attempts,
		},
		&components.TextField{
			ID: fieldLogin, Label: text.T("signin.login"), Value: m.login, Error: m.faults.At(fieldLogin),
			Name: "username", Autocomplete: "username", Dir: "auto", OnInput: f.typeLogin,
		},
		&components.TextField{
			ID: fieldPassword, Label: text.T("signin.password"), Value: m.password, Error: m.faults.At(fieldPassword),
			Type: "password", Name: "password", Autocomplete: "current-password",
			ShowLabel: text.T("signin.show"), ConcealLabel: text.T("signin.hide"), OnInput: f.typePassword,
		},
		&components.Checkbox{
			ID: "signin-remember", Label: text.T("signin.remember"), Hint: text.T("signin.remember.hint"),
			Checked: m.remember, OnChange: f.setRemember,
		},
		&components.Button{
			Label: text.T("signin.go"), Kind: f.weight(), Submit: true, Wide: true, Busy: m.busy == busyPassword,
		},
	)
}

// weight makes the password's button the main one where there is no other way.
func (f *Form) weight() components.ButtonKind {
	if f.Deps.State.Session().Demo {
		return components.KindPlain
	}
	return components.KindGo
}

func (f *Form) demo() app.UI {
	return app.Section().Class("stack").Aria("label", text.T("signin.demo")).Body(
		app.P().Class("soft").Text(text.T("signin.demo.hint")),
		app.Ul().Class("signin-roles").Body(
			f.role(api.RoleOwner, text.T("signin.as.owner"), text.T("signin.may.owner"), components.KindGo, f.tryOwner),
			f.role(api.RoleManager, text.T("signin.as.manager"), text.T("signin.may.manager"), components.KindPlain, f.tryManager),
			f.role(api.RoleStaff, text.T("signin.as.staff"), text.T("signin.may.staff"), components.KindPlain, f.tryStaff),
		),
	)
}

func (f *Form) role(role api.Role, label, may string, kind components.ButtonKind, choose func(app.Context)) app.UI {
	if !f.offers(role) {
		return app.Text("")
	}
	id := "signin-may-" + string(role)
	return app.Li().Body(
		&components.Button{
			ID: buttonAs(role), Label: label, Kind: kind, Wide: true,
			DescribedBy: id, Busy: f.model.busy == busyWith(role), OnClick: choose,
		},
		app.P().ID("%s", id).Class("hint").Text(may),
	)
}
