package invite

import (
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/entry/link"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
)

// Render draws the page.
func (p *Page) Render() app.UI {
	title, label := text.T("invite.title"), text.T("invite.go")
	if p.info != nil && p.info.Reset {
		title, label = text.T("invite.reset.title"), text.T("invite.reset.go")
	}
	body := []app.UI{app.H1().ID(pages.HeadingID).TabIndex(-1).Text(title)}
	switch {
	case p.form.Used:
		body = append(body, link.Dead(p.Deps, text.T("setup.used"), text.T("invite.used.do")))
	case p.form.Token == "":
		body = append(body, link.Dead(p.Deps, text.T("setup.none"), text.T("invite.none.do")))
	case p.lookErr != nil:
		body = append(body, pages.FailureNote(text.T("invite.failed"), p.lookErr, p.look))
	case p.info == nil:
		body = append(body, &components.Skeleton{Label: text.T("loading"), Lines: 4})
	default:
		body = append(body, p.what(), p.form.View(label, p.send))
	}
	return app.Div().Class("stack").Body(body...)
}

// what says who invites to what.
func (p *Page) what() app.UI {
	info := p.info
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
