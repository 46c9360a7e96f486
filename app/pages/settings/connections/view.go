package connections

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/settings"
	"github.com/shopdesk/shopdesk/app/stepup"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
)

// Ids of the controls.
const (
	fieldFind     = "connections-find"
	fieldCode     = "connections-code"
	buttonCode    = "connections-paste"
	buttonConnect = "connections-connect"
)

// Render draws the page.
func (p *Page) Render() app.UI {
	return settings.Frame(p.Deps, text.T("connections.intro"),
		p.ways(),
		components.Maybe(p.notice.key != "", p.note),
		components.Maybe(p.code.open, p.codeCard),
		p.reads.Note(3, text.T("edit.failed")),
		components.Maybe(p.reads.Known, p.body),
		components.Maybe(p.list.App != nil, p.appCard),
		p.endDialog(),
		stepup.Dialog(p.Deps, &p.act.Guard),
	)
}

// ways are those to connect.
func (p *Page) ways() app.UI {
	return pages.Row(
		components.Shown(p.list.Redirect, &components.Button{
			ID: buttonConnect, Label: text.T("connections.connect"), Icon: components.IconLink, Kind: components.KindGo,
			Busy: p.act.Busy == busyStart, OnClick: func(ctx app.Context) { p.start(ctx, "") },
		}),
		components.Shown(p.reads.Known, &components.Button{
			ID: buttonCode, Label: text.T("connections.paste"), OnClick: func(ctx app.Context) { p.askCode(ctx, "") },
		}),
	)
}

func (p *Page) note() app.UI {
	n := p.notice
	return &components.Note{
		Tone: n.tone, Title: pages.Failed(text.T(n.key), n.err), Text: n.words(), Alert: n.tone == components.ToneBad,
		DismissLabel: text.T("action.close"), OnDismiss: pages.Set(&p.notice, notice{}),
	}
}

func (p *Page) codeCard() app.UI {
	title := text.T("connections.paste")
	return components.Card{ID: "connections-code-card", Title: title}.With(
		pages.Form(p.submitCode).Class("stack", "connections-form").Body(
			pages.MaybeFailure(text.T("connections.code.failed"), p.code.err, nil),
			&components.TextField{
				ID: fieldCode, Label: text.T("connections.code"), Hint: text.T("connections.code.hint"), Value: p.code.value,
				Error: text.T(p.code.fault), Dir: "ltr", Autocomplete: "off",
				OnInput: pages.Bind(&p.code.value, pages.Set(&p.code.fault, "")),
			},
			pages.Row(
				&components.Button{
					Label: text.T("connections.connect"), Kind: components.KindGo, Submit: true, Busy: p.act.Busy == busyCode,
				},
				&components.Button{Label: text.T("action.cancel"), Kind: components.KindBare, OnClick: p.closeCode},
			),
		),
	)
}

// body is the list, or that nothing is in it.
func (p *Page) body() app.UI {
	if len(p.list.Connections) > 0 {
		return p.connections()
	}
	words := text.T("connections.empty.text")
	if p.list.App != nil {
		words = text.T("connections.empty.app")
	}
	return pages.EmptyCard(components.IconLink, text.T("connections.empty"), words)
}

func (p *Page) connections() app.UI {
	all := p.list.Connections
	found := matching(p.State, all, p.query)
	return components.Card{Flush: true}.With(
		components.Shown(len(all) > 3 || p.query != "", settings.Find(fieldFind, text.T("connections.find"), &p.query,
			text.T("connections.found", len(found), len(all)))),
		pages.NoneFit(len(found), text.T("find.none", p.query), text.T("action.all"), p.showAll),
		app.Ul().Class("connections-list").Body(pages.EachKeyed(found,
			func(c api.Connection) string { return c.ID }, p.row)),
	)
}

// appCard tells how the application-level grant is.
func (p *Page) appCard() app.UI {
	grant, words := *p.list.App, text.T("connections.app.text")
	switch {
	case grant.Trouble == "refused":
		words = text.T("connections.why.refused")
	case grant.Trouble != "":
		words = text.T("connections.app." + grant.Trouble)
	case grant.State == api.ConnectionMissing:
		words = text.T("connections.app.missing")
	}
	return components.Card{ID: "connections-app", Title: text.T("connections.app"), Head: func() []app.UI {
		return []app.UI{pill(grant.State, grant.EndsAt, p.ServerNow())}
	}}.With(pages.Soft(words))
}

func (p *Page) endDialog() app.UI {
	return pages.Asking(&p.ending, pages.Question{
		ID: "connections-end", Title: text.T("connections.end"), Text: p.endWords(),
		Go: components.Button{
			ID: "connections-end-go", Label: text.T("connections.end"), Kind: components.KindStop, OnClick: p.end,
		},
	})
}

// endWords say what disconnecting does to which shops.
func (p *Page) endWords() string {
	for _, c := range p.list.Connections {
		if c.ID != p.ending {
			continue
		}
		if p.list.App != nil {
			return text.N("connections.end.app", len(c.Shops))
		}
		return text.N("connections.end.text", len(c.Shops))
	}
	return ""
}
