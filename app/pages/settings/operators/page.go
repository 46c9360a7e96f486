package operators

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/backend"
	"github.com/shopdesk/shopdesk/app/device"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/stepup"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
)

// Page shows the people.
type Page struct {
	app.Compo

	pages.Deps

	people *api.Operators
	query  string
	edit   editing
	link   *api.OneTimeLink
	linkTo string // whose link it is
	copied bool
	ask    pages.Question // before somebody is shut out, or a link ends
	act    stepup.Act
	read   pages.Reader
	groups pages.Generation
	kept   components.Kept // what an invitation gives
	ctx    app.Context
}

// editing is the form: for somebody new, or for a person's roles.
type editing struct {
	open     bool
	person   *api.Person // nil for somebody new
	name     string
	grants   grants
	role     api.Role // given to every shop that is ticked
	each     bool     // each shop has a choice of its own instead
	query    string
	attempts int
	sent     bool // at least once
}

// OnMount reads the people.
func (p *Page) OnMount(ctx app.Context) {
	p.ctx = ctx
	pages.Read(ctx, &p.read, backend.Operators.From(p.Backend), p.follow)
}

// follow shows a newer list. A link that was withdrawn or used has no card any more. With other roles of one's own the
// frame offers other pages.
func (p *Page) follow(all *api.Operators) {
	if p.people != nil && !slices.Equal(own(p.people), own(all)) {
		p.Read(p.ctx)
	}
	p.people = all
	p.edit.follow(all)
	if p.link != nil && !slices.ContainsFunc(all.Invitations, func(i api.Invitation) bool {
		return i.ExpiresAt == p.link.ExpiresAt
	}) {
		p.link = nil
	}
}

// openInvite opens the form for somebody new, with the roles that were chosen before the page was loaded anew. They
// come by the page's context: ctx is of a button that goes.
func (p *Page) openInvite(ctx app.Context) {
	p.open(ctx, editing{grants: grants{}, role: api.RoleStaff}, fieldName)
	p.kept.Mount(p.ctx, p.key(), "", func(_ app.Context, given string) {
		e := &p.edit
		_ = json.Unmarshal([]byte(given), &e.grants)
		for _, role := range e.grants {
			e.role = role
		}
		e.each = slices.ContainsFunc(e.grants.list(), func(g api.Grant) bool { return g.Role != e.role })
	})
}

// end closes the form, and forgets what it gives.
func (p *Page) end() {
	p.kept.Drop(p.key())
	p.edit = editing{}
}

// OnDismount forgets what an open form gives.
func (p *Page) OnDismount() {
	if p.edit.open {
		p.end()
	}
}

func (p *Page) key() string { return p.State.Typed(fieldGrants, 0) }

// given keeps what an invitation gives.
func (p *Page) given() {
	if p.edit.person == nil {
		given, _ := json.Marshal(p.edit.grants)
		p.kept.Heard(p.key(), string(given))
	}
}

func (p *Page) openRoles(ctx app.Context, person api.Person) {
	given := grantsOf(person.Grants, p.people.Grantable)
	p.end()
	p.open(ctx, editing{person: &person, each: true, grants: given}, cardEdit)
}

// open opens the form, with the keyboard at one of its parts.
func (p *Page) open(ctx app.Context, form editing, at string) {
	p.link, p.edit = nil, form
	p.edit.open = true
	pages.ReadRoster(p.ctx, p.Deps, &p.groups)
	components.FocusID(ctx, at)
}

func (p *Page) close(ctx app.Context) {
	p.end()
	p.act.Err = nil
	components.FocusID(ctx, pages.HeadingID)
}

func (p *Page) submit(app.Context) {
	edit := &p.edit
	if edit.person == nil {
		device.Filled(fieldName, &edit.name)
	}
	switch {
	case p.act.Busy != "" || !edit.check():
	case edit.person == nil:
		invite := api.Invite{Name: edit.name, Grants: edit.grants.list()}
		p.makeLink(actForm, backend.Invite.To(p.Backend, invite), edit.name)
	default:
		request := api.SetRoles{OperatorID: edit.person.ID, Before: edit.person.Grants, Grants: edit.grants.list()}
		p.change(actForm, backend.SetRoles.To(p.Backend, request), text.T("operators.roles.done"))
	}
}

