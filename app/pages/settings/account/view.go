package account

import (
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/app/device/passkey"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/settings"
	"github.com/shopdesk/shopdesk/app/stepup"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
)

// Render draws the page.
func (p *Page) Render() app.UI {
	own := p.account != nil
	session := p.Deps.State.Session()
	return settings.Frame(p.Deps, text.T("account.intro"),
		components.Maybe(p.outcome != "", func() app.UI { return pages.OIDCNote(p.outcome) }),
		components.Maybe(p.failed != nil, func() app.UI { return pages.FailureNote(text.T("account.change.failed"), p.failed, nil) }),
		&components.ErrorSummary{ID: "account-summary", Title: text.T("form.problem"), Items: pages.Summary(p.model.faults), Focus: p.model.attempts},
		&components.Card{ID: "account-look", Title: text.T("account.look"), Body: p.look},
		components.Maybe(p.err != nil, func() app.UI { return pages.FailureNote(text.T("account.failed"), p.err, p.read) }),
		components.Maybe(!own && p.err == nil && !session.HostSign, func() app.UI {
			return &components.Card{Body: func() []app.UI { return []app.UI{&components.Skeleton{Label: text.T("loading"), Lines: 4}} }}
		}),
		components.Maybe(own, func() app.UI {
			return &components.Card{ID: "account-who", Title: text.T("account.name"), Body: p.nameForm}
		}),
		components.Maybe(own && !session.Demo, func() app.UI {
			return &components.Card{ID: "account-pass", Title: text.T("signin.password"), Body: p.passwordForm}
		}),
		components.Maybe(own && !session.Demo, func() app.UI {
			return &components.Card{ID: "account-keys", Title: text.T("account.keys"), Body: p.keys}
		}),
		components.Maybe(own && session.Provider != "", func() app.UI {
			return &components.Card{ID: "account-provider", Title: session.Provider, Body: p.provider}
		}),
		&components.Dialog{
			ID: "account-remove", Title: text.T("account.key.ask"), Open: p.remove != nil, CloseLabel: text.T("action.close"), OnClose: p.keepKey,
			Body: func() []app.UI { return []app.UI{app.P().Text(text.T("account.key.ask.text", p.remove.Name))} },
			Actions: func() []app.UI {
				return []app.UI{
					&components.Button{Label: text.T("settings.cancel"), OnClick: p.keepKey},
					&components.Button{ID: "account-remove-go", Label: text.T("account.key.remove"), Kind: components.KindStop, OnClick: p.removeKey},
				}
			},
		},
		stepup.Dialog(p.Deps, &p.guard),
	)
}

// look is how the console looks and sounds. A choice takes effect at once.
func (p *Page) look() []app.UI {
	chosen := p.preferences()
	return []app.UI{app.Div().Class("settings-form").Body(
		&components.Select{
			ID: "account-language", Label: text.T("account.language"), Hint: text.T("account.language.hint"), Value: chosen.Language,
			OnChange: p.chooseLanguage, Options: languages(),
		},
		&components.Choices{
			ID: "account-sound", Label: text.T("account.sound"), Value: followDevice + chosen.Sound, OnChange: p.chooseSound,
			Options: []components.Choice{
				{Value: followDevice, Label: text.T("account.device")},
				{Value: followDevice + "on", Label: text.T("account.sound.on")},
				{Value: followDevice + "off", Label: text.T("account.sound.off")},
			},
		},
		&components.Choices{
			ID: "account-theme", Label: text.T("account.theme"), Value: followDevice + chosen.Theme, OnChange: p.chooseTheme,
			Options: []components.Choice{
				{Value: followDevice, Label: text.T("account.device")},
				{Value: followDevice + "light", Label: text.T("account.theme.light")},
				{Value: followDevice + "dark", Label: text.T("account.theme.dark")},
			},
		},
	)}
}

// languages are named in themselves.
func languages() []components.Option {
	return []components.Option{
		{Value: "", Label: text.T("account.device")},
		{Value: "en", Label: text.T("account.language.en")},
		{Value: "zh-Hant", Label: text.T("account.language.zh")},
		{Value: "ar", Label: text.T("account.language.ar")},
		{Value: "pt", Label: text.T("account.language.pt")},
	}
}

func (p *Page) nameForm() []app.UI {
	return []app.UI{app.Form().Class("settings-form").Attr("novalidate", "true").OnSubmit(p.saveName).Body(
		app.P().Class("soft").Text(text.T("account.login", text.LTR(p.account.Login))),
		&components.TextField{
			ID: fieldName, Label: text.T("setup.name"), Hint: text.T("setup.name.hint"), Value: p.model.name, MaxLength: 100,
			Error: p.model.faults.At(fieldName), Name: "name", Autocomplete: "name", Dir: "auto", OnInput: p.typeName,
		},
		app.Div().Class("row").Body(&components.Button{Label: text.T("account.name.save"), Submit: true, Busy: p.working("name")}),
	)}
}

