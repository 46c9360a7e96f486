package wizard

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
)

// shopsStep is the choice of shops.
func (p *Page) shopsStep() app.UI {
	found := p.matching()
	return pages.Stack(
		pages.Head(
			app.Div().Body(
				title(text.T("nav.shops.short")),
				app.P().Class("soft", "num").Role("status").Text(text.N("shops.chosen", len(p.w.Shops))),
			),
			&components.Button{
				ID: "apply-next", Label: text.T("runs.shops.next"), Kind: components.KindGo, Disabled: len(p.w.Shops) == 0,
				OnClick: p.to(stepChange),
			},
		),
		pages.MaybeFailure(text.T("runs.roster.failed"), p.rosterErr, p.readRoster),
		p.pasting(),
		components.Card{Flush: true}.With(
			p.filters(found),
			components.Maybe(len(p.listed) == 0, p.noShops),
			components.Shown(len(p.listed) > 0,
				pages.NoneFit(len(found), text.T("shops.none.fits"), text.T("action.all"), p.showAll)),
			p.shopList(found),
		),
	)
}

func (p *Page) noShops() app.UI {
	if _, listed := p.State.Shops(); listed {
		return &components.Empty{Icon: components.IconShops, Title: text.T("shops.empty"), Text: text.T("shops.empty.other")}
	}
	return pages.Loading(6)
}

func (p *Page) filters(found []api.Shop) app.UI {
	groups := []components.Option{{Label: text.T("nav.shops")}}
	for _, g := range p.list.groups {
		groups = append(groups, components.Option{Value: g.ID, Label: pages.GroupName(p.State, p.list.groups, g)})
	}
	standings := pages.Options(text.T("runs.standing.all"), p.list.present(), pages.StandingName)
	return pages.Div("apply-filters",
		&components.TextField{
			ID: "apply-find", Label: text.T("shops.find"), Hint: text.T("shops.find.hint"), Type: "search", Autocomplete: "off",
			Value: p.filter.Query, OnInput: pages.Bind(&p.filter.Query),
		},
		components.Shown(len(groups) > 1, &components.Select{
			ID: "apply-group", Label: text.T("runs.group"), Value: p.filter.Group, Options: groups,
			OnChange: pages.Bind(&p.filter.Group),
		}),
		components.Shown(len(standings) > 2, &components.Select{
			ID: "apply-standing", Label: text.T("shops.col.status"), Value: string(p.filter.Standing), Options: standings,
			OnChange: func(_ app.Context, v string) { p.filter.Standing = api.Standing(v) },
		}),
		pages.Div("apply-ticks",
			&components.Button{
				ID: "apply-all", Label: text.N("runs.shops.tick", len(found)), Icon: components.IconCheck,
				Disabled: len(found) == 0,
				OnClick:  p.tickAll,
			},
			&components.Button{
				ID: "apply-none", Label: text.N("runs.shops.untick", len(found)), Kind: components.KindBare,
				Disabled: len(p.w.Shops) == 0,
				OnClick:  p.untickAll,
			},
			&components.Checkbox{
				ID: "apply-only", Label: text.T("runs.shops.only"), Checked: p.filter.Only, OnChange: pages.Bind(&p.filter.Only),
			},
		),
	).Role("search")
}

// shopList is the shops that fit. The list is anew when others fit, and so
// begins at its top.
func (p *Page) shopList(found []api.Shop) app.UI {
	chosen := p.w.Shops.set()
	label := text.T("nav.shops.short")
	return &components.LongList{ID: "apply-shops", Label: label, Count: len(found), Row: func(i int) app.UI {
		s := found[i]
		return &shopRow{
			Page: p, ID: s.ShopID, Name: state.DisplayName(s), Detail: detail(s), Standing: p.list.rows[s.ShopID].Standing,
			Chosen: chosen[s.ShopID],
		}
	}}
}

// shopRow is one shop that can be chosen. It holds no functions: one that is as
// it was isn't drawn again.
type shopRow struct {
	app.Compo

	Page     *Page
	ID       int64
	Name     string
	Detail   string
	Standing api.Standing
	Chosen   bool
}

// CompoID is the shop.
func (r *shopRow) CompoID() string { return "apply-shop-" + strconv.FormatInt(r.ID, 10) }

// Render draws the shop with its box.
func (r *shopRow) Render() app.UI {
	return pages.Div("apply-shop",
		&components.Checkbox{ID: r.CompoID(), Label: r.Name, Checked: r.Chosen, OnChange: r.toggle},
		pages.Span("soft small cut", r.Detail),
		components.Only(r.Standing != "", &components.Pill{Tone: pages.StandingTone(r.Standing),
			Text: pages.StandingName(r.Standing)}),
	)
}

func (r *shopRow) toggle(_ app.Context, on bool) { r.Page.toggle(r.ID, on) }

// pasting takes numbers from elsewhere.
func (p *Page) pasting() app.UI {
	return app.Details().Class("card", "apply-paste").Body(
		app.Summary().Text(text.T("runs.paste")),
		pages.Stack(
			&components.TextField{
				ID: "apply-paste", Label: text.T("shops.add.ids"), Hint: text.T("runs.paste.hint"), Lines: 4, Dir: "ltr",
				Autocomplete: "off", Keep: p.State.Typed("apply-paste", 0),
				Value: p.pasted, OnInput: pages.Bind(&p.pasted, pages.Set(&p.found, nil)),
			},
			pages.Row(
				&components.Button{
					ID: "apply-paste-add", Label: text.T("runs.paste.add"), Icon: components.IconPlus, OnClick: p.addPasted,
				},
				&components.FileButton{
					ID: "apply-file", Label: text.T("runs.paste.file"), Icon: components.IconDown,
					Accept: ".csv,.txt,text/csv,text/plain",
					OnFile: p.openFile,
				},
			),
			components.Maybe(p.found != nil, p.pastedNote),
		),
	)
}

// few is how many of the numbers that weren't taken are named.
const few = 20

func (p *Page) pastedNote() app.UI {
	f := p.found
	if f.Failed {
		return &components.Note{ID: "apply-pasted", Tone: components.ToneBad, Title: text.T("edit.failed"), Alert: true}
	}
	if len(f.Known) > 0 && len(f.Unknown)+len(f.Foreign) == 0 {
		return &components.Note{ID: "apply-pasted", Tone: components.ToneOK, Text: text.N("runs.paste.done", len(f.Known))}
	}
	return &components.Note{
		ID: "apply-pasted", Tone: components.ToneWarn, Title: text.N("runs.paste.done", len(f.Known)),
		Body: func() []app.UI {
			return []app.UI{
				components.Only(len(f.Unknown) > 0, app.Div().Body(
					app.P().Text(text.N("runs.paste.unknown", len(f.Unknown))),
					app.P().Class("num", "apply-numbers").Dir("ltr").Text(some(f.Unknown)),
					pages.Soft(text.T("runs.paste.unknown.do")),
				)),
				components.Only(len(f.Foreign) > 0, app.Div().Body(
					app.P().Text(text.N("runs.paste.foreign", len(f.Foreign))),
					app.P().Class("apply-numbers").Dir("auto").Text(some(f.Foreign)),
				)),
			}
		},
	}
}

// some lists the first few.
func some(list []string) string {
	if len(list) > few {
		return text.Commas(list[:few]) + " …"
	}
	return text.Commas(list)
}
