package invite

import (
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
)

// Render draws the page.
func (p *Page) Render() app.UI {
	m := &p.model
	title := text.T("invite.title")
	if m.info != nil && m.info.Reset {
		title = text.T("invite.reset.title")
	}
	body := []app.UI{app.H1().ID(pages.HeadingID).TabIndex(-1).Text(title)}
	switch {
	case m.used:
		body = append(body, p.dead(text.T("setup.used"), text.T("invite.used.do")))
	case m.token == "":
		body = append(body, p.dead(text.T("setup.none"), text.T("invite.none.do")))
	case m.lookErr != nil:
		body = append(body, pages.FailureNote(text.T("invite.failed"), m.lookErr, p.look))
	case m.info == nil:
		body = append(body, &components.Skeleton{Label: text.T("loading"), Lines: 4})
	default:
		body = append(body, p.what(), p.form())
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

// what says who invites to what.
func (p *Page) what() app.UI {
	info := p.model.info
	until := text.Moment(time.UnixMilli(info.ExpiresAt))
	if info.Reset {
		return app.P().Class("soft").Text(text.T("invite.reset.intro", info.Name, text.LTR(info.Login), until))
	}
	said := roles(info)
	return app.Div().Class("stack").Body(
		app.P().Text(text.T("invite.intro", info.Inviter, until)),
		app.Ul().Class("invite-roles").Body(app.Range(said).Slice(func(i int) app.UI { return app.Li().Text(said[i]) })),
	)
}

func (p *Page) form() app.UI {
	m := &p.model
	label := text.T("invite.go")
	if m.info.Reset {
		label = text.T("invite.reset.go")
	}
	return app.Form().Class("stack").Attr("novalidate", "true").OnSubmit(p.submit).Body(
		components.Maybe(m.title != "", func() app.UI {
			return &components.Note{Tone: components.ToneBad, Title: m.title, Text: m.advice, Alert: true}
		}),
		&components.ErrorSummary{ID: "invite-summary", Title: text.T("form.problem"), Items: pages.Summary(m.faults), Focus: m.attempts},
		components.Maybe(!m.info.Reset, func() app.UI {
			return &components.TextField{
				ID: fieldName, Label: text.T("setup.name"), Hint: text.T("setup.name.hint"), Value: m.name,
				Error: m.faults.At(fieldName), Name: "name", Autocomplete: "name", MaxLength: 100, Dir: "auto", OnInput: p.typeName,
			}
		}),
		components.Maybe(!m.info.Reset, func() app.UI {
			return &components.TextField{
				ID: fieldLogin, Label: text.T("setup.login"), Hint: text.T("setup.login.hint"), Value: m.login,
				Error: m.faults.At(fieldLogin), Name: "username", Autocomplete: "username", MaxLength: 64, OnInput: p.typeLogin,
			}
		}),
		&components.TextField{
			ID: fieldPassword, Label: text.T("setup.password"), Hint: text.T("setup.password.hint", minPassword), Value: m.password,
			Error: m.faults.At(fieldPassword), Type: "password", Name: "password", Autocomplete: "new-password",
			ShowLabel: text.T("signin.show"), ConcealLabel: text.T("signin.hide"), OnInput: p.typePassword,
		},
		&components.Button{Label: label, Kind: components.KindGo, Submit: true, Wide: true, Busy: m.busy},
	)
}