func (p *Page) working(what string) bool { return p.busy && p.doing == what }

func (p *Page) passwordForm() []app.UI {
	state := text.T("account.password.none")
	if p.account.Password {
		state = text.T("account.password.some")
	}
	return []app.UI{app.Form().Class("settings-form").Attr("novalidate", "true").OnSubmit(p.savePassword).Body(
		app.P().Class("soft").Text(state),
		&components.TextField{
			ID: fieldPassword, Label: text.T("account.password.new"), Hint: text.T("setup.password.hint", minPassword), Value: p.model.password,
			Error: p.model.faults.At(fieldPassword), Type: "password", Name: "new-password", Autocomplete: "new-password",
			ShowLabel: text.T("signin.show"), ConcealLabel: text.T("signin.hide"), OnInput: p.typePassword,
		},
		&components.Checkbox{ID: "account-others", Label: text.T("account.password.others"), Checked: !p.model.keep, OnChange: p.setKeep},
		app.Div().Class("row").Body(&components.Button{Label: text.T("account.password.save"), Submit: true, Busy: p.working("password")}),
	)}
}

func (p *Page) keys() []app.UI {
	body := []app.UI{app.P().Class("soft").Text(text.T("account.keys.text"))}
	if len(p.account.Passkeys) > 0 {
		body = append(body, app.Ul().Class("settings-list").Body(app.Range(p.account.Passkeys).Slice(func(i int) app.UI {
			return &keyRow{Passkey: p.account.Passkeys[i], OnRemove: p.askRemove}
		})))
	}
	switch {
	case !p.Deps.State.Session().Passkeys:
		body = append(body, app.P().Text(text.T("account.keys.address")))
	case !app.IsServer && !passkey.Available():
		body = append(body, app.P().Text(text.T("account.keys.browser")))
	default:
		body = append(body, app.Form().Class("settings-form").Attr("novalidate", "true").OnSubmit(p.addKey).Body(
			&components.TextField{
				ID: fieldKey, Label: text.T("account.key.name"), Hint: text.T("account.key.name.hint"), Value: p.model.key, MaxLength: 100,
				Error: p.model.faults.At(fieldKey), Autocomplete: "off", Dir: "auto", OnInput: p.typeKey,
			},
			app.Div().Class("row").Body(&components.Button{Label: text.T("account.key.add"), Icon: components.IconPlus, Submit: true, Busy: p.working("key")}),
		))
	}
	return body
}

func (p *Page) provider() []app.UI {
	name := p.Deps.State.Session().Provider
	for _, l := range p.account.Linked {
		if l.Provider == name {
			return []app.UI{
				app.P().Text(text.T("account.linked", l.Label)),
				app.Div().Class("row").Body(&components.Button{Label: text.T("account.unlink"), Busy: p.working("unlink"), OnClick: p.unlink}),
			}
		}
	}
	return []app.UI{
		app.P().Class("soft").Text(text.T("account.link.text", name)),
		app.Div().Class("row").Body(&components.Button{ID: "account-link", Label: text.T("account.link", name), Icon: components.IconLink, Busy: p.working("link"), OnClick: p.link}),
	}
}

// keyRow is one passkey.
type keyRow struct {
	app.Compo

	Passkey  api.Passkey
	OnRemove func(app.Context, api.Passkey)
}

// CompoID is the passkey's.
func (r *keyRow) CompoID() string { return r.Passkey.ID }

// Render draws the row.
func (r *keyRow) Render() app.UI {
	used := text.T("account.key.unused", moment(r.Passkey.CreatedAt))
	if r.Passkey.UsedAt != 0 {
		used = text.T("account.key.used", moment(r.Passkey.CreatedAt), moment(r.Passkey.UsedAt))
	}
	return app.Li().Body(
		app.Div().Class("settings-who").Body(app.B().Text(r.Passkey.Name), app.P().Class("soft", "small").Text(used)),
		&components.IconButton{Icon: components.IconTrash, Label: text.T("account.key.remove.one", r.Passkey.Name), OnClick: r.remove},
	)
}

func (r *keyRow) remove(ctx app.Context) { r.OnRemove(ctx, r.Passkey) }

func moment(unixMS int64) string { return text.Moment(time.UnixMilli(unixMS)) }
