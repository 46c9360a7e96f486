package templates

import (
	"cmp"
	"strings"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/backend"
	"github.com/shopdesk/shopdesk/app/device"
	"github.com/shopdesk/shopdesk/app/editor"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
)

// Editor makes a template, or changes one.
type Editor struct {
	app.Compo

	pages.Deps

	ctx    app.Context
	begun  api.Template // that is edited; without an ID while it isn't known
	model  fields
	editor *editor.Editor[*api.Template]
	all    *api.Templates
	at     time.Time // of the last reading
	err    error
	looked int64 // the minute in which somebody else's changes were looked for

	uploading bool

	from fromShop
	days holidays

	reads pages.Generation
}

// OnInit makes what edits and saves.
func (p *Editor) OnInit() {
	id, _ := p.id()
	if id == "" {
		id = newRest
	}
	p.model = newFields(p.parts, p.check)
	p.editor = editor.New(editor.Options{
		Deps: p.Deps, ID: "template", Draft: draftOf(id), Save: "templates.save", At: func() time.Time { return p.at },
		Err: func() error { return p.err }, Read: p.read, Then: func(ctx app.Context) { p.Go(ctx, place(p.begun.ID)) },
	}, &p.model, p.target())
}

// draftOf is the kind of a template's draft.
func draftOf(id string) string { return "template/" + id }

func (p *Editor) check(e *edit) pages.Faults { return e.check(p.State.Leaves(), p.uploading) }

// OnMount reads the template, or begins a new one.
func (p *Editor) OnMount(ctx app.Context) {
	p.ctx = ctx
	p.editor.Mount(ctx)
	pages.Begin(ctx, p.read, &p.reads)
}

// OnUpdate looks now and then whether somebody else has saved.
func (p *Editor) OnUpdate(ctx app.Context) {
	if p.begun.Version > 0 && p.looked != p.Minute {
		p.read(ctx)
	}
}

// OnDismount ends the edit.
func (p *Editor) OnDismount() { p.editor.Dismount() }

// id is the template's, "" for a new one; shop is the one it is to be made from.
func (p *Editor) id() (id string, shop int64) {
	head, rest, _ := strings.Cut(p.Route.Rest, "/")
	if head == newRest {
		return "", parseNumber(rest)
	}
	return head, 0
}

func (p *Editor) read(app.Context) {
	p.err, p.looked = nil, p.Minute
	pages.Load(p.ctx, &p.reads, backend.Templates.From(p.Backend), p.take)
}

// take begins the edit, or goes on with what was read.
func (p *Editor) take(ctx app.Context, all *api.Templates, err error) {
	if p.err = err; err != nil {
		return
	}
	p.all = all
	p.at = p.State.Now()
	id, shop := p.id()
	first := p.begun.ID == ""
	if first {
		p.begun.ID = cmp.Or(id, device.NewID())
	}
	t, err := p.stored(all)
	if kept := newFields(p.parts, p.check); err != nil && first {
		// An edit of a template that somebody has removed since goes on: saving it says so.
		if _, ok := p.State.PeekDraft(draftOf(id), 0, &kept); ok && kept.Dirty() {
			t, err = kept.Base(), nil
		}
	}
	if err != nil && first {
		p.err, p.begun = err, api.Template{}
	}
	if err != nil {
		return
	}
	p.editor.Follow(all, t)
	if !first {
		return
	}
	if p.begun = *p.model.Base(); shop != 0 && !p.model.Dirty() { // a draft's own
		p.chooseSource(ctx, number(shop))
	}
}

// edited follows every edit.
func (p *Editor) edited(app.Context) { p.did("") }

// did is edited with what to say of it.
func (p *Editor) did(words string) {
	field := ""
	if !app.IsServer {
		if active := components.ActiveElement(); components.Within(active, "input:not([type=checkbox])") {
			field = active.Get("id").String()
		}
	}
	p.model.Note(field)
	p.editor.Edited(words)
}

// anyShop is a shop in which the operator may do something, rather one of the
// template's.
func (p *Editor) anyShop(may platform.Permission) int64 {
	rather := make([]int64, len(p.model.Now.Shops))
	for i, id := range p.model.Now.Shops {
		rather[i] = parseNumber(id)
	}
	return p.State.ShopFor(may, rather)
}
