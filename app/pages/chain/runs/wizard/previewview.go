package wizard

import (
	"strconv"
	"strings"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/chain/diff"
	"github.com/shopdesk/shopdesk/app/pages/shop/special"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
)

// previewStep says what the change would do, shop by shop, and begins the run.
func (p *Page) previewStep() app.UI {
	return pages.Stack(
		pages.Head(
			title(text.T("runs.step.preview")),
			&components.Button{
				ID: "apply-back", Label: text.T("action.back"), Kind: components.KindBare, OnClick: p.to(stepChange),
			},
		),
		components.Maybe(p.seen(), func() app.UI { return pages.Soft(p.effort()) }),
		components.Shown(p.w.shuts(), pages.Doubt(text.T("hours.shut"))),
		components.Maybe(
			p.lookErr != nil, func() app.UI { return p.refusal(text.T("runs.preview.failed"), p.lookErr, p.preview) },
		),
		components.Shown(p.look == nil && p.lookErr == nil,
			components.Card{}.With(&components.Skeleton{Label: text.T("runs.preview.loading"), Rows: 6})),
		components.Maybe(p.startErr != nil, func() app.UI { return app.Div().ID("apply-start-failed").Body(p.startNote()) }),
		components.Maybe(p.seen(), p.outcomes),
		components.Shown(p.look != nil, &components.Stuck{To: components.EdgeEnd, Draw: p.launch}),
	)
}

// refusal says that something couldn't be done, and what the server found wrong
// with the change.
func (p *Page) refusal(what string, err error, again func(app.Context)) app.UI {
	_, refusal := pages.OutcomeOf(err)
	if refusal == nil || len(refusal.Problems) == 0 {
		return pages.FailureNote(what, err, again)
	}
	for i, wrong := range refusal.Problems {
		refusal.Problems[i].Path = strings.TrimPrefix(wrong.Path, "change.")
	}
	words := diff.Problems(refusal.Problems, p.w.Dates.Dates())
	return &components.Note{
		Tone: components.ToneBad, Title: what, Alert: true,
		Body:    pages.Paragraphs(words),
		Actions: pages.Buttons(components.Button{Label: text.T("action.back"), OnClick: p.to(stepChange)}),
	}
}

// effort says how much the run is, and how old what we know is.
func (p *Page) effort() string {
	words := text.N("runs.preview.calls", p.look.Calls, lasts(p.look.Takes))
	if at := Oldest(&p.look.Preview); at != 0 {
		words = text.Together(words, text.T("runs.preview.age", text.When(at)))
	}
	return words
}

// lasts writes a length of time roughly: "less than a minute", "3 minutes".
func lasts(ms int64) string {
	m := int((ms + time.Minute.Milliseconds() - 1) / time.Minute.Milliseconds())
	switch {
	case ms < time.Minute.Milliseconds():
		return text.T("hours.span.less")
	case m < 120:
		return text.N("hours.span.minute", m)
	}
	return text.N("hours.span.hour", (m+30)/60)
}

// launch is the button that begins the run, in sight below the list, with the run's name and its time at hand. They are
// folded so that the bar covers little of the list.
func (p *Page) launch() app.UI {
	n, w, doubts := len(p.look.taking()), &p.w.When, p.look.counts()[doubtful]
	label := text.N("runs.go.now", n)
	if w.Later {
		label = text.N("runs.go.later", n)
	}
	p.options = p.options || w.Later
	return app.Section().ID("apply-launch").Class("savebar").Aria("label", text.T("runs.launch")).Body(
		components.Maybe(p.options, p.launchOptions),
		pages.Div("savebar-text",
			components.Shown(!p.options && p.w.Name != "",
				app.P().Text(text.T("edit.of", text.T("label.name"), text.Isolate(p.w.Name)))),
			app.P().ID("apply-at-says").Role("status").Body(app.B().Text(w.says(p.clock(), p.place()))),
			components.Shown(doubts > 0, pages.Doubt(text.N("runs.preview.doubtful", doubts))),
			components.Shown(n == 0, pages.Span("soft", text.T("runs.go.none"))),
		),
		pages.Div("savebar-actions",
			components.Shown(!p.options, &components.Button{
				ID: "apply-options", Label: text.T("runs.options"), Kind: components.KindBare, OnClick: func(ctx app.Context) {
					p.options = true
					components.FocusID(ctx, fieldName)
				},
			}),
			&components.Button{
				ID: "apply-go", Label: label, Kind: components.KindGo, Disabled: n == 0 || p.lookErr != nil,
				Busy: p.act.Busy != "" || p.seen() && p.look.at != p.lookAt, OnClick: p.ask,
			},
		),
	)
}

