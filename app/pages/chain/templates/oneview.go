package templates

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/chain/diff"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
)

const (
	listID       = "drift-list"
	fieldShop    = "drift-find"
	fieldShow    = "drift-show"
	buttonAccept = "drift-accept-open"
	buttonFix    = "drift-fix-open"
)

// Render draws the page.
func (p *One) Render() app.UI {
	known := p.drifts != nil
	return pages.Stack(
		pages.Head(p.title(), components.Maybe(known, p.tools)),
		components.Maybe(p.read.Err != nil, p.failure),
		pages.MaybeFailure(text.T("templates."+p.act.Failed+".failed"), p.act.Err, nil),
		components.Shown(p.changed > 0, &components.Note{
			ID: "drift-changed", Tone: components.ToneWarn, Title: text.N("templates.accept.changed", p.changed),
			Text: text.T("templates.accept.look"), Alert: true,
		}),
		pages.MaybeLoading(!known && p.read.Err == nil, 6),
		components.Maybe(known, p.says),
		components.Maybe(known, p.shops),
		components.Shown(len(p.picked()) > 0, &components.Stuck{To: components.EdgeEnd, Draw: p.bar}),
		pages.Said(p.spoken),
		p.acceptDialog(),
		p.fixDialog(),
		p.removeDialog(),
	)
}

// failure tells a template that is gone from one that can't be read.
func (p *One) failure() app.UI {
	if isGone(p.read.Err) {
		return goneNote(p.Deps)
	}
	return pages.FailureNote(text.T("edit.failed"), p.read.Err, p.read.Again)
}

func (p *One) title() app.UI {
	name, under := text.T("templates.one"), ""
	if p.drifts != nil {
		t := p.drifts.Template
		name, under = t.Name, text.T("templates.by", text.Isolate(t.By), text.When(t.At))
	}
	return app.Div().Body(
		app.P().Class("small").Body(&components.Link{
			Href: p.Href(place("")), Label: text.T("nav.templates"), Icon: components.IconBack,
		}),
		app.H1().ID(pages.HeadingID).TabIndex(-1).Body(pages.Name(name)),
		pages.Soft(under),
	)
}

func (p *One) tools() app.UI {
	t := p.drifts.Template
	return pages.Row(app.If(t.Mine, func() app.UI {
		return app.Span().Class("row").Body(
			&components.Link{
				ID: "template-edit", Href: p.Href(place(t.ID + "/" + editRest)), Label: text.T("templates.edit"),
				Kind: components.LinkButton,
			},
			&components.Button{
				ID: "template-remove", Label: text.T("action.remove"), Icon: components.IconTrash, Kind: components.KindBare,
				Busy: p.act.Busy != "", OnClick: pages.Set(&p.removing, true),
			},
		)
	}).Else(func() app.UI {
		return pages.SoftSmall(text.T("templates.readonly", text.Isolate(t.By)))
	}))
}

func (p *One) removeDialog() app.UI {
	return pages.Asking(&p.removing, pages.Question{
		ID: "template-remove-ask", Title: text.T("templates.remove.ask"), Text: text.T("templates.remove.text"),
		Go: components.Button{
			ID: "template-remove-go", Label: text.T("action.remove"), Kind: components.KindStop, OnClick: p.remove,
		},
	})
}

// says is what the template says, in words.
func (p *One) says() app.UI {
	t := p.drifts.Template
	return components.Card{ID: "template-says", Title: text.T("templates.says")}.With(
		app.Dl().Class("templates-says").Body(pages.Each(diff.Template(t.Parts), func(l diff.Line) app.UI {
			return app.Div().Body(app.Dt().Class("soft").Text(l.What), app.Dd().Body(diff.Value(l.PhotoAfter, l.After)...))
		})),
		app.P().ID("template-for").Text(text.T(
			"edit.of", text.T("templates.assign"), assignedWords(t, p.names.Groups),
		)),
	)
}

// shops lists the shops that the template is assigned to.
func (p *One) shops() app.UI {
	head := func() []app.UI { return pills(p.drifts.Template.Counts) }
	card := components.Card{ID: "drift", Title: text.T("nav.shops.short"), Flush: true, Head: head}
	if len(p.drifts.Shops) == 0 {
		title, words := text.T("shops.empty"), text.T("templates.drift.none.text")
		return card.With(&components.Empty{Icon: components.IconShops, Title: title, Text: words})
	}
	list := p.listed()
	row := func(i int) app.UI {
		return &driftRow{Page: p, Drift: list[i], Chosen: p.chosen[list[i].ShopID], Busy: p.act.Busy != ""}
	}
	return card.With(
		p.filters(list),
		pages.NoneFit(len(list), text.T("shops.none.fits"), "", nil),
		app.Div().ID(listID).TabIndex(-1).Body(
			&components.LongList{ID: "drift-rows", Label: text.T("nav.shops.short"), Count: len(list), Row: row},
		),
	)
}

