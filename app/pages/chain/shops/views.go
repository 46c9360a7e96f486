package shops

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/backend"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
)

const fieldView = "shops-view-name"

// Items of the menu of views, beside the views themselves.
const (
	viewAll    = "all"
	viewSave   = "save"
	viewDelete = "delete"
	viewPrefix = "view-"
)

// current is the view that the list is looked at through, if it is one.
func (p *Page) current() (v api.View, ok bool) {
	body := p.look.write()
	for _, v := range p.table.views {
		if v.Body == body {
			return v, true
		}
	}
	return v, false
}

func (p *Page) viewItems() []components.MenuItem {
	current, is := p.current()
	items := []components.MenuItem{{ID: viewAll, Label: text.T("shops.view.all"), Current: p.look.write() == ""}}
	for _, v := range p.table.views {
		items = append(items, components.MenuItem{ID: viewPrefix + v.ID, Label: v.Name, Current: is && v.ID == current.ID})
	}
	items = append(items, components.MenuItem{
		ID: viewSave, Label: text.T("shops.view.save"), Icon: components.IconPlus, Disabled: is || p.look.write() == "",
	})
	if is {
		items = append(items, components.MenuItem{
			ID: viewDelete, Label: text.T("shops.view.delete", current.Name), Icon: components.IconTrash,
			Tone: components.ToneBad,
		})
	}
	return items
}

func (p *Page) chooseView(_ app.Context, id string) {
	p.notice = pages.Notice{}
	switch id {
	case viewAll:
		p.show(look{})
		p.settle(p.ctx)
	case viewSave:
		p.ask.what = askView
	case viewDelete:
		if v, is := p.current(); is {
			p.saveView(api.SaveView{View: v, Delete: true})
		}
	default:
		for _, v := range p.table.views {
			if viewPrefix+v.ID == id {
				p.show(readLook(v.Body))
				p.settle(p.ctx)
			}
		}
	}
}

func (p *Page) viewForm() []app.UI {
	return []app.UI{pages.Form(p.submitView).Class("stack").Body(
		pages.Soft(text.T("shops.view.what")),
		pages.MaybeFailure(text.T("shops.view.failed"), p.ask.err, nil),
		p.nameField(fieldView, text.T("label.name"), &p.ask.view),
		pages.Row(p.goButton("shops-view-go", text.T("action.save"))),
	)}
}

func (p *Page) submitView(app.Context) {
	name := strings.TrimSpace(p.ask.view)
	if p.ask.busy != 0 {
		return
	}
	if !api.Visible(name) {
		p.unnamed(fieldView)
		return
	}
	p.begin()
	p.saveView(api.SaveView{View: api.View{Name: name, Body: p.look.write()}})
}

// saveView keeps a view or takes it away; one that was taken away can be kept
// again.
func (p *Page) saveView(request api.SaveView) {
	call, n := backend.SaveView.To(p.Backend, request), p.ask.busy
	pages.Send(p.ctx, new(pages.Generation), call, func(ctx app.Context, answer api.Views, err error) {
		p.lost(err)
		open := n != 0 && p.ask.busy == n // else the dialog was closed meanwhile, or there was none
		switch {
		case err != nil && open:
			p.ask.failed(err, fieldView)
			if p.ask.fault != "" {
				components.FocusID(ctx, fieldView)
			}
			return
		case err != nil:
			p.vain(text.T("shops.view.failed"), err)
			return
		}
		p.State.SetViews(answer.Views)
		p.edits++
		p.refresh()
		if request.Delete {
			p.notice = pages.Notice{
				Tone: components.ToneOK, Title: text.T("shops.groups.deleted", request.Name), Action: text.T("action.undo"),
				Do: func(app.Context) {
					p.notice = pages.Notice{}
					p.saveView(api.SaveView{View: request.View})
				},
			}
			return
		}
		if strings.TrimSpace(p.ask.view) == request.Name {
			p.ask.view = ""
		}
		if open {
			p.closeAsk(ctx)
		}
		p.Toast(ctx, text.T("shops.view.saved", request.Name))
	})
}
