package account

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/device/passkey"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/settings"
	"github.com/shopdesk/shopdesk/app/stepup"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
)

// Render draws the page.
func (p *Page) Render() app.UI {
	own := p.account != nil
	session := p.State.Session()
	removed := ""
	if p.remove != nil {
		removed = p.remove.Name
	}
	return settings.Frame(p.Deps, text.T("account.intro"),
		components.Shown(p.outcome != "", pages.OIDCNote(p.outcome)),
		pages.MaybeFailure(text.T("account.change.failed"), p.act.Err, nil),
		p.model.faults().Summary("account-summary", p.model.wrong.Tries),
		components.Card{ID: "account-look", Title: text.T("account.look")}.With(p.look()),
		components.Shown(!session.HostSign, p.read.Note(4, text.T("edit.failed"))),
		components.Maybe(own, p.nameCard),
		components.Maybe(own && !session.Demo, p.passwordCard),
		components.Maybe(own && !session.Demo, p.keysCard),
		components.Maybe(own && session.Provider != "", p.providerCard),
		pages.Asking(&p.remove, pages.Question{
			ID: "account-remove", Title: text.T("account.key.ask"), Text: text.T("account.key.ask.text", removed),
			Go: components.Button{
				ID: "account-remove-go", Label: text.T("account.key.remove"), Kind: components.KindStop, OnClick: p.removeKey,
			},
		}),
		stepup.Dialog(p.Deps, &p.act.Guard),
	)
}

// look is how the console looks and sounds. A choice takes effect at once.
func (p *Page) look() app.UI {
	chosen := p.State.Preferences()
	return pages.Div("settings-form",
		&components.Select{
			ID: "account-language", Label: text.T("account.language"), Value: chosen.Language,
			OnChange: func(_ app.Context, v string) { p.prefer(func(c *api.Preferences) { c.Language = v }) },
			Options: []components.Option{ // each language names itself
				{Value: "", Label: text.T("theme.auto")},
				{Value: "en", Label: text.T("account.language.en")},
				{Value: "zh-Hant", Label: text.T("account.language.zh")},
				{Value: "ar", Label: text.T("account.language.ar")},
				{Value: "pt", Label: text.T("account.language.pt")},
			},
		},
		&components.Choices{
			ID: "account-sound", Label: text.T("account.sound"), Value: chosen.Sound,
			OnChange: func(_ app.Context, v string) {
				p.prefer(func(c *api.Preferences) { c.Sound = v })
			},
			Options: []components.Option{
				{Label: text.T("theme.auto")},
				{Value: "on", Label: text.T("account.sound.on")},
				{Value: "off", Label: text.T("account.sound.off")},
			},
		},
		&components.Choices{
			ID: "account-theme", Label: text.T("account.theme"), Value: chosen.Theme, OnChange: p.chooseTheme,
			Options: []components.Option{
				{Label: text.T("theme.auto")},
				{Value: "light", Label: text.T("theme.light")},
				{Value: "dark", Label: text.T("theme.dark")},
			},
		},
	)
}

func (p *Page) nameCard() app.UI {
	m := &p.model
	return form("account-who", text.T("account.name"), p.saveName,
		pages.Soft(text.T("account.login", text.LTR(p.account.Login))),
		&components.TextField{
			ID: fieldName, Label: text.T("setup.name"), Hint: text.T("setup.name.hint"), Value: m.name, MaxLength: 100,
			Error: m.faults().At(fieldName), Name: "name", Autocomplete: "name", Dir: "auto",
			Keep: p.State.Typed(fieldName, 0), OnInput: pages.Bind(&m.name),
		},
		pages.Row(&components.Button{Label: text.T("account.name.save"), Submit: true, Busy: p.act.Busy == "name"}),
	)
}

// form is a card with a form.
func form(id, title string, submit func(app.Context), body ...app.UI) app.UI {
	return components.Card{ID: id, Title: title}.With(pages.Form(submit).Class("settings-form").Body(body...))
}

func (p *Page) passwordCard() app.UI {
	m, state := &p.model, text.T("account.password.none")
	if p.account.Password {
		state = text.T("account.password.some")
	}
	hint := text.T("setup.password.hint", minPassword)
	if p.State.Operator().May(api.MayEditOperators) {
		hint = text.Together(hint, text.T("account.password.links"))
	}
	return form("account-pass", text.T("signin.password"), p.savePassword,
		pages.Soft(state),
		pages.Password(components.TextField{
			ID: fieldPassword, Label: text.T("account.password.new"), Hint: hint, Value: m.password,
			Error: m.faults().At(fieldPassword), Name: "new-password", Autocomplete: "new-password",
			OnInput: pages.Bind(&m.password),
		}),
		&components.Checkbox{
			ID: "account-others", Label: text.T("account.password.others"), Checked: !m.keep,
			OnChange: func(_ app.Context, on bool) { m.keep = !on },
		},
		pages.Row(&components.Button{Label: text.T("account.password.save"), Submit: true, Busy: p.act.Busy == "password"}),
	)
}

func (p *Page) keysCard() app.UI {
	body := []app.UI{pages.Soft(text.T("account.keys.text"))}
	if len(p.account.Passkeys) > 0 {
		body = append(body, settings.Rows(p.account.Passkeys, func(k api.Passkey) string { return k.ID }, p.keyRow))
	}
	switch m := &p.model; {
	case !p.State.Session().Passkeys:
		body = append(body, app.P().Text(text.T("account.keys.address")))
	case !app.IsServer && !passkey.Available():
		body = append(body, app.P().Text(text.T("account.keys.browser")))
	default:
		body = append(body, pages.Form(p.addKey).Class("settings-form").Body(
			&components.TextField{
				ID: fieldKey, Label: text.T("account.key.name"), Hint: text.T("account.key.name.hint"), Value: m.key,
				MaxLength: 100,
				Error:     m.faults().At(fieldKey), Autocomplete: "off", Dir: "auto", OnInput: pages.Bind(&m.key),
			},
			pages.Row(&components.Button{
				Label: text.T("account.key.add"), Icon: components.IconPlus, Submit: true, Busy: p.act.Busy == "key",
			}),
		))
	}
	return components.Card{ID: "account-keys", Title: text.T("account.keys")}.With(body...)
}

// keyRow is one passkey.
func (p *Page) keyRow(k api.Passkey) app.UI {
	used := text.T("account.key.unused", text.When(k.CreatedAt))
	if k.UsedAt != 0 {
		used = text.T("account.key.used", text.When(k.CreatedAt), text.When(k.UsedAt))
	}
	return app.Li().Body(
		settings.Who(k.Name, used),
		&components.IconButton{
			Icon: components.IconTrash, Label: text.T("action.remove.of", k.Name), OnClick: pages.Set(&p.remove, &k),
		},
	)
}

func (p *Page) providerCard() app.UI {
	name := p.State.Session().Provider
	body := []app.UI{
		pages.Soft(text.T("account.link.text", name)),
		pages.Row(&components.Button{
			ID: "account-link", Label: text.T("account.link", name), Icon: components.IconLink, Busy: p.act.Busy == "link",
			OnClick: p.link,
		}),
	}
	for _, l := range p.account.Linked {
		if l.Provider == name {
			body = []app.UI{
				app.P().Text(text.T("account.linked", l.Label)),
				pages.Row(&components.Button{Label: text.T("connections.end"), Busy: p.act.Busy == "unlink", OnClick: p.unlink}),
			}
		}
	}
	return components.Card{ID: "account-provider", Title: name}.With(body...)
}
