package shops

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

// deleteGroup deletes a group. The keyboard goes on to the next one.
func (p *Page) deleteGroup(g api.Group) {
	at := slices.IndexFunc(p.table.groups, func(other api.Group) bool { return other.ID == g.ID })
	p.changeGroup(api.ChangeGroup{ID: g.ID, Version: g.Version, Delete: true}, func(done api.GroupChanged) {
		back := api.ChangeGroup{ID: g.ID, Version: done.Group.Version, Restore: true, Add: done.Dropped}
		p.said(text.T("shops.groups.deleted", g.Name), &back)
		to := fieldGroup
		if n := len(p.table.groups); n > 0 {
			to = firstID(p.table.groups[min(max(at, 0), n-1)])
		}
		components.FocusID(p.ctx, to)
	})
}

// said tells what was done, and offers to take it back.
func (p *Page) said(words string, back *api.ChangeGroup) { p.ask.said, p.ask.back = words, back }

// offerBack is the same in a toast, which stays when the page goes.
func (p *Page) offerBack(ctx app.Context, words string, back api.ChangeGroup) {
	deps, call := p.Deps, backend.ChangeGroup.To(p.Backend, back)
	pages.Undo(ctx, deps, words, "error.both", text.T("shops.groups.failed"), call,
		func(ctx app.Context, done api.GroupChanged) {
			deps.State.SetGroup(done)
			p.edits++
			deps.Toast(ctx, text.T("edit.undone"))
			deps.Changed(ctx)
		})
}

// changeGroup makes a change, and takes what the group is then. Somebody else's
// change is shown, and nothing is done.
func (p *Page) changeGroup(request api.ChangeGroup, done func(api.GroupChanged)) {
	if p.ask.busy != 0 {
		return
	}
	n := p.begin()
	p.ask.fault, p.ask.said, p.ask.back = "", "", nil
	call := backend.ChangeGroup.To(p.Backend, request)
	pages.Send(p.ctx, new(pages.Generation), call, func(ctx app.Context, changed api.GroupChanged, err error) {
		open := p.ask.busy == n // else the dialog was closed meanwhile
		if open {
			p.ask.busy = 0
		}
		if p.guard.Asks(err, func(app.Context) { p.changeGroup(request, done) }) { // people have roles by the group
			return
		}
		p.lost(err)
		if present, ok := presentGroup(err); ok {
			changed = api.GroupChanged{Group: present}
		}
		if changed.Group.ID != "" {
			p.State.SetGroup(changed)
			p.edits++
			p.refresh()
		}
		if err == nil {
			p.ask.made(request)
		}
		switch {
		case err == nil && open:
			done(changed)
		case open:
			p.ask.failed(err, nameID(request.ID))
			if p.ask.fault != "" {
				if request.ID != "" { // perhaps taken back: its name has no field yet
					p.ask.about, p.ask.to = request.ID, request.Name
				}
				components.FocusID(ctx, p.ask.at)
			}
		case err != nil:
			p.vain(text.T("shops.groups.failed"), err)
		}
	})
}

// presentGroup is what somebody else made of the group meanwhile.
func presentGroup(err error) (g api.Group, ok bool) {
	outcome, refusal := pages.OutcomeOf(err)
	if outcome != pages.OutcomeChanged {
		return g, false
	}
	return g, json.Unmarshal(refusal.Current, &g) == nil && g.ID != ""
}
