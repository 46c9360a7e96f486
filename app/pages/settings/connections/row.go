package connections

import (
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
)

// few is how many shops are named without being asked for.
const few = 3

// row is one connection.
type row struct {
	app.Compo

	Connection api.Connection
	Names      []string // of its shops
	Now        time.Time
	Busy       bool
	Redirect   bool
	OnMend     func(app.Context, string)
	OnLook     func(app.Context, string)
	OnEnd      func(app.Context, string)
}

// CompoID keeps one connection's buttons from becoming another's.
func (r *row) CompoID() string { return r.Connection.ID }

func (r *row) mend(ctx app.Context) { r.OnMend(ctx, r.Connection.ID) }
func (r *row) look(ctx app.Context) { r.OnLook(ctx, r.Connection.ID) }
func (r *row) end(ctx app.Context)  { r.OnEnd(ctx, r.Connection.ID) }

// Render draws the row.
func (r *row) Render() app.UI {
	c := r.Connection
	shown := pill(c.State, c.EndsAt, r.Now)
	broken := c.State == api.ConnectionSignIn
	return app.Li().Class("connections-row").Body(
		app.Div().Class("connections-what").Body(
			r.shops(),
			pages.SoftSmall(text.T("connections.by", text.Isolate(c.By), text.Isolate(text.MomentMS(c.ConnectedAt)))),
			app.P().Class("small", "connections-why").Text(r.why()),
		),
		app.Div().Class("connections-state").Body(&shown),
		app.Div().Class("row", "connections-do").Body(
			components.Maybe(broken, func() app.UI {
				label := text.T("connections.again")
				if !r.Redirect {
					label = text.T("connections.again.code")
				}
				return &components.Button{ID: "connections-mend-" + c.ID, Label: label, Kind: components.KindGo, Busy: r.Busy, OnClick: r.mend}
			}),
			components.Maybe(!broken, func() app.UI {
				return &components.Button{ID: "connections-look-" + c.ID, Label: text.T("connections.look"), Kind: components.KindBare, Busy: r.Busy, OnClick: r.look}
			}),
			&components.Button{ID: "connections-end-" + c.ID, Label: text.T("connections.end"), Kind: components.KindBare, OnClick: r.end},
		),
	)
}

// shops names a few; more are shown when asked for.
func (r *row) shops() app.UI {
	switch n := len(r.Names); {
	case n == 0:
		return pages.Soft(text.T("connections.shops.none"))
	case n <= few:
		return app.Ul().Class("connections-shops").Body(r.items()...)
	}
	return app.Details().Class("connections-more").Body(
		app.Summary().Body(app.B().Text(text.N("connections.shops", len(r.Names)))),
		app.Ul().Class("connections-shops").Body(r.items()...),
	)
}

func (r *row) items() []app.UI {
	var items []app.UI
	for _, name := range r.Names {
		items = append(items, app.Li().Body(app.Elem("bdi").Text(name)))
	}
	return items
}

// why says what is wrong in a sentence, "" when nothing is.
func (r *row) why() string {
	c := r.Connection
	switch {
	case c.State == api.ConnectionSignIn:
		if c.EndsAt > r.Now.UnixMilli() {
			return text.T("connections.why.sign_in") + " " + ends(c.EndsAt, r.Now) + "."
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
