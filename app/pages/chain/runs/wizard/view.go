package wizard

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
)

// Render draws the page: its three steps, and the one at hand.
func (p *Page) Render() app.UI {
	return pages.Stack(
		pages.Titled(text.T("runs.new"), text.T("runs.new.intro"),
			p.LinkTo(routes.Route{Page: routes.Runs}, text.T("runs.all"))),
		components.Maybe(!p.draftAt.IsZero(), p.draftNote),
		components.Maybe(p.w.Earlier != nil, p.earlierNote),
		components.Shown(p.unkept, &components.Note{
			Tone: components.ToneWarn, Title: text.T("edit.storage"), Text: text.T("edit.storage.text"),
		}),
		p.steps(),
		p.content(),
		pages.Said(p.spoken),
		p.dialog(),
	)
}

func (p *Page) draftNote() app.UI {
	return pages.Notice{
		Tone: components.ToneInfo, Title: text.T("edit.draft", text.Moment(p.draftAt)), Text: text.T("runs.draft.text"),
		Action: text.T("runs.draft.drop"), Do: p.startOver,
	}.Note("apply-draft")
}

// steps are the three, each with what was done in it so far.
func (p *Page) steps() app.UI {
	about := [...]string{
		text.N("shops.count", len(p.w.Shops)),
		text.T("runs.change.nothing"),
		"",
	}
	if len(p.w.On) > 0 {
		about[stepChange] = p.w.proposed()
	}
	if p.look != nil {
		about[stepPreview] = text.N("runs.preview.takes", len(p.look.taking()))
	}
	return app.Nav().Aria("label", text.T("runs.steps")).Body(app.Ol().Class("apply-steps").Body(
		p.stepLink(stepShops, text.T("nav.shops.short"), about[stepShops]),
		p.stepLink(stepChange, text.T("runs.step.change"), about[stepChange]),
		p.stepLink(stepPreview, text.T("runs.step.preview"), about[stepPreview]),
	))
}

func (p *Page) stepLink(s step, name, about string) app.UI {
	current := ""
	if p.w.Step == s {
		current = "step"
	}
	return app.Li().Body(app.Button().Type("button").ID("%s", "apply-step-"+strconv.Itoa(int(s))).Class("apply-step").
		Aria("current", current).
		OnClick(func(ctx app.Context, _ app.Event) { p.walk(ctx, s) }).
		Body(
			pages.Span("apply-step-number num", strconv.Itoa(int(s)+1)),
			app.Span().Class("apply-step-words").Body(
				app.B().Text(name),
				pages.Span("soft small cut", about),
			),
		))
}

// content is the step at hand. Each is another part of the page: what was opened or
// typed in one would stay in the next.
func (p *Page) content() app.UI {
	draw := [...]func() app.UI{stepShops: p.shopsStep, stepChange: p.changeStep, stepPreview: p.previewStep}
	return &pages.Keyed{Key: strconv.Itoa(int(p.w.Step)), Draw: draw[p.w.Step]}
}

// title is a step's heading, where the keyboard goes.
func title(words string) app.UI {
	return app.H2().ID(stepTitle).TabIndex(-1).Text(words)
}

// dialog asks before the run is made.
func (p *Page) dialog() app.UI {
	n, unknown := 0, 0
	if p.look != nil {
		n, unknown = len(p.look.taking()), p.look.counts()[api.VerdictUnknown]
	}
	at := p.w.When.says(p.clock(), p.place())
	question, label := text.N("runs.ask.now", n, p.w.name(n)), strings.TrimSuffix(text.N("runs.go.now", n), "…")
	if at != "" {
		question, label = text.N("runs.ask.at", n, p.w.name(n), at), text.T("runs.go.at")
	}
	return pages.Asking(&p.asking, pages.Question{
		ID: "apply-ask", Title: text.N("runs.ask", n), Text: question,
		Body: func() []app.UI {
			return []app.UI{
				components.Shown(p.w.Name != "", app.P().Text(p.w.proposed())), // the proposed name says it
				components.Only(unknown > 0, pages.Soft(text.N("runs.ask.unknown", unknown))),
				pages.Soft(text.T("runs.ask.undo")),
			}
		},
		Go: components.Button{ID: "apply-ask-go", Label: label, Kind: components.KindGo, OnClick: p.start},
	})
}
