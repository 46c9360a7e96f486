// Package profile shows how the platform is spoken to, and what of that is only
// assumed.
package profile

import (
	"cmp"
	"slices"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/backend"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/settings"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
)

// Page shows the platform's profile.
type Page struct {
	app.Compo

	pages.Deps

	facts *api.ProfileFacts
	read  pages.Reader
}

// OnMount reads the profile.
func (p *Page) OnMount(ctx app.Context) {
	pages.Read(ctx, &p.read, backend.Profile.From(p.Backend), pages.Into(&p.facts))
}

// Render draws the page.
func (p *Page) Render() app.UI {
	return settings.Frame(p.Deps, text.T("profile.intro"),
		p.read.Note(6, text.T("edit.failed")),
		components.Maybe(p.facts != nil, p.card),
		components.Maybe(p.facts != nil && len(p.unknown()) > 0, p.sights),
		components.Maybe(p.facts != nil, func() app.UI { return &legend{Deps: p.Deps, Sights: p.facts.Sights} }),
		components.Maybe(p.facts != nil, func() app.UI { return &check{Deps: p.Deps} }),
		components.Maybe(p.facts != nil, p.assumptions),
	)
}

// unknown are the sights but for codes of which no value is documented: they are
// usual, and only offered to be named.
func (p *Page) unknown() []api.Sight {
	return slices.DeleteFunc(slices.Clone(p.facts.Sights), func(s api.Sight) bool { return s.What == "number" })
}

// sights lists what the platform said that isn't known here.
func (p *Page) sights() app.UI {
	return components.Card{ID: "sights", Title: text.T("profile.sights")}.With(
		pages.Soft(text.T("profile.sights.text")),
		settings.List(p.unknown(), sightRow),
	)
}

func sightRow(s api.Sight) app.UI {
	return app.Li().Body(settings.Who(
		text.LTR(cmp.Or(s.Path, s.From)), text.T("profile.sight."+s.What, text.LTR(s.Seen)),
		pages.SoftSmall(text.N("profile.sight.times", int(s.Count), text.When(s.Last))),
		pages.SoftSmall(text.LTR(s.From)),
	))
}

func (p *Page) card() app.UI {
	return components.Card{}.With(app.Dl().Class("settings-facts").Body(
		row("interface", p.facts.Interface), row("platform", p.facts.Platform), row("client", p.facts.ClientID),
	))
}

// assumptions lists what is assumed of the platform, and what the settings say.
func (p *Page) assumptions() app.UI {
	return components.Card{}.With(settings.List(p.facts.Facts, findingRow))
}

func row(key, value string) app.UI {
	return settings.Fact("profile-"+key, text.T("profile."+key), value)
}
