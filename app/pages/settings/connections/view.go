package connections

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/settings"
	"github.com/shopdesk/shopdesk/app/stepup"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
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
		components.Maybe(p.status == pages.Failed, func() app.UI {
			return pages.FailureNote(text.T("connections.failed"), p.err, p.read)
		}),
		p.body(),
		components.Maybe(p.list.App != nil, p.appCard),
		p.endDialog(),
		stepup.Dialog(p.Deps, &p.guard),
	)
}

// ways are those to connect.
func (p *Page) ways() app.UI {
	ready := p.status == pages.Loaded || len(p.list.Connections) > 0
	return app.Div().Class("row").Body(
		components.Maybe(ready && p.list.Redirect, func() app.UI {
			return &components.Button{
				ID: buttonConnect, Label: text.T("connections.connect"), Icon: components.IconLink, Kind: components.KindGo,
				Busy: p.busy == busyStart, OnClick: p.connect,
			}
		}),
		components.Maybe(ready, func() app.UI {
			return &components.Button{ID: buttonCode, Label: text.T("connections.paste"), OnClick: p.openCode}
		}),
	)
}

func (p *Page) note() app.UI {
	words := p.notice.words()
	return &components.Note{
		Tone: p.notice.tone, Title: text.T(p.notice.key), Text: words, Alert: p.notice.tone == components.ToneBad,
		DismissLabel: text.T("action.close"), OnDismiss: p.forgetNotice,
	}
}

func (p *Page) codeCard() app.UI {
	return &components.Card{ID: "connections-code-card", Title: text.T("connections.paste"), Body: func() []app.UI {
		return []app.UI{app.Form().Class("stack", "connections-form").Attr("novalidate", "true").OnSubmit(p.submitCode).Body(
			components.Maybe(p.code.err != nil, func() app.UI {
				return pages.FailureNote(text.T("connections.code.failed"), p.code.err, nil)
			}),
			&components.TextField{
				ID: fieldCode, Label: text.T("connections.code"), Hint: text.T("connections.code.hint"), Value: p.code.value,
				Error: p.code.fault, Dir: "ltr", Autocomplete: "off", OnInput: p.typeCode,
			},
			app.Div().Class("row").Body(
				&components.Button{Label: text.T("connections.connect"), Kind: components.KindGo, Submit: true, Busy: p.code.busy},
				&components.Button{Label: text.T("connections.cancel"), Kind: components.KindBare, OnClick: p.closeCode},
			),
		)}
	}}
}

// body is the list, or what stands in its place.
func (p *Page) body() app.UI {
	all := p.list.Connections
	switch {
	case len(all) > 0:
		return p.connections()
	case p.status == pages.Loaded:
		return &components.Card{Body: func() []app.UI {
			words := text.T("connections.empty.text")
			if p.list.App != nil {
				words = text.T("connections.empty.app")
			}
			return []app.UI{&components.Empty{Icon: components.IconLink, Title: text.T("connections.empty"), Text: words}}
		}}
	case p.status == pages.Failed:
		return app.Div()
	}
	return &components.Card{Body: func() []app.UI {
		return []app.UI{&components.Skeleton{Label: text.T("loading"), Rows: 3}}
	}}
}

func (p *Page) connections() app.UI {
	all := p.list.Connections
	shops, _ := p.Deps.State.Shops()
	found := matching(all, shops, p.query)
	return &components.Card{Flush: true, Body: func() []app.UI {
		return []app.UI{
			components.Maybe(len(all) > 3, func() app.UI { return p.search(len(found), len(all)) }),
			components.Maybe(len(found) == 0, func() app.UI {
				return &components.Empty{Icon: components.IconSearch, Title: text.T("connections.none", p.query), Action: func() []app.UI {
					return []app.UI{&components.Button{Label: text.T("connections.none.clear"), OnClick: p.showAll}}
				}}
			}),
			app.Ul().Class("connections-list").Body(app.Range(found).Slice(func(i int) app.UI { return p.row(found[i], shops) })),
		}
	}}
}

func (p *Page) row(c api.Connection, shops []api.Shop) app.UI {
	return &row{
		Connection: c, Names: names(c, shops), Now: p.Deps.State.Now(), Busy: p.busy == c.ID, Redirect: p.list.Redirect,
		OnMend: p.start, OnLook: p.look, OnEnd: p.askEnd,
	}
}

func (p *Page) search(found, all int) app.UI {
	count := ""
	if p.query != "" {
		count = text.T("connections.found", found, all)
	}
	return app.Div().Class("connections-search").Role("search").Body(
		&components.TextField{
			ID: fieldFind, Label: text.T("connections.find"), Type: "search", Autocomplete: "off", Value: p.query, OnInput: p.find,
		},
		app.P().Class("soft", "small", "num").Role("status").Text(count),
	)
}

// appCard tells how the application-level grant is.
func (p *Page) appCard() app.UI {
	grant := *p.list.App
	return &components.Card{ID: "connections-app", Title: text.T("connections.app"), Head: func() []app.UI {
		shown := pill(grant.State, grant.EndsAt, p.Deps.State.Now())
		return []app.UI{&shown}
	}, Body: func() []app.UI {
		words := text.T("connections.app.text")
		if grant.State == api.ConnectionMissing {
			words = text.T("connections.app.missing")
		}
		return []app.UI{app.P().Class("soft").Text(words)}
	}}
}

func (p *Page) endDialog() app.UI {
	return &components.Dialog{
		ID: "connections-end", Title: text.T("connections.end.title"), Open: p.ending != "", CloseLabel: text.T("connections.cancel"), OnClose: p.keep,
		Body: func() []app.UI { return []app.UI{app.P().Text(p.endWords())} },
		Actions: func() []app.UI {
			return []app.UI{
				&components.Button{Label: text.T("connections.cancel"), OnClick: p.keep},
				&components.Button{ID: "connections-end-go", Label: text.T("connections.end"), Kind: components.KindStop, OnClick: p.end},
			}
		},
	}
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
