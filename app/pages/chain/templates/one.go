package templates

import (
	"context"
	"slices"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/backend"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/app/stepup"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
)

// One is a template with the shops that it is assigned to, and how they differ.
type One struct {
	app.Compo

	pages.Deps

	reading
	ctx    app.Context
	query  string
	show   standing // "" for all
	chosen map[int64]bool
	spoken string // what was done, for assistive technology

	accepting bool // the dialog is open
	note      string
	wrongNote string
	changed   int // shops that differed otherwise, or had left the template, when they were to be accepted
	fixing    bool
	removing  bool

	act  stepup.Act
	read pages.Reader
}

// OnMount reads the template.
func (p *One) OnMount(ctx app.Context) {
	p.ctx, p.chosen = ctx, map[int64]bool{}
	pages.Read(ctx, &p.read, p.load(), p.take)
	ctx.Handle(state.ActionOwnSave, func(ctx app.Context, _ app.Action) { p.read.Again(ctx) }) // undone in a toast
}

func (p *One) id() string {
	id, _, _ := strings.Cut(p.Route.Rest, "/")
	return id
}

// reading is what the page is made of.
type reading struct {
	drifts *api.Drifts
	names  *api.Templates // of templates and groups
}

func (p *One) load() backend.Call[*reading] {
	drifts, names := p.Backend.Drifts(p.id()), backend.Templates.From(p.Backend)
	return func(c context.Context) (*reading, error) {
		d, err := drifts(c)
		if err != nil {
			return nil, err
		}
		n, err := names(c)
		return &reading{d, n}, err
	}
}

// take shows what was read, and forgets what is chosen and isn't there any more.
func (p *One) take(r *reading) {
	p.reading = *r
	for id := range p.chosen {
		if !slices.ContainsFunc(p.drifts.Shops, func(d api.ShopDrift) bool { return d.ShopID == id }) {
			delete(p.chosen, id)
		}
	}
}

// listed are the shops that are shown.
func (p *One) listed() (list []api.ShopDrift) {
	for _, d := range p.drifts.Shops {
		if p.show == "" || standingOf(d.Drift) == p.show {
			list = append(list, d)
		}
	}
	list = components.Holding(list, p.query, func(d api.ShopDrift) string { return p.ShopNames(d.ShopID) })
	slices.SortStableFunc(list, func(a, b api.ShopDrift) int { // those that differ first, then by name
		if x, y := weight(a.Drift), weight(b.Drift); x != y {
			return x - y
		}
		return strings.Compare(p.ShopName(a.ShopID), p.ShopName(b.ShopID))
	})
	return list
}

func weight(d api.Drift) int {
	return slices.Index(
		[]standing{standingDiffer, standingUnknown, standingAccepted, standingIdle, standingSame}, standingOf(d),
	)
}

// picked are the chosen shops that differ, which are those something can be done
// about.
func (p *One) picked() (list []api.ShopDrift) {
	if p.drifts == nil {
		return nil
	}
	for _, d := range p.drifts.Shops {
		if p.chosen[d.ShopID] && len(d.Differences) > 0 {
			list = append(list, d)
		}
	}
	return list
}

// templateName is another template's name.
func (p *One) templateName(id string) string {
	for _, t := range p.names.Templates {
		if t.ID == id {
			return text.Isolate(t.Name)
		}
	}
	return id
}

func (p *One) choose(id int64, on bool) {
	if on {
		p.chosen[id] = true
	} else {
		delete(p.chosen, id)
	}
	p.spoken = text.N("templates.chosen", len(p.picked()))
}

// chooseAll chooses all that differ of those that are shown, or none.
func (p *One) chooseAll(_ app.Context, on bool) {
	for _, d := range p.listed() {
		if len(d.Differences) > 0 {
			p.choose(d.ShopID, on)
		}
	}
}

// remove takes the template away; a toast brings it back.
func (p *One) remove(app.Context) {
	p.removing = false
	deps, t := p.Deps, p.drifts.Template
	call := backend.RemoveTemplate.To(p.Backend, api.RemoveTemplate{ID: t.ID, Version: t.Version})
	stepup.Do(p.ctx, &p.act, "remove", call, func(ctx app.Context, _ *api.Templates) {
		offerRemoved(ctx, deps, t)
		deps.Go(ctx, place(""))
	}, func(ctx app.Context, _ error) { p.read.Again(ctx) })
}

// offerRemoved tells that a template was removed, and offers to save it again.
func offerRemoved(ctx app.Context, deps pages.Deps, t api.Template) {
	request := api.SaveTemplate{TemplateID: t.TemplateID, Parts: t.Parts, Groups: t.Groups, Shops: t.Shops}
	said, failed := text.T("templates.removed", text.Isolate(t.Name)), text.T("templates.back.failed")
	pages.Undo(ctx, deps, said, "error.both", failed, backend.SaveTemplate.To(deps.Backend, request),
		func(ctx app.Context, _ *api.Template) {
			deps.Toast(ctx, text.T("templates.back", text.Isolate(t.Name)))
			deps.Go(ctx, place(t.ID))
		})
}
