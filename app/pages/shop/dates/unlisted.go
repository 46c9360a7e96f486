package dates

import (
	"encoding/json"
	"slices"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/backend"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
)

// Special dates that our server knows and that the platform doesn't list: either
// somebody took them away elsewhere, or the platform lists today's alone and the
// next save would wipe them out. Somebody has to say which.

// SetUnlisted takes them as our server gives them.
func (m *model) SetUnlisted(known json.RawMessage) { m.unlisted.read(known, m.at) }

// Unlisted are those that the list on the screen has no other plans for.
func (m *model) Unlisted() []item {
	return called(slices.DeleteFunc(clone(m.unlisted.items), func(u item) bool {
		return slices.ContainsFunc(m.items, u.overlaps)
	}), m.names)
}

// KeepUnlisted adds them to the list, as one step of undo, and tells how many they
// are.
func (m *model) KeepUnlisted() int { return m.append(m.Unlisted()) }

// unlistedNote says so and asks.
func (p *Page) unlistedNote() app.UI {
	list := p.model.Unlisted()
	if len(list) == 0 {
		return nil
	}
	note := &components.Note{
		ID: "dates-unlisted", Tone: components.ToneWarn, Title: text.N("dates.unlisted", len(list)),
		Text: text.T("dates.unlisted.text"),
		Body: func() []app.UI {
			return []app.UI{app.Ul().Body(pages.Each(list, func(it item) app.UI {
				return app.Li().Text(candidate{item: it}.words())
			}))}
		},
	}
	if p.edit.May() {
		note.Actions = pages.Buttons(
			components.Button{
				ID: "dates-unlisted-keep", Label: text.T("dates.unlisted.keep"), Kind: components.KindGo,
				OnClick: p.keepUnlisted,
			},
			components.Button{
				ID: "dates-unlisted-gone", Label: text.T("dates.unlisted.gone"), Busy: p.forgetting,
				OnClick: p.forgetUnlisted,
			},
		)
	}
	return note
}

func (p *Page) keepUnlisted(app.Context) {
	n := p.model.KeepUnlisted()
	p.edit.Edited(text.N("dates.unlisted.kept", n))
	p.Focus("dates-save")
}

// forgetUnlisted has our server drop what it knows of them.
func (p *Page) forgetUnlisted(app.Context) {
	if p.forgetting {
		return
	}
	p.forgetting = true
	request := api.ForgetDates{ShopID: p.Route.ShopID}
	for _, it := range p.model.Unlisted() {
		request.Dates = append(request.Dates, api.ChangeRange{From: it.First, To: it.Last})
	}
	call := backend.ForgetDates.To(p.Backend, request)
	pages.Send(p.Ctx, new(pages.Generation), call, func(_ app.Context, _ backend.None, err error) {
		p.forgetting = false
		if err != nil {
			title, advice := text.Error(err)
			p.edit.Tell(p.Ctx, pages.Notice{
				Tone: components.ToneBad, Title: title, Text: advice, Action: text.T("action.again"),
				Do: p.forgetUnlisted,
			})
			return
		}
		p.model.SetUnlisted(nil)
		p.State.SetOtherDates(p.Route.ShopID, p.Record().Past, nil)
		p.Focus(pages.HeadingID)
		p.Read(p.Ctx)
	})
}
