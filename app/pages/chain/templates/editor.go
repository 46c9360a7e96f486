package templates

import (
	"context"
	"strings"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/app/editor"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/platform"
)

// Editor makes a template, or changes one.
type Editor struct {
	app.Compo

	Deps pages.Deps

	ctx    app.Context
	e      *editing // nil until there is something to edit
	all    *api.Templates
	err    error
	looked int64 // the minute in which somebody else's changes were looked for

	draftAt time.Time // when the draft on the screen was kept; zero for none
	unkept  bool      // the browser keeps no drafts
	spoken  string    // what was done, for assistive technology
	notice  pages.Notice
	items   []components.ErrorItem // what is wrong, once somebody tried to save
	tries   int
	newer   *api.Template // saved by somebody else while this was edited
	clash   bool          // newer is being compared with the edit
	busy    bool

	from fromShop
	days holidays

	reads, saves, looks pages.Generation
	unlisten            func()
}

const formID = "template-form"

// OnMount reads the template, or begins a new one.
func (p *Editor) OnMount(ctx app.Context) {
	p.ctx = ctx
	ctx.Handle(state.ActionSignedIn, func(ctx app.Context, _ app.Action) { p.read(ctx) })
	p.unlisten = editor.UndoKeys{
		Form: formID, Undo: p.undo, Redo: p.redo,
		Ready: func() bool { return p.e != nil && !p.busy && !p.clash },
	}.Listen(ctx)
	p.read(ctx)
}

// OnUpdate looks now and then whether somebody else has saved.
func (p *Editor) OnUpdate(app.Context) {
	if p.e == nil || p.busy || p.e.Version == 0 || p.looked == p.Deps.Minute {
		return
	}
	p.looked = p.Deps.Minute
	b := p.Deps.Backend
	pages.Load(p.ctx, &p.looks, func(c context.Context) (*api.Templates, error) { return b.Templates(c) },
		func(_ app.Context, all *api.Templates, err error) {
			if err == nil {
				p.all = all
				p.meanwhile(all)
			}
		})
}

// OnDismount drops the calls under way. What was edited is in the draft.
func (p *Editor) OnDismount() {
	for _, calls := range []*pages.Generation{&p.reads, &p.saves, &p.looks, &p.from.calls, &p.days.calls} {
		calls.Drop()
	}
	p.unlisten()
}

// id is the template's, "" for a new one; shop is the one it is to be made from.
func (p *Editor) id() (id string, shop int64) {
	head, rest, _ := strings.Cut(p.Deps.Route.Rest, "/")
	if head == newRest {
		return "", parseNumber(rest)
	}
	return head, 0
}

func (p *Editor) read(app.Context) {
	p.err = nil
	b := p.Deps.Backend
	pages.Load(p.ctx, &p.reads, func(c context.Context) (*api.Templates, error) { return b.Templates(c) },
		func(ctx app.Context, all *api.Templates, err error) {
			if p.err = err; err != nil {
				return
			}
			p.all, p.looked = all, p.Deps.Minute
			if p.e != nil {
				p.meanwhile(all)
				return
			}
			p.begin(ctx)
		})
}

// begin starts the edit: from the draft, if there is one.
func (p *Editor) begin(ctx app.Context) {
	id, shop := p.id()
	e := newEdit()
	if id != "" {
		t := p.stored(id)
		if t == nil || !t.Mine {
			p.err = &api.Error{Status: 404, Code: api.CodeNotFound}
			return
		}
		e.load(*t)
	}
	p.e = begin(e)
	var kept draft
	at, ok := p.Deps.State.LoadDraft(p.draftKind(), 0, &kept)
	if ok && kept.Now != "" {
		p.e.resume(kept)
		if p.e.dirty() {
			p.draftAt = at
			p.meanwhile(p.all)
			return
		}
		p.keep()
	}
	if shop != 0 {
		p.chooseSource(ctx, number(shop))
	}
}

// stored is a template as it is saved, nil when there is none.
func (p *Editor) stored(id string) *api.Template {
	for i := range p.all.Templates {
		if p.all.Templates[i].ID == id {
			return &p.all.Templates[i]
		}
	}
	return nil
}

// meanwhile notices what somebody else has saved.
func (p *Editor) meanwhile(all *api.Templates) {
	if p.e.Version == 0 || p.clash {
		return
	}
	for _, t := range all.Templates {
		if t.ID == p.e.ID && t.Version > p.e.Version {
			if !p.e.dirty() {
				p.take(t)
				p.spoken = text.T("templates.refreshed", text.Isolate(t.By))
				return
			}
			p.newer = &t
		}
	}
}

// take goes on from a template as it is saved.
func (p *Editor) take(t api.Template) {
	e := p.e.edit
	e.load(t)
	p.e = begin(e)
	p.newer, p.clash, p.items = nil, false, nil
	p.keep()
}

// draftKind names the draft in the state; it is no shop's.
func (p *Editor) draftKind() string {
	id, _ := p.id()
	if id == "" {
		id = newRest
	}
	return "template/" + id
}

// keep brings the draft in line with what is on the screen.
func (p *Editor) keep() {
	if !p.e.dirty() {
		p.Deps.State.DropDraft(p.draftKind(), 0)
		return
	}
	p.unkept = p.Deps.State.SaveDraft(p.draftKind(), 0, p.e.draft()) != nil
}

// edited follows every edit: it takes the step down and keeps the draft.
func (p *Editor) edited(app.Context) { p.did("") }

// did is edited with what to say of it.
func (p *Editor) did(words string) {
	p.spoken = words
	field := ""
	if !app.IsServer {
		if active := app.Window().Get("document").Get("activeElement"); active.Truthy() && active.Get("tagName").String() == "INPUT" && active.Get("type").String() != "checkbox" {
			field = active.Get("id").String()
		}
	}
	p.e.note(field)
	p.keep()
	if p.tries > 0 {
		p.items = p.e.check()
	}
}

// anyShop is a shop in which the operator may do something, rather one of the
// template's.
func (p *Editor) anyShop(may platform.Permission) int64 {
	rather := make([]int64, len(p.e.Shops))
	for i, id := range p.e.Shops {
		rather[i] = parseNumber(id)
	}
	return p.Deps.State.ShopFor(may, rather)
}