// pills say how many shops are how.
func pills(c api.DriftCounts) (list []app.UI) {
	for _, one := range counts(c) {
		if one.n > 0 {
			list = append(list, pillOf(one.standing, one.n))
		}
	}
	return list
}

func (p *One) filters(listed []api.ShopDrift) app.UI {
	options := []components.Option{{Label: text.N("templates.show.all", len(p.drifts.Shops))}}
	for _, c := range counts(p.drifts.Template.Counts) {
		if c.n > 0 || c.standing == p.show {
			options = append(options, components.Option{Value: string(c.standing), Label: pillOf(c.standing, c.n).Text})
		}
	}
	differ, all := 0, true
	for _, d := range listed {
		if len(d.Differences) > 0 {
			differ++
			all = all && p.chosen[d.ShopID]
		}
	}
	return pages.Div("templates-filters",
		pages.Search(fieldShop, text.T("shops.find"), &p.query),
		&components.Select{
			ID: fieldShow, Label: text.T("action.show"), Value: string(p.show), Options: options,
			OnChange: func(_ app.Context, show string) { p.show = standing(show) },
		},
		components.Shown(differ > 0, &components.Checkbox{
			ID: "drift-all", Label: text.N("templates.choose.all", differ), Checked: all, Mixed: !all && len(p.picked()) > 0,
			OnChange: p.chooseAll,
		}),
	)
}

// bar is what can be done about the chosen shops.
func (p *One) bar() app.UI {
	n, busy := len(p.picked()), p.act.Busy != ""
	label, count := text.T("templates.chosen.bar"), text.N("templates.chosen", n)
	return &components.SaveBar{Label: label, Count: count, Actions: pages.Buttons(
		components.Button{ID: buttonAccept, Label: text.T("templates.accept.open"), Busy: busy, OnClick: p.askAccept},
		components.Button{
			ID: buttonFix, Label: text.T("templates.fix"), Kind: components.KindGo, Disabled: busy, OnClick: p.askFix,
		},
	)}
}

// driftRow is one shop with its differences.
type driftRow struct {
	app.Compo

	Page   *One
	Drift  api.ShopDrift
	Chosen bool
	Busy   bool
}

// CompoID is the shop's.
func (r *driftRow) CompoID() string { return "drift-" + number(r.Drift.ShopID) }

// Render draws the row.
func (r *driftRow) Render() app.UI {
	d, p := r.Drift, r.Page
	name, shop := p.ShopName(d.ShopID), p.Href(routes.Route{Page: routes.Shop, ShopID: d.ShopID})
	return app.Div().ID("%s", r.CompoID()).Class("templates-drift").Body(
		app.Div().Body(app.If(len(d.Differences) > 0, func() app.UI {
			return &components.Checkbox{
				ID: r.CompoID() + "-tick", Label: text.T("templates.choose", text.Isolate(name)), HideLabel: true,
				Checked:  r.Chosen,
				OnChange: func(_ app.Context, on bool) { p.choose(d.ShopID, on) },
			}
		})),
		pages.Div("templates-drift-body",
			pages.Row(
				app.A().Class("link").Href(shop).Body(pages.Name(name)),
				stateOf(d.Drift),
			),
			components.Shown(len(d.Differences) > 0, diff.View(diff.Alike(d.Differences))),
			components.Shown(d.Unknown, pages.SoftSmall(text.T("templates.unknown"))),
			components.Maybe(len(d.Meant) > 0, r.meant),
			app.Ul().Class("templates-yields", "small", "soft").Body(pages.Each(d.Yields, func(y api.DriftYield) app.UI {
				return app.Li().Text(p.yieldWords(y))
			})),
			components.Shown(d.ReadAt != 0, pages.SoftSmall(text.T("templates.read", r.when(d.ReadAt)))),
		),
	)
}

// when is an instant on the shop's clock.
func (r *driftRow) when(unixMS int64) string { return pages.When(r.Page.State, r.Drift.ShopID, unixMS) }

// meant are the differences that somebody accepted, by whom and why.
func (r *driftRow) meant() app.UI {
	d := r.Drift
	by := text.T("templates.meant", text.Isolate(d.By), r.when(d.At))
	if d.Note != "" {
		by = text.T("templates.meant.note", text.Isolate(d.By), r.when(d.At), text.Isolate(d.Note))
	}
	return pages.Div("templates-meant",
		pages.P("small", by),
		diff.View(diff.Alike(d.Meant)),
		&components.Button{
			ID: r.CompoID() + "-revoke", Label: text.T("templates.revoke"), Icon: components.IconUndo, Kind: components.KindBare,
			Disabled: r.Busy, OnClick: func(app.Context) { r.Page.revoke(d.ShopID) },
		},
	)
}
