package hooks

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/settings"
	"github.com/shopdesk/shopdesk/app/stepup"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
)

// Render draws the page.
func (p *Page) Render() app.UI {
	known := p.hooks != nil
	return settings.Frame(p.Deps, text.T("hooks.intro"),
		p.read.Note(4, text.T("edit.failed")),
		pages.MaybeFailure(text.T(p.failed), p.act.Err, nil),
		components.Maybe(p.refuse > 0, func() app.UI {
			title, words := text.N("hooks.register.refused", p.refuse), text.T("hooks.register.refused.do")
			return &components.Note{Tone: components.ToneBad, Title: title, Text: words, Alert: true}
		}),
		components.Maybe(known, p.reach),
		components.Maybe(known && len(p.hooks.Gaps) > 0, p.gaps),
		components.Maybe(known, p.events),
		components.Maybe(known, p.messages),
		p.dialog(),
		stepup.Dialog(p.Deps, &p.act.Guard),
	)
}

// reach says where the platform pushes to and what was heard of it.
func (p *Page) reach() app.UI {
	h := p.hooks
	reload := components.Button{
		ID: "hooks-read", Label: text.T("action.refresh"), Icon: components.IconReload, Kind: components.KindBare,
		OnClick: p.read.Again,
	}
	return components.Card{ID: "hooks-reach", Title: text.T("hooks.reach"), Head: pages.Buttons(reload)}.With(
		components.Maybe(h.Hearing.Silent, func() app.UI { return silence(h.Hearing) }),
		components.Shown(h.Mode == api.HookObserve, &components.Note{
			Tone: components.ToneWarn, Title: text.T("hooks.observe"), Text: text.T("hooks.observe.do"), Quiet: true,
		}),
		settings.URL("hooks-url", h.URL),
		pages.Row(
			&components.Button{ID: "hooks-copy", Label: text.T("hooks.copy"), Icon: components.IconCopy, OnClick: p.copyURL},
			settings.Copied(p.copied),
		),
		pages.SoftSmall(text.T("hooks.url.hint")),
		app.Dl().Class("settings-facts").Body(
			settings.Fact("hooks-rule", text.T("hooks.rule"), ruleOf(h.Rule)),
			settings.Fact("hooks-mode", text.T("hooks.mode"), text.Word("hooks.mode.", h.Mode)),
			settings.Fact("hooks-beat", text.T("hooks.heartbeat"), moment(h.Heartbeat)),
			settings.Fact("hooks-message", text.T("hooks.message"), moment(h.Message)),
			settings.Fact("hooks-refused", text.T("hooks.refused"), moment(h.Refused)),
			settings.Fact("hooks-secrets", text.T("hooks.secrets"), strconv.Itoa(h.Secrets)),
			settings.Fact("hooks-older", text.T("hooks.older"), moment(h.Older)),
			settings.Fact("hooks-waiting", text.T("hooks.waiting"), waiting(h)),
		),
	)
}

// silence says that no message comes through, why, and what to do.
func silence(h api.Hearing) app.UI {
	since, do := "", text.T("hooks.silent.do", text.LTR(`{"code":0}`))
	if h.HeardAt != 0 {
		since = moment(h.HeardAt)
	}
	if h.Why == api.GapRefused {
		do = text.T("hooks.silent.refused")
	}
	note := pages.SilentNote("hooks-silent", since)
	note.Tone, note.Text, note.Alert, note.Quiet = components.ToneBad, text.Together(gapWhy(h.Why), do), false, true
	return note
}

func gapWhy(why api.GapWhy) string { return text.Word("hooks.gap.", why) }

// gaps lists the times in which no message came through.
func (p *Page) gaps() app.UI {
	return components.Card{ID: "hooks-gaps", Title: text.T("hooks.gaps"), Flush: true}.With(
		app.P().Class("hooks-more", "soft", "small").Text(text.T("hooks.gaps.text")),
		settings.List(p.hooks.Gaps, func(g api.HookGap) app.UI {
			return app.Li().Body(settings.Who(text.T("dates.span", moment(g.Since), moment(g.Until)), gapWhy(g.Why)))
		}),
	)
}

func waiting(h *api.Hooks) string {
	if h.Waiting == 0 {
		return text.T("hooks.waiting.none")
	}
	return text.N("hooks.waiting.some", h.Waiting, moment(h.Oldest))
}

// events lists the registrations.
func (p *Page) events() app.UI {
	all := p.hooks.Events
	title := text.T("hooks.events")
	return components.Card{ID: "hooks-events", Title: title, Flush: true, Head: pages.Buttons(components.Button{
		ID: "hooks-register", Label: text.T("hooks.register.all"), Icon: components.IconLink,
		Busy:    p.act.Busy == busyRegister,
		OnClick: pages.Set(&p.asking, codes(all)),
	})}.With(
		pages.Div("hooks-test", &components.Checkbox{
			ID: "hooks-test", Label: text.T("hooks.test"), Hint: text.T("hooks.test.hint"), Checked: p.test,
			OnChange: p.chooseTest,
		}),
		settings.Rows(all, rowID, p.event),
	)
}

func rowID(e api.HookEvent) string {
	id := "hooks-event-" + strconv.Itoa(e.EventID)
	if e.Test {
		id += "-test"
	}
	return id
}

// event is an event, how its registration stands, and what came.
func (p *Page) event(e api.HookEvent) app.UI {
	code := strconv.Itoa(e.EventID)
	registered, came := text.T("hooks.unset"), text.T("hooks.came.none")
	if e.State != api.HookUnset {
		registered = text.T("hooks.asked", moment(e.At), text.Isolate(e.By))
	}
	if e.Count != 0 {
		came = text.N("hooks.came", int(e.Count), moment(e.LastAt))
	}
	return app.Li().ID("%s", rowID(e)).Body(
		settings.Who(
			eventName(e.EventID), registered,
			components.Only(e.Text != "", app.P().Class("small").Dir("auto").Text(e.Text)),
			pages.SoftSmall(came),
		),
		pages.Row(
			pillOf(e),
			components.Only(e.Test, pages.Pill(components.ToneInfo, "hooks.state.test")),
		),
		components.Only(!e.Test, &components.Button{
			ID: rowID(e) + "-go", Label: text.T("hooks.register.one", text.LTR(code)), Kind: components.KindBare,
			Busy: p.act.Busy == code, OnClick: pages.Set(&p.asking, []int{e.EventID}),
		}),
	)
}

// dialog asks before the platform is told to send elsewhere than it may now.
func (p *Page) dialog() app.UI {
	title, words := text.T("hooks.register.all"), text.T("hooks.ask.text")
	if len(p.asking) == 1 {
		title = text.T("hooks.register.one", eventName(p.asking[0]))
	}
	if p.test {
		words = text.T("hooks.ask.test")
	}
	return pages.Question{
		ID: "hooks-ask", Title: title, Open: p.asking != nil, Text: words, Close: pages.Set(&p.asking, nil),
		Go: components.Button{
			ID: "hooks-ask-go", Label: text.T("hooks.ask.go"), Kind: components.KindGo, OnClick: p.register,
		},
	}.Dialog()
}
