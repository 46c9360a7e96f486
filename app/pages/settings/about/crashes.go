package about

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/backend"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/settings"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
)

// crashes lists how the program died in browsers, for owners.
type crashes struct {
	app.Compo

	pages.Deps

	list *api.Crashes
	read pages.Reader
}

// OnMount reads the list.
func (c *crashes) OnMount(ctx app.Context) {
	pages.Read(ctx, &c.read, backend.Crashes.From(c.Backend), pages.Into(&c.list))
}

// Render draws the list.
func (c *crashes) Render() app.UI {
	known := c.list != nil && len(c.list.Crashes) > 0
	return components.Card{ID: "crashes", Title: text.T("about.crashes"), Flush: known}.With(c.body())
}

func (c *crashes) body() app.UI {
	switch {
	case c.read.Err != nil:
		return pages.FailureNote(text.T("edit.failed"), c.read.Err, c.read.Again)
	case c.list == nil:
		return pages.Loading(2)
	case len(c.list.Crashes) == 0:
		return settings.None(text.T("about.crashes.none"), text.T("about.crashes.none.text"))
	}
	return settings.Rows(c.list.Crashes, func(c api.Crash) string { return c.Build + c.Text + stack(c.Stack) }, row)
}

func row(c api.Crash) app.UI {
	title := text.T("about.crashes.untold")
	if c.Text != "" {
		title = text.LTR(c.Text)
	}
	last := text.When(c.LastAt)
	return app.Li().Body(settings.Who(
		title, text.N("profile.sight.times", int(c.Times), last),
		pages.SoftSmall(text.T("about.crashes.where", text.LTR("/"+c.Page), text.LTR(c.Build))),
		components.Shown(!c.Mapped, pages.SoftSmall(text.T("about.crashes.unmapped"))),
		settings.Raw(text.T("about.crashes.stack"), stack(c.Stack)),
	))
}

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
