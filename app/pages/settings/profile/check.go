package profile

import (
	"strconv"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/backend"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/settings"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
)

// lookEvery is the time between two looks at a check that runs.
const lookEvery = time.Second

// check compares what is assumed of the platform with what it does.
type check struct {
	app.Compo

	pages.Deps

	ctx    app.Context
	shop   int64
	last   *api.Check
	busy   bool  // a check is being started
	failed error // of the start
	read   pages.Reader
	starts pages.Generation
}

// OnMount reads how the check stands.
func (c *check) OnMount(ctx app.Context) {
	c.ctx = ctx
	pages.Read(ctx, &c.read, backend.Check.From(c.Backend), c.take)
}

// take looks again in a moment while the check runs.
func (c *check) take(last *api.Check) {
	if c.last = last; last.Running {
		c.ctx.After(lookEvery, c.read.Again)
	}
}

func (c *check) start(app.Context) {
	c.busy, c.failed = true, nil
	pages.Load(c.ctx, &c.starts, backend.StartCheck.To(c.Backend, api.StartCheck{ShopID: c.shop}),
		func(ctx app.Context, last *api.Check, err error) {
			if c.busy, c.failed = false, err; err != nil {
				c.read.Again(ctx) // another one may run
				return
			}
			c.take(last)
		})
}

// Render draws the check.
func (c *check) Render() app.UI {
	return components.Card{ID: "check", Title: text.T("profile.check")}.With(
		pages.Soft(text.T("profile.check.text")),
		c.read.Note(2, text.T("profile.check.failed")),
		components.Maybe(c.last != nil, c.ask),
		pages.MaybeFailure(text.T("profile.check.failed"), c.failed, c.start),
		components.Maybe(c.last != nil && c.last.At != 0, c.outcome),
	)
}

func (c *check) ask() app.UI {
	if c.shop == 0 { // the shops may come after the page
		c.shop = c.State.ShopFor(platform.PermissionShopView, nil)
	}
	return pages.Div("settings-form",
		&components.Select{
			ID: "check-shop", Label: text.T("profile.check.shop"), Value: strconv.FormatInt(c.shop, 10),
			Options:  pages.ShopOptions(c.State, ""),
			OnChange: func(_ app.Context, id string) { c.shop, _ = strconv.ParseInt(id, 10, 64) },
		},
		pages.Row(&components.Button{
			ID: "check-go", Label: text.T("edit.check"), Busy: c.busy || c.last.Running, Disabled: c.shop == 0,
			OnClick: c.start,
		}),
	)
}

// outcome says how far the check is, and what came of it.
func (c *check) outcome() app.UI {
	k := c.last
	shop, _ := c.State.Shop(k.ShopID)
	said := text.Dots(text.Isolate(k.By), text.When(k.At))
	if name := state.DisplayName(shop); name != "" {
		said = text.Dots(said, text.Isolate(name))
	}
	status := text.N("profile.check.calls", k.Calls)
	if k.Failed {
		status = text.T("profile.check.failed")
	}
	return pages.Stack(
		app.Div().Body(
			app.P().ID("check-status").Role("status").Text(status),
			pages.SoftSmall(said),
		),
		components.Maybe(len(k.Findings) > 0, func() app.UI { return settings.List(k.Findings, findingRow) }),
	)
}

func findingRow(f api.CheckFinding) app.UI {
	lines := f.Seen
	if f.State == api.CheckUnseen {
		lines = []string{f.How}
	}
	return app.Li().DataSet("finding", f.Name).Body(
		pages.Div("settings-who",
			app.B().Body(english(f.Assumption)),
			pages.Each(lines, func(line string) app.UI { return app.P().Class("soft", "small").Body(english(line)) }),
			components.Only(f.Setting != "", app.P().Class("small").Body(
				app.Text(text.T("profile.check.setting")+" "), english(f.Setting))),
		),
		findingPill(f.State),
	)
}

// english are the doctor's words, which have one language.
func english(words string) app.UI { return pages.Name(words).Attr("lang", "en") }

func findingPill(s api.CheckState) *components.Pill {
	tones := map[api.CheckState]components.Tone{
		api.CheckHolds: components.ToneOK, api.CheckDiffers: components.ToneBad, api.CheckAssumed: components.ToneWarn,
	}
	return &components.Pill{Tone: tones[s], Text: text.Word("profile.check.", s)}
}