// actForm is a change that comes from the form. One that comes from a list is named by what it does to whom.
const actForm = "form"

// send sends a change, and closes the form that it comes from. A form that is open beside another change, or was opened
// or changed since, stays. Somebody else may have changed or removed the people of one that is refused: they are read
// anew.
func send[T any](p *Page, from string, call backend.Call[T], then func(app.Context, T)) {
	p.edit.sent = p.edit.sent || from == actForm
	form := p.edit
	stepup.Do(p.ctx, &p.act, from, call, func(ctx app.Context, answer T) {
		if from == actForm && p.edit.sent && p.edit.name == form.name && maps.Equal(p.edit.grants, form.grants) {
			p.end()
		}
		then(ctx, answer)
	}, func(ctx app.Context, _ error) { p.read.Again(ctx) })
}

// makeLink asks for a one-time link and shows it.
func (p *Page) makeLink(from string, call backend.Call[*api.OneTimeLink], name string) {
	send(p, from, call, func(ctx app.Context, link *api.OneTimeLink) {
		p.link, p.linkTo, p.copied = link, name, false
		components.FocusID(ctx, cardLink)
		p.read.Again(ctx)
	})
}

// change asks for a change and shows the new list.
func (p *Page) change(from string, call backend.Call[*api.Operators], done string) {
	send(p, from, call, func(ctx app.Context, people *api.Operators) {
		p.follow(people)
		p.Toast(ctx, done)
		components.FocusID(ctx, pages.HeadingID)
	})
}

// choose begins what a person's menu offers.
func (p *Page) choose(ctx app.Context, person api.Person, what string) {
	ref, from := api.OperatorRef{OperatorID: person.ID}, fmt.Sprint(what, person.ID)
	switch what {
	case "roles":
		p.openRoles(ctx, person)
	case "reset":
		p.makeLink(from, backend.ResetPassword.To(p.Backend, ref), person.Name)
	case "enable":
		p.change(from, p.disable(person, false), text.T("operators.enabled", person.Name))
	case "disable":
		p.askFirst(text.T("operators.disable.ask", person.Name), text.T("operators.disable.text"),
			text.T("operators.disable"), p.disable(person, true), text.T("operators.disabled", person.Name))
	case "remove":
		p.askFirst(text.T("action.remove.of", person.Name), text.T("operators.remove.text"),
			text.T("action.remove"), backend.RemoveOperator.To(p.Backend, ref), text.T("templates.removed", person.Name))
	}
}

// withdraw asks before a link ends.
func (p *Page) withdraw(i api.Invitation) {
	call := backend.RevokeInvitation.To(p.Backend, api.InvitationRef{ID: i.ID})
	p.askFirst(text.T("operators.revoke.ask", i.Name), text.T("operators.revoke.text"),
		text.T("operators.revoke", i.Name), call, text.T("operators.invite.revoked"))
}

func (p *Page) disable(person api.Person, on bool) backend.Call[*api.Operators] {
	return backend.DisableOperator.To(p.Backend, api.DisableOperator{OperatorID: person.ID, Disabled: on})
}

// askFirst asks before somebody is shut out, or a link ends.
func (p *Page) askFirst(title, words, label string, call backend.Call[*api.Operators], done string) {
	p.ask = pages.Question{Open: true, Title: title, Text: words, Go: components.Button{
		ID: "operators-yes", Label: label, Kind: components.KindStop, OnClick: func(app.Context) {
			p.ask.Open = false
			p.change(title, call, done)
		},
	}}
}

// copyLink copies the link where the browser lets it; it can be selected anyway.
func (p *Page) copyLink(app.Context) {
	device.Copy(p.ctx.Dispatch, p.link.URL, pages.Set(&p.copied, true))
}

func (p *Page) closeLink(ctx app.Context) {
	p.link = nil
	components.FocusID(ctx, pages.HeadingID)
}
