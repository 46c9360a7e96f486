package connections

import (
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
)

// few is how many shops are named without being asked for.
const few = 3

// row is one connection.
func (p *Page) row(c api.Connection) app.UI {
	broken, again := c.State == api.ConnectionSignIn, text.T("signin.over")
	if !p.list.Redirect {
		again = text.T("connections.again.code")
	}
	busy := p.act.Busy == c.ID
	return app.Li().Class("connections-row").Body(
		pages.Div("connections-what",
			shopsOf(names(p.State, c)),
			pages.SoftSmall(text.T("connections.by", text.Isolate(c.By), text.When(c.ConnectedAt))),
			pages.P("small connections-why", why(c, p.ServerNow())),
		),
		pages.Div("connections-state", pill(c.State, c.EndsAt, p.ServerNow())),
		pages.Div("row connections-do",
			components.Shown(broken, &components.Button{
				ID: "connections-mend-" + c.ID, Label: again, Kind: components.KindGo, Busy: busy,
				OnClick: func(ctx app.Context) { p.start(ctx, c.ID) },
			}),
			components.Shown(!broken, &components.Button{
				ID: "connections-look-" + c.ID, Label: text.T("connections.look"), Kind: components.KindBare, Busy: busy,
				OnClick: func(app.Context) { p.look(c.ID) },
			}),
			&components.Button{
				ID: "connections-end-" + c.ID, Label: text.T("connections.end"), Kind: components.KindBare,
				OnClick: pages.Set(&p.ending, c.ID),
			},
		),
	)
}

// shopsOf names a few shops; more are shown when asked for.
func shopsOf(names []string) app.UI {
	if len(names) == 0 {
		return pages.Soft(text.T("connections.shops.none"))
	}
	list := app.Ul().Class("connections-shops").Body(pages.Each(names, func(name string) app.UI {
		return app.Li().Body(pages.Name(name))
	}))
	if len(names) <= few {
		return list
	}
	return app.Details().Body(
		app.Summary().Body(app.B().Text(text.N("shops.count", len(names)))),
		list,
	)
}

// why says what is wrong in a sentence, "" when nothing is.
func why(c api.Connection, now time.Time) string {
	switch {
	case c.State == api.ConnectionSignIn:
		if c.EndsAt > now.UnixMilli() {
			return text.Dots(ends(c.EndsAt, now), text.T("connections.why.sign_in"))
		}
		return text.T("connections.why.sign_in")
	case c.Unsaved:
		return text.T("connections.why.unsaved")
	case c.Trouble == "refused":
		return text.T("connections.why.refused")
	case c.State == api.ConnectionLate, c.Trouble != "":
		return text.T("connections.why.late")
	}
	return ""
}