// launchOptions are the run's name and its time.
func (p *Page) launchOptions() app.UI {
	w, when := &p.w.When, "now"
	if w.Later {
		when = "later"
	}
	return pages.Div("apply-options stack",
		&components.TextField{
			ID: fieldName, Label: text.T("label.name"),
			Hint:     text.T("runs.name.hint", p.w.proposedIn(len(p.look.taking()))),
			Optional: text.T("label.optional"),
			Value:    p.w.Name, MaxLength: api.MaxRunName, Autocomplete: "off", OnInput: pages.Bind(&p.w.Name, p.launchEdited),
		},
		&components.Choices{
			ID: "apply-when", Label: text.T("runs.when"), Value: when, OnChange: func(ctx app.Context, v string) {
				w.Later = v == "later"
				p.launchEdited(ctx)
			},
			Options: []components.Option{
				{Value: "now", Label: text.T("runs.when.now")}, {Value: "later", Label: text.T("runs.when.later")},
			},
		},
		components.Shown(w.Later, pages.Div("apply-pair",
			&components.TextField{
				ID: fieldAtDate, Label: text.T("label.day"), Type: "date", Value: w.Date, Error: p.whenBad.At(fieldAtDate),
				OnInput: pages.Bind(&w.Date, p.launchEdited),
			},
			special.Clock(components.Field{
				ID: fieldAtTime, Label: text.T("label.time"), Hint: text.T("daily.zone", p.place()),
				Error: p.whenBad.At(fieldAtTime),
			}, w.Time, pages.Bind(&w.Time, p.launchEdited)),
		)),
	)
}

// outcomes are the shops with what would happen to them.
func (p *Page) outcomes() app.UI {
	counts := p.look.counts()
	choices := []components.Option{{Label: text.T("runs.verdict.all"), Num: text.Number(len(p.look.Shops))}}
	for _, v := range verdicts {
		if counts[v] > 0 || v == p.verdict {
			choices = append(
				choices,
				components.Option{Value: string(v), Label: text.T("runs.verdict." + string(v)), Num: text.Number(counts[v])},
			)
		}
	}
	found, label := p.look.matching(p.verdict, p.lookFor), text.T("runs.step.preview")
	return components.Card{Flush: true}.With(
		components.Maybe(len(choices) > 2 || p.hasSearch(), func() app.UI { // all, and more than one verdict
			return pages.Div("apply-filters",
				&components.Choices{
					ID: "apply-verdict", Label: text.T("runs.verdict"), Value: string(p.verdict), Options: choices,
					OnChange: func(_ app.Context, v string) { p.verdict = api.Verdict(v) },
				},
				components.Shown(p.hasSearch(), pages.Search(fieldLook, text.T("shops.find"), &p.lookFor)),
			).Role("search")
		}),
		pages.NoneFit(len(found), text.T("shops.none.fits"), "", nil),
		&components.LongList{ID: "apply-outlook", Label: label, Count: len(found), Row: func(i int) app.UI {
			s := found[i]
			return &outlookRow{
				Page: p, Shop: s, Name: p.ShopName(s.ShopID),
				Lines:    diff.Lines(s.Differences, pages.WhenIn(p.State, s.ShopID)),
				Problems: diff.Problems(s.Problems, p.w.Dates.Dates()),
				Doubts:   diff.Problems(s.Warnings, p.w.Dates.Dates()),
			}
		}},
	)
}

// manyLooked is from how many shops on a preview has a search.
const manyLooked = 9

const fieldLook = "apply-look"

// hasSearch reports whether the preview has a search.
func (p *Page) hasSearch() bool { return len(p.look.Shops) >= manyLooked || p.lookFor != "" }

// outlookRow is one shop of the preview.
type outlookRow struct {
	app.Compo

	Page     *Page
	Shop     api.PreviewShop
	Name     string
	Lines    []diff.Line
	Problems []string
	Doubts   []string
}

// CompoID is the shop.
func (r *outlookRow) CompoID() string { return "apply-look-" + strconv.FormatInt(r.Shop.ShopID, 10) }

// Render draws what would happen to the shop.
func (r *outlookRow) Render() app.UI {
	s := r.Shop
	return app.Div().ID("%s", r.CompoID()).Class("apply-outcome").Body(
		pages.Div("apply-outcome-head",
			app.B().Dir("auto").Text(r.Name),
			&components.Pill{Tone: verdictTones[s.Verdict], Text: text.Word("runs.verdict.", s.Verdict)},
			&components.IconButton{
				ID: r.CompoID() + "-out", Icon: components.IconClose, Kind: components.KindBare,
				Label: text.T("runs.preview.out", r.Name), OnClick: r.out,
			},
		),
		diff.More(r.Lines, 4),
		app.If(len(r.Problems) > 0, func() app.UI {
			return app.Ul().Class("apply-problems").Body(pages.Each(r.Problems, func(problem string) app.UI {
				return app.Li().Class("err").Body(&components.Icon{Name: components.IconWarn}, app.Span().Text(problem))
			}))
		}),
		app.Range(r.Doubts).Slice(func(i int) app.UI { return pages.Doubt(text.Doubt(r.Doubts[i])) }),
		components.Only(s.Verdict == api.VerdictUnknown, pages.SoftSmall(text.T("runs.verdict.unknown.text"))),
	)
}

func (r *outlookRow) out(app.Context) {
	r.Page.takeOut(r.Shop.ShopID)
	to := "apply-go"
	if r.Page.hasSearch() {
		to = fieldLook
	}
	components.FocusID(r.Page.ctx, to)
}

var verdictTones = map[api.Verdict]components.Tone{
	api.VerdictChanges: components.ToneOK, api.VerdictBroken: components.ToneBad, api.VerdictDenied: components.ToneBad,
	api.VerdictUnknown: components.ToneWarn,
}
