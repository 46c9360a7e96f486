package templates

import (
	"errors"
	"slices"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/chain/diff"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
)

// Render draws the page. What comes and goes above the fields has a place that
// stays, so that no field is made anew while somebody types in it.
func (p *Editor) Render() app.UI {
	known := p.e != nil
	return app.Div().Class("stack").Body(
		p.head(),
		components.Maybe(p.err != nil, p.failure),
		components.Maybe(!known && p.err == nil, func() app.UI {
			return &components.Card{Body: func() []app.UI { return []app.UI{&components.Skeleton{Label: text.T("loading"), Rows: 6}} }}
		}),
		components.Maybe(known && p.clash, p.versions),
		components.Maybe(known && !p.clash, p.form),
		app.P().Class("hidden").Role("status").Text(p.spoken),
		p.holidayDialog(),
	)
}

func (p *Editor) head() app.UI {
	title := text.T("templates.new")
	if id, _ := p.id(); id != "" {
		title = text.T("templates.edit.title")
	}
	back := &components.Link{Href: p.Deps.Href(place("")), Label: text.T("nav.templates"), Icon: components.IconBack}
	if p.e != nil && p.e.Version > 0 {
		back.Href, back.Label = p.Deps.Href(place(p.e.ID)), p.e.Name
	}
	return app.Div().Class("head").Body(app.Div().Body(
		app.P().Class("small").Body(back),
		app.H1().ID(pages.HeadingID).TabIndex(-1).Text(title),
		app.P().Class("soft").Text(text.T("templates.edit.intro")),
	))
}

func (p *Editor) failure() app.UI {
	var gone *api.Error
	if errors.As(p.err, &gone) && gone.Code == api.CodeNotFound {
		return &components.Empty{Icon: components.IconCopy, Title: text.T("templates.gone"), Text: text.T("templates.gone.text"), Action: func() []app.UI {
			return []app.UI{&components.Link{Href: p.Deps.Href(place("")), Label: text.T("templates.all"), Kind: components.LinkButton}}
		}}
	}
	return pages.FailureNote(text.T("templates.one.failed"), p.err, p.read)
}

// messages come by themselves.
func (p *Editor) messages() app.UI {
	shown := p.e != nil && !p.clash
	newer := ""
	if p.newer != nil {
		newer = text.T("templates.newer", text.Isolate(p.newer.By))
	}
	return pages.Messages("template-messages", []components.StripNote{
		{Shown: shown && p.notice.Title != "", Note: p.notice.On(noticeID)},
		{Shown: shown && p.newer != nil, Note: pages.Notice{
			Tone: components.ToneWarn, Title: newer, Text: text.T("edit.newer.text"), Action: text.T("edit.newer.look"), Do: p.lookAtBoth,
		}.On("template-newer")},
		{Shown: shown && p.unkept, Note: pages.Notice{
			Tone: components.ToneWarn, Title: text.T("edit.storage"), Text: text.T("edit.storage.text"),
		}.On("template-unkept")},
		{Shown: shown && !p.draftAt.IsZero() && p.e.dirty(), Note: pages.Notice{
			Tone: components.ToneInfo, Title: text.T("edit.draft", text.Moment(p.draftAt)), Text: text.T("edit.draft.text"),
			Action: text.T("edit.draft.drop"), Do: p.discard,
		}.On("template-draft")},
	})
}

// versions shows what was saved meanwhile beside the edit, and asks for one.
func (p *Editor) versions() app.UI {
	lines := linesOf(diff.Between(p.newer.Parts, p.e.parts()))
	return app.Section().Class("card").ID("conflict").Aria("labelledby", clashTitle).Body(
		app.H2().ID(clashTitle).TabIndex(-1).Text(text.T("templates.newer", text.Isolate(p.newer.By))),
		app.P().Text(text.T("templates.clash.text")),
		app.If(p.newer.Name != p.e.Name, func() app.UI {
			return app.P().Text(text.T("templates.clash.name", text.Isolate(p.newer.Name), text.Isolate(p.e.Name)))
		}),
		app.If(len(lines) > 0, func() app.UI { return diff.View(lines) }).
			Else(func() app.UI { return app.P().Class("soft").Text(text.T("templates.clash.same")) }),
		app.Div().Class("row").Body(
			&components.Button{ID: "conflict-mine", Label: text.T("phones.clash.keep"), Kind: components.KindGo, OnClick: p.keepMine},
			&components.Button{ID: "conflict-theirs", Label: text.T("phones.clash.take"), OnClick: p.takeTheirs},
			&components.Button{ID: "conflict-back", Label: text.T("edit.clash.back"), Kind: components.KindBare, OnClick: p.backToMine},
		),
	)
}

func (p *Editor) form() app.UI {
	return app.Form().ID(formID).Class("stack").Attr("novalidate", "true").Aria("label", text.T("templates.one")).OnSubmit(p.submit).Body(
		&components.ErrorSummary{ID: "template-summary", Title: text.T("form.problem"), Items: p.items, Focus: p.tries},
		&components.Card{Body: func() []app.UI {
			return []app.UI{
				&components.TextField{ID: fieldName, Label: text.T("templates.name"), Hint: text.T("templates.name.hint"), Error: p.wrongAt(fieldName), Value: p.e.Name, Autocomplete: "off", OnInput: p.typeName},
				p.source(),
			}
		}},
		p.weekCard(), p.datesCard(), p.phonesCard(), p.pictureCard(), p.assignCard(),
		app.Div().Class("editor-bar").Body(p.messages(), components.Maybe(p.busy || p.e.dirty() || len(p.e.past)+len(p.e.future) > 0, p.bar)),
	)
}

// wrongAt is what is wrong at a control, once somebody has tried to save.
func (p *Editor) wrongAt(id string) string {
	if i := slices.IndexFunc(p.items, func(item components.ErrorItem) bool { return item.Target == id }); i >= 0 {
		return p.items[i].Text
	}
	return ""
}

func (p *Editor) typeName(ctx app.Context, name string) {
	p.e.Name = name
	p.edited(ctx)
}

// bar is the save bar.
func (p *Editor) bar() app.UI {
	bar := &components.SaveBar{Label: text.T("edit.bar"), Count: text.T("edit.bar.none")}
	if p.e.dirty() {
		bar.Count = text.T("templates.bar")
	}
	bar.Actions = func() []app.UI {
		return []app.UI{
			&components.IconButton{ID: undoID, Icon: components.IconUndo, Label: text.T("edit.undo"), Kind: components.KindBare, Disabled: len(p.e.past) == 0, OnClick: p.undo},
			&components.IconButton{ID: redoID, Icon: components.IconRedo, Label: text.T("edit.redo"), Kind: components.KindBare, Disabled: len(p.e.future) == 0, OnClick: p.redo},
			&components.Button{ID: "template-discard", Label: text.T("edit.discard"), Kind: components.KindBare, Disabled: !p.e.dirty() || p.busy, OnClick: p.discard},
			&components.Button{ID: "template-save", Label: text.T("templates.save"), Kind: components.KindGo, Disabled: !p.e.dirty() && !p.busy, Busy: p.busy, OnClick: p.save},
		}
	}
	return bar
}
