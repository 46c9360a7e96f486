package templates

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/backend"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/chain/diff"
	"github.com/shopdesk/shopdesk/app/pages/chain/runs/wizard"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/app/stepup"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
)

// OfShop says on a shop's own page how the shop differs from its templates, and offers to correct or to accept it.
type OfShop struct {
	app.Compo

	pages.Deps

	ctx   app.Context
	act   stepup.Act
	reads pages.Generation
}

// CompoID is the shop.
func (s *OfShop) CompoID() string { return "drift-of-" + number(s.Route.ShopID) }

// OnMount reads the drift anew when the same person has saved something.
func (s *OfShop) OnMount(ctx app.Context) {
	s.ctx = ctx
	ctx.Handle(state.ActionOwnSave, func(ctx app.Context, _ app.Action) { s.read(ctx) })
}

// OnDismount drops the calls under way.
func (s *OfShop) OnDismount() { s.reads.Drop() }

// read reads the drift, for an operator who may use templates in the shop. The page says nothing of templates that
// can't be read.
func (s *OfShop) read(ctx app.Context) {
	if shop := s.Route.ShopID; s.State.May(shop, api.MayUseTemplates) {
		pages.Load(ctx, &s.reads, s.Backend.ShopDrift(shop), func(ctx app.Context, differ []*api.Drifts, err error) {
			if err == nil {
				s.State.SetDrifts(shop, differ)
				s.Changed(ctx)
			}
		})
	}
}

// Render draws a note for each template.
func (s *OfShop) Render() app.UI {
	return pages.Div("templates-of-shop", pages.Each(s.Record().Drifts, s.note))
}

func (s *OfShop) note(d *api.Drifts) app.UI {
	lines, busy, mine := diff.Alike(d.Shops[0].Differences), s.act.Busy != "", s.act.Busy == d.Template.ID
	id := "drift-of-" + d.Template.ID
	return &components.Note{
		ID: id, Tone: components.ToneWarn, Quiet: true, Title: differWords(d.Template.Name, lines),
		Body: func() []app.UI {
			return []app.UI{diff.More(lines, 3), components.Maybe(s.act.Failed == d.Template.ID, func() app.UI {
				return pages.MaybeFailure(text.T("templates.accept.failed"), s.act.Err, nil)
			})}
		},
		Actions: pages.Buttons(
			components.Button{ID: id + "-fix", Label: text.T("templates.of.fix"), Disabled: busy,
				OnClick: func(ctx app.Context) { s.fix(ctx, d) }},
			components.Button{ID: id + "-accept", Label: text.T("templates.accept"), Kind: components.KindBare,
				Busy: mine, Disabled: busy && !mine, OnClick: func(app.Context) { s.accept(d) }},
		),
	}
}

// differWords is the difference in a line: "Differs from Standard week: Friday".
func differWords(template string, lines []diff.Line) string {
	what := text.N("templates.differences", len(lines))
	if len(lines) <= 3 {
		what = text.Commas(pages.Words(lines, func(l diff.Line) string { return l.What }))
	}
	return text.T("templates.of.differs", text.Isolate(template), what)
}

// fix goes to the run that makes the shop what the template says.
func (s *OfShop) fix(ctx app.Context, d *api.Drifts) {
	c := correct(d.Template, d.Shops, yesterday(s.State))
	wizard.For(ctx, s.Deps, c.shops, c.change, d.Template.Name)
}

// accept says that the shop differs as it is meant to. A toast takes that back, unless something was accepted before,
// which would go as well.
func (s *OfShop) accept(d *api.Drifts) {
	one := d.Shops[0]
	request := api.AcceptDrift{
		Template: d.Template.ID, Shops: []api.DriftSeen{{ShopID: one.ShopID, Digest: one.Digest}},
	}
	deps := s.Deps
	call := backend.AcceptDrift.To(s.Backend, request)
	stepup.Do(s.ctx, &s.act, d.Template.ID, call, func(ctx app.Context, now *api.Drifts) {
		s.read(ctx)
		if len(now.Shops) == 0 || len(now.Shops[0].Differences) > 0 { // the shop has left the template, or changed
			deps.Toast(ctx, text.N("templates.accept.changed", 1))
			return
		}
		if said := text.N("templates.accepted", 1); len(one.Meant) == 0 {
			offerBack(ctx, deps, said, request, s.read)
		} else {
			deps.Toast(ctx, said)
		}
	})
}
