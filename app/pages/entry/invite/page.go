package invite

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/backend"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/entry/link"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
)

// Page uses a one-time link.
type Page struct {
	app.Compo

	pages.Deps
	Done func(app.Context, api.Session) // used, and signed in

	form    link.Form
	info    *api.InviteInfo // nil until it is known
	lookErr error
	calls   pages.Generation
	ctx     app.Context
}

// OnMount takes the link's token and asks what it is for.
func (p *Page) OnMount(ctx app.Context) {
	p.ctx = ctx
	p.form.ID, p.info = "invite", nil
	p.form.Take(ctx, p.State)
	p.look(ctx)
}

// OnNav begins anew with another link. The browser doesn't load the page for it.
func (p *Page) OnNav(ctx app.Context) {
	if link.Another(ctx) {
		p.OnMount(ctx)
	}
}

func (p *Page) look(app.Context) {
	if p.form.Token == "" {
		return
	}
	p.lookErr = nil
	pages.Load(p.ctx, &p.calls, backend.InviteLook.To(p.Backend, api.InviteToken{Token: p.form.Token}), p.looked)
}

func (p *Page) send() {
	p.form.Send(p.ctx, &p.calls, p.Backend, backend.AcceptInvite, p.Done)
}

// looked takes what the link is for. The inviter's name for the person is a
// first guess of how they want to be called.
func (p *Page) looked(_ app.Context, info *api.InviteInfo, err error) {
	switch {
	case err == nil:
		p.info = info
		p.form.Known, p.form.Name, p.form.Login = info.Reset, info.Name, info.Login
	case api.CodeOf(err) == api.CodeLinkUsed:
		p.form.Used = true
	default:
		p.lookErr = err
	}
}

// roles says what the link gives, in words.
func roles(info *api.InviteInfo) []string {
	var said []string
	for i, g := range info.Grants {
		role := text.Word("role.", g.Role)
		words := text.T("operators.role.all", role)
		if i < len(info.Shops) && info.Shops[i] != "" {
			shop := api.Shop{Name: info.Shops[i]}
			if i < len(info.EnShops) {
				shop.EnName = info.EnShops[i]
			}
			words = text.T("operators.role.in", role, state.DisplayName(shop))
		}
		said = append(said, words)
	}
	return said
}

// Render draws the page.
func (p *Page) Render() app.UI {
	title, label := text.T("invite.title"), text.T("invite.go")
	if p.info != nil && p.info.Reset {
		title, label = text.T("invite.reset.title"), text.T("invite.reset.go")
	}
	body := []app.UI{pages.Heading(title)}
	switch {
	case p.form.Used, p.form.Token == "":
		body = append(body, p.form.Dead(p.Deps, text.T("invite.used.do"), text.T("invite.none.do")))
	case p.lookErr != nil:
		body = append(body, pages.FailureNote(text.T("invite.failed"), p.lookErr, p.look))
	case p.info == nil:
		body = append(body, &components.Skeleton{Label: text.T("loading"), Lines: 4})
	default:
		body = append(body, p.what(), p.form.View(label, p.send))
	}
	return pages.Stack(body...)
}

// what says who invites to what.
func (p *Page) what() app.UI {
	info := p.info
	until := text.When(info.ExpiresAt)
	if info.Reset {
		return pages.Soft(text.T("invite.reset.intro", info.Name, text.LTR(info.Login), until))
	}
	return pages.Stack(
		app.P().Text(text.T("invite.intro", info.Inviter, until)),
		app.Ul().Class("invite-roles").Body(
			pages.Each(roles(info), func(role string) app.UI { return app.Li().Text(role) }),
		),
	)
}
