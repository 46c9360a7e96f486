package operators

import (
	"context"
	"maps"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/app/device"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/app/stepup"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
)

// Page shows the people.
type Page struct {
	app.Compo

	Deps pages.Deps

	people *api.Operators
	query  string
	edit   editing
	link   *api.OneTimeLink
	linkTo string // whose link it is
	copied bool
	ask    asking
	busy   bool
	err    error // of the read
	failed error // of a change
	guard  stepup.Guard
	reads  pages.Generation
	calls  pages.Generation
	ctx    app.Context
}

// editing is the form: for somebody new, or for a person's roles.
type editing struct {
	open     bool
	person   *api.Person // nil for somebody new
	name     string
	grants   grants
	query    string
	attempts int
	faults   pages.Faults
}

// asking is an act that waits for a yes.
type asking struct {
	what   string // "disable" or "remove", "" for none
	person api.Person
}

// OnMount reads the people.
func (p *Page) OnMount(ctx app.Context) {
	p.ctx = ctx
	ctx.Handle(state.ActionSignedIn, func(ctx app.Context, _ app.Action) { p.read(ctx) })
	p.read(ctx)
}

// OnDismount drops the calls under way.
func (p *Page) OnDismount() {
	p.reads.Drop()
	p.calls.Drop()
}

func (p *Page) read(app.Context) {
	p.err = nil
	pages.Load(p.ctx, &p.reads, func(c context.Context) (*api.Operators, error) { return p.Deps.Backend.Operators(c) },
		func(_ app.Context, people *api.Operators, err error) {
			if p.err = err; err == nil {
				p.people = people
			}
		})
}

func (p *Page) find(_ app.Context, v string)     { p.query = v }
func (p *Page) findShop(_ app.Context, v string) { p.edit.query = v }
func (p *Page) typeName(_ app.Context, v string) { p.edit.name = v }

func (p *Page) openInvite(ctx app.Context) {
	p.link = nil
	p.edit = editing{open: true, grants: grants{}}
	components.FocusID(ctx, fieldName)
}

func (p *Page) openRoles(ctx app.Context, person api.Person) {
	p.link = nil
	p.edit = editing{open: true, person: &person, grants: grantsOf(person.Grants, p.people.Grantable)}
	components.FocusID(ctx, cardEdit)
}

func (p *Page) close(ctx app.Context) {
	p.edit, p.failed = editing{}, nil
	components.FocusID(ctx, pages.HeadingID)
}

// give sets the role in a shop, "" for none. The map is a new one: the old one
// was rendered.
func (p *Page) give(shopID int64, role string) {
	g := maps.Clone(p.edit.grants)
	if role == "" {
		delete(g, shopID)
	} else {
		g[shopID] = api.Role(role)
	}
	p.edit.grants = g
}

func (p *Page) submit(ctx app.Context, e app.Event) {
	e.PreventDefault()
	if p.busy {
		return
	}
	if p.edit.person != nil {
		p.sendRoles(ctx)
		return
	}
	p.edit.name = device.FieldValue(fieldName, p.edit.name)
	p.sendInvite(ctx)
}

func (p *Page) sendInvite(app.Context) {
	if !p.edit.check() {
		return
	}
	name := p.edit.name
	p.makeLink(api.PathInvitations, api.Invite{Name: name, Grants: p.edit.grants.list()}, name, p.sendInvite)
}

// makeLink asks for a one-time link and shows it.
func (p *Page) makeLink(path string, request any, name string, again func(app.Context)) {
	p.busy, p.failed = true, nil
	pages.Load(p.ctx, &p.calls, func(c context.Context) (*api.OneTimeLink, error) {
		return p.Deps.Backend.OneTimeLink(c, path, request)
	}, func(ctx app.Context, link *api.OneTimeLink, err error) {
		p.busy = false
		switch {
		case err == nil:
			p.link, p.linkTo, p.copied, p.edit = link, name, false, editing{}
			components.FocusID(ctx, cardLink)
			p.read(ctx)
		case p.guard.Asks(err, again):
		default:
			p.failed = err
		}
	})
}

func (p *Page) sendRoles(app.Context) {
	if !p.edit.check() {
		return
	}
	request := api.SetRoles{OperatorID: p.edit.person.ID, Before: p.edit.person.Grants, Grants: p.edit.grants.list()}
	p.change(api.PathOperatorRoles, request, text.T("operators.roles.done"))
}

// change asks for a change and shows the new list. When who asks must be proved
// first, it is repeated as it was.
func (p *Page) change(path string, request any, done string) {
	p.busy, p.failed = true, nil
	pages.Load(p.ctx, &p.calls, func(c context.Context) (*api.Operators, error) {
		return p.Deps.Backend.ChangePeople(c, path, request)
	}, func(ctx app.Context, people *api.Operators, err error) {
		p.busy = false
		switch {
		case err == nil:
			p.people, p.edit = people, editing{}
			p.Deps.Toast(ctx, done)
			components.FocusID(ctx, pages.HeadingID)
		case p.guard.Asks(err, func(app.Context) { p.change(path, request, done) }):
		default:
			p.failed = err
			if outcome, _ := pages.OutcomeOf(err); outcome == pages.OutcomeChanged {
				p.read(ctx)
			}
		}
	})
}

// act begins what a person's menu offers.
func (p *Page) act(ctx app.Context, person api.Person, what string) {
	switch what {
	case "roles":
		p.openRoles(ctx, person)
	case "enable":
		p.change(api.PathOperatorDisable, api.DisableOperator{OperatorID: person.ID}, text.T("operators.enabled", person.Name))
	case "reset":
		p.reset(person)
	default:
		p.ask = asking{what, person}
	}
}

func (p *Page) reset(person api.Person) {
	p.makeLink(api.PathOperatorReset, api.OperatorRef{OperatorID: person.ID}, person.Name, func(app.Context) { p.reset(person) })
}

func (p *Page) no(app.Context) { p.ask = asking{} }

func (p *Page) yes(app.Context) {
	asked := p.ask
	p.ask = asking{}
	switch asked.what {
	case "disable":
		p.change(api.PathOperatorDisable, api.DisableOperator{OperatorID: asked.person.ID, Disabled: true}, text.T("operators.disabled", asked.person.Name))
	case "remove":
		p.change(api.PathOperatorRemove, api.OperatorRef{OperatorID: asked.person.ID}, text.T("operators.removed", asked.person.Name))
	}
}

func (p *Page) revoke(_ app.Context, id int64) {
	p.change(api.PathInviteRevoke, api.InvitationRef{ID: id}, text.T("operators.invite.revoked"))
}

// copyLink copies the link where the browser lets it; it can be selected anyway.
func (p *Page) copyLink(app.Context) {
	clipboard := app.Window().Get("navigator").Get("clipboard")
	if clipboard.Truthy() {
		clipboard.Call("writeText", p.link.URL)
		p.copied = true
	}
}

func (p *Page) closeLink(ctx app.Context) {
	p.link = nil
	components.FocusID(ctx, pages.HeadingID)
}
