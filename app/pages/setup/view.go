package setup

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
)

// Render draws the page.
func (p *Page) Render() app.UI {
	body := []app.UI{app.H1().ID(pages.HeadingID).TabIndex(-1).Text(text.T("setup.title"))}
	switch {
	case p.model.used:
		body = append(body, p.dead(text.T("setup.used"), text.T("setup.used.do")))
	case p.model.token == "":
		body = append(body, p.dead(text.T("setup.none"), text.T("setup.none.do")))
	default:
		body = append(body, app.P().Class("soft").Text(text.T("setup.intro")), p.form())
	}
	return app.Div().Class("stack").Body(body...)
}

// dead explains a link that leads nowhere.
func (p *Page) dead(title, advice string) app.UI {
	return &components.Note{
		Tone: components.ToneBad, Title: title, Text: advice, Alert: true,
		Actions: func() []app.UI {
			return []app.UI{&components.Link{
				Href: p.Deps.Href(routes.Route{Page: routes.SignIn}), Label: text.T("setup.signin"), Kind: components.LinkButton,
			}}
		},
	}
}

func (p *Page) form() app.UI {
	m := &p.model
	return app.Form().Class("stack").Attr("novalidate", "true").OnSubmit(p.submit).Body(
		components.Maybe(m.title != "", func() app.UI {
			return &components.Note{Tone: components.ToneBad, Title: m.title, Text: m.advice, Alert: true}
		}),
		&components.ErrorSummary{
			ID: "setup-summary", Title: text.T("form.problem"), Items: pages.Summary(m.faults), Focus: m.attempts,
		},
		&components.TextField{
			ID: fieldName, Label: text.T("setup.name"), Hint: text.T("setup.name.hint"), Value: m.name,
			Error: m.faults.At(fieldName), Name: "name", Autocomplete: "name", MaxLength: 100, OnInput: p.typeName,
		},
		&components.TextField{
			ID: fieldLogin, Label: text.T("setup.login"), Hint: text.T("setup.login.hint"), Value: m.login,
			Error: m.faults.At(fieldLogin), Name: "username", Autocomplete: "username", MaxLength: 64, OnInput: p.typeLogin,
		},
		&components.TextField{
			ID: fieldPassword, Label: text.T("setup.password"), Hint: text.T("setup.password.hint", minPassword), Value: m.password,
			Error: m.faults.At(fieldPassword), Type: "password", Name: "password", Autocomplete: "new-password",
			ShowLabel: text.T("signin.show"), ConcealLabel: text.T("signin.hide"), OnInput: p.typePassword,
		},
		&components.Button{Label: text.T("setup.go"), Kind: components.KindGo, Submit: true, Wide: true, Busy: m.busy},
	)
}
