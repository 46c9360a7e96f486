package about

import (
	"strconv"
	"strings"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
)

// crashes lists how the program died in browsers, for owners.
type crashes struct {
	app.Compo

	Deps pages.Deps

	list  *api.Crashes
	err   error
	calls pages.Generation
	ctx   app.Context
}

// OnMount reads the list.
func (c *crashes) OnMount(ctx app.Context) {
	c.ctx = ctx
	ctx.Handle(state.ActionSignedIn, func(ctx app.Context, _ app.Action) { c.read(ctx) })
	c.read(ctx)
}

// OnDismount drops the call under way.
func (c *crashes) OnDismount() { c.calls.Drop() }

func (c *crashes) read(app.Context) {
	c.err = nil
	pages.Load(c.ctx, &c.calls, c.Deps.Backend.Crashes, func(_ app.Context, list *api.Crashes, err error) {
		if c.err = err; err == nil {
			c.list = list
		}
	})
}

// Render draws the list.
func (c *crashes) Render() app.UI {
	known := c.list != nil && len(c.list.Crashes) > 0
	return &components.Card{ID: "crashes", Title: text.T("about.crashes"), Flush: known, Body: c.body}
}

func (c *crashes) body() []app.UI {
	switch {
	case c.err != nil:
		return []app.UI{pages.FailureNote(text.T("about.crashes.failed"), c.err, c.read)}
	case c.list == nil:
		return []app.UI{&components.Skeleton{Label: text.T("loading"), Rows: 2}}
	case len(c.list.Crashes) == 0:
		none, why := text.T("about.crashes.none"), text.T("about.crashes.none.text")
		return []app.UI{&components.Empty{Icon: components.IconCheck, Title: none, Text: why}}
	}
	rows := app.Range(c.list.Crashes).Slice(func(i int) app.UI { return row(c.list.Crashes[i]) })
	return []app.UI{app.Ul().Class("settings-list").Body(rows)}
}

func row(c api.Crash) app.UI {
	title := text.T("about.crashes.untold")
	if c.Text != "" {
		title = text.LTR(c.Text)
	}
	last := text.Isolate(text.Moment(time.UnixMilli(c.LastAt)))
	return app.Li().Body(app.Div().Class("settings-who").Body(
		app.B().Text(title),
		small(text.N("about.crashes.times", int(c.Times), last)),
		small(text.T("about.crashes.where", text.LTR("/"+c.Page), text.LTR(c.Build))),
		components.Maybe(!c.Mapped, func() app.UI { return small(text.T("about.crashes.unmapped")) }),
		app.Details().Class("settings-raw").Body(
			app.Summary().Text(text.T("about.crashes.stack")), app.Pre().Dir("ltr").Text(stack(c.Stack)),
		),
	))
}

func small(words string) app.UI { return app.P().Class("soft", "small").Text(words) }

// stack is a stack as it is read by who mends the program: a function a line, and where it is.
func stack(frames []api.CrashFrame) string {
	var lines strings.Builder
	for _, f := range frames {
		lines.WriteString(f.Name)
		if f.File != "" {
			lines.WriteString("\n    " + f.File)
		}
		if f.Line > 0 {
			lines.WriteString(":" + strconv.Itoa(f.Line))
		}
		lines.WriteByte('\n')
	}
	return lines.String()
}
