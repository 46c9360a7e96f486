package hooks

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/settings"
	"github.com/shopdesk/shopdesk/app/stepup"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
)

// Render draws the page.
func (p *Page) Render() app.UI {
	known := p.hooks != nil
	return settings.Frame(p.Deps, text.T("hooks.intro"),
		components.Maybe(p.err != nil, func() app.UI { return pages.FailureNote(text.T("hooks.failed"), p.err, p.read) }),
		components.Maybe(p.failed.err != nil, func() app.UI { return pages.FailureNote(p.failed.what, p.failed.err, nil) }),
		components.Maybe(p.refuse > 0, func() app.UI {
			return &components.Note{Tone: components.ToneBad, Title: text.N("hooks.register.refused", p.refuse), Text: text.T("hooks.register.refused.do"), Alert: true}
		}),
		components.Maybe(!known && p.err == nil, func() app.UI {
			return &components.Card{Body: func() []app.UI { return []app.UI{&components.Skeleton{Label: text.T("loading"), Rows: 4}} }}
		}),
		components.Maybe(known, p.reach),
		components.Maybe(known, p.events),
		components.Maybe(known, p.messages),
		p.dialog(),
		stepup.Dialog(p.Deps, &p.guard),
	)
}

// reach says where the platform pushes to and what was heard of it.
func (p *Page) reach() app.UI {
	h := p.hooks
	return &components.Card{ID: "hooks-reach", Title: text.T("hooks.reach"), Head: func() []app.UI {
		return []app.UI{&components.Button{ID: "hooks-read", Label: text.T("hooks.read"), Icon: components.IconReload, Kind: components.KindBare, OnClick: p.read}}
	}, Body: func() []app.UI {
		return []app.UI{
			components.Maybe(h.Hearing.Silent, func() app.UI {
				return &components.Note{Tone: components.ToneBad, Title: text.T("hooks.silent", moment(h.Hearing.HeardAt)), Text: text.T("hooks.silent.do"), Quiet: true}
			}),
			components.Maybe(h.Mode == api.HookObserve, func() app.UI {
				return &components.Note{Tone: components.ToneWarn, Title: text.T("hooks.observe"), Text: text.T("hooks.observe.do"), Quiet: true}
			}),
			app.P().ID("hooks-url").Class("settings-link").Dir("ltr").Text(h.URL),
			app.Div().Class("row").Body(
				&components.Button{ID: "hooks-copy", Label: text.T("hooks.copy"), Icon: components.IconCopy, OnClick: p.copyURL},
				app.Span().Role("status").Body(app.If(p.copied, func() app.UI { return app.Text(text.T("hooks.copied")) })),
			),
			app.P().Class("soft", "small").Text(text.T("hooks.url.hint")),
			app.Dl().Class("settings-facts").Body(
				fact("hooks-rule", text.T("hooks.rule"), ruleOf(h.Rule)),
				fact("hooks-mode", text.T("hooks.mode"), modeName(h.Mode)),
				fact("hooks-beat", text.T("hooks.heartbeat"), moment(h.Heartbeat)),
				fact("hooks-message", text.T("hooks.message"), moment(h.Message)),
				fact("hooks-refused", text.T("hooks.refused"), moment(h.Refused)),
				fact("hooks-secrets", text.T("hooks.secrets"), strconv.Itoa(h.Secrets)),
				fact("hooks-older", text.T("hooks.older"), moment(h.Older)),
				fact("hooks-waiting", text.T("hooks.waiting"), waiting(h)),
			),
		}
	}}
}

func fact(id, name, value string) app.UI {
	return app.Div().Body(app.Dt().Class("soft").Text(name), app.Dd().ID("%s", id).Class("num").Text(value))
}

func modeName(mode api.HookMode) string {
	switch mode {
	case api.HookEnforce:
		return text.T("hooks.mode.enforce")
	case api.HookObserve:
		return text.T("hooks.mode.observe")
	}
	return string(mode)
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
	return &components.Card{ID: "hooks-events", Title: text.T("hooks.events"), Flush: true, Head: func() []app.UI {
		return []app.UI{&components.Button{
			ID: "hooks-register", Label: text.T("hooks.register.all"), Icon: components.IconLink, Busy: p.busy == busyRegister, OnClick: p.askAll,
		}}
	}, Body: func() []app.UI {
		return []app.UI{
			app.Div().Class("hooks-test").Body(&components.Checkbox{
				ID: "hooks-test", Label: text.T("hooks.test"), Hint: text.T("hooks.test.hint"), Checked: p.test, OnChange: p.chooseTest,
			}),
			app.Ul().Class("settings-list").Body(app.Range(all).Slice(func(i int) app.UI {
				return &eventRow{Event: all[i], Busy: p.busy == strconv.Itoa(all[i].EventID), OnRegister: p.askOne}
			})),
		}
	}}
}

// eventRow is the registration for one event.
type eventRow struct {
	app.Compo

	Event      api.HookEvent
	Busy       bool
	OnRegister func(app.Context, int)
}

// CompoID is the event's.
func (r *eventRow) CompoID() string { return "hooks-event-" + strconv.Itoa(r.Event.EventID) }

// Render draws the event, how its registration stands, and what came.
func (r *eventRow) Render() app.UI {
	e := r.Event
	return app.Li().ID("%s", r.CompoID()).Body(
		app.Div().Class("settings-who").Body(
			app.B().Text(eventName(e.EventID)),
			app.P().Class("soft", "small").Text(r.registered()),
			app.If(e.Text != "", func() app.UI { return app.P().Class("small").Dir("auto").Text(e.Text) }),
			app.P().Class("soft", "small").Text(r.came()),
		),
		app.Div().Class("row").Body(
			pillOf(e),
			app.If(e.Test && e.State != api.HookUnset, func() app.UI {
				return &components.Pill{Tone: components.ToneInfo, Text: text.T("hooks.state.test")}
			}),
		),
		&components.Button{
			ID: r.CompoID() + "-go", Label: text.T("hooks.register.one", text.LTR(strconv.Itoa(e.EventID))), Kind: components.KindBare, Busy: r.Busy, OnClick: r.register,
		},
	)
}

func (r *eventRow) registered() string {
	if r.Event.State == api.HookUnset {
		return text.T("hooks.unset")
	}
	return text.T("hooks.asked", moment(r.Event.At), text.Isolate(r.Event.By))
}

func (r *eventRow) came() string {
	if r.Event.Count == 0 {
		return text.T("hooks.came.none")
	}
	return text.N("hooks.came", int(r.Event.Count), moment(r.Event.LastAt))
}

func (r *eventRow) register(ctx app.Context) { r.OnRegister(ctx, r.Event.EventID) }

// dialog asks before the platform is told to send elsewhere than it may now.
func (p *Page) dialog() app.UI {
	title := text.T("hooks.ask.all")
	if len(p.asking) == 1 {
		title = text.T("hooks.ask.one", eventName(p.asking[0]))
	}
	words := text.T("hooks.ask.text")
	if p.test {
		words = text.T("hooks.ask.test")
	}
	return &components.Dialog{
		ID: "hooks-ask", Title: title, Open: p.asking != nil, CloseLabel: text.T("action.close"), OnClose: p.no,
		Body: func() []app.UI { return []app.UI{app.P().Text(words)} },
		Actions: func() []app.UI {
			return []app.UI{
				&components.Button{Label: text.T("settings.cancel"), OnClick: p.no},
				&components.Button{ID: "hooks-ask-go", Label: text.T("hooks.ask.go"), Kind: components.KindGo, OnClick: p.yes},
			}
		},
	}
}
