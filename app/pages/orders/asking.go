package orders

import (
	"strconv"
	"unicode/utf8"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
)

// codes are the platform's reasons for each act that takes one; the first asks
// for words of one's own.
var codes = map[api.Act][]int{
	api.ActCancel:       {500001, 500002, 500003, 500000},
	api.ActRefundReject: {100001, 100002, 100000},
	api.ActRefundApply:  {200003, 200004, 200002, 200001, 200000},
}

// other is the reason that must be put into words.
func other(act api.Act) int {
	list := codes[act]
	return list[len(list)-1]
}

func codeWord(code int) string {
	if key := "orders.code." + strconv.Itoa(code); text.Has(key) {
		return text.T(key)
	}
	return text.T("orders.status", code)
}

// reason is a reason being chosen.
type reason struct {
	code    string
	words   string
	tried   bool
	codeErr string
	wordErr string
}

// check looks at what was chosen, and says what is wrong with it once
// somebody has tried to go on.
func (r *reason) check(act api.Act) (code int, ok bool) {
	r.codeErr, r.wordErr = "", ""
	code, _ = strconv.Atoi(r.code)
	codeErr, wordErr := "", ""
	if code == 0 {
		codeErr = text.T("orders.reason.need")
	}
	switch n := utf8.RuneCountInString(r.words); {
	case code == other(act) && n == 0:
		wordErr = text.T("orders.reason.words.need")
	case n > api.MaxActReason:
		wordErr = text.T("orders.reason.long", api.MaxActReason)
	}
	if r.tried {
		r.codeErr, r.wordErr = codeErr, wordErr
	}
	return code, codeErr == "" && wordErr == ""
}

// fields are the controls of a reason.
func (r *reason) fields(id string, act api.Act, changed func(app.Context)) []app.UI {
	var options []components.Choice
	for _, code := range codes[act] {
		options = append(options, components.Choice{Value: strconv.Itoa(code), Label: codeWord(code)})
	}
	optional := text.T("orders.optional")
	if r.code == strconv.Itoa(other(act)) {
		optional = ""
	}
	return []app.UI{
		&components.Choices{
			ID: id + "-code", Label: text.T("orders.reason"), Value: r.code, Error: r.codeErr, Options: options,
			OnChange: func(ctx app.Context, v string) { r.code = v; r.check(act); changed(ctx) },
		},
		&components.TextField{
			ID: id + "-words", Label: text.T("orders.reason.words"), Optional: optional, Hint: text.T("orders.reason.hint"), Error: r.wordErr,
			Value: r.words, Autocomplete: "off", OnInput: func(ctx app.Context, v string) { r.words = v; r.check(act); changed(ctx) },
		},
	}
}

// asking is the dialog before an act that needs a reason or a second thought:
// cancelling, and deciding on a refund.
type asking struct {
	app.Compo

	Deps    pages.Deps
	Count   int // another asking is another dialog
	Request api.ActOrder
	Open    bool
	OnClose func(app.Context)

	reason reason
}

// CompoID tells one asking from the next.
func (a *asking) CompoID() string { return strconv.Itoa(a.Count) }

// Render draws the dialog.
func (a *asking) Render() app.UI {
	name := number(&api.Order{OrderID: a.Request.OrderID})
	if o, ok := a.Deps.Desk.Order(a.Request.OrderID); ok {
		name = number(o)
	}
	return &components.Dialog{
		ID: "ask", Title: text.T("orders.ask."+string(a.Request.Act), text.LTR(name)), Open: a.Open, CloseLabel: text.T("action.close"),
		Body: a.body, Actions: a.actions, OnClose: a.OnClose,
	}
}

func (a *asking) body() []app.UI {
	body := []app.UI{app.P().Class("soft").Text(text.T("orders.ask.text." + string(a.Request.Act)))}
	if o, ok := a.Deps.Desk.Order(a.Request.OrderID); ok && o.Refund != nil && a.Request.Act != api.ActCancel {
		body = append(body, app.P().Body(app.B().Text(asked(o.Refund))))
	}
	if codes[a.Request.Act] != nil {
		body = append(body, a.reason.fields("ask", a.Request.Act, func(app.Context) {})...)
	}
	if !a.Deps.Desk.Reachable() {
		body = append(body, &components.Note{Tone: components.ToneBad, Title: text.T("orders.unreachable"), Alert: true})
	}
	return []app.UI{app.Form().ID("ask-form").Class("stack").NoValidate(true).OnSubmit(a.submit).Body(body...)}
}

func (a *asking) actions() []app.UI {
	kind := components.KindGo
	if a.Request.Act == api.ActCancel {
		kind = components.KindStop
	}
	return []app.UI{
		&components.Button{Label: text.T("orders.ask.keep"), OnClick: a.OnClose},
		&components.Button{ID: "ask-go", Label: actWord(a.Request.Act), Kind: kind, Submit: true, Form: "ask-form", Disabled: !a.Deps.Desk.Reachable()},
	}
}

func (a *asking) submit(ctx app.Context, e app.Event) {
	e.PreventDefault()
	request := a.Request
	if codes[request.Act] != nil {
		a.reason.tried = true
		code, ok := a.reason.check(request.Act)
		if !ok {
			target := "ask-code"
			if a.reason.codeErr == "" {
				target = "ask-words"
			}
			components.FocusID(ctx, target)
			return
		}
		request.Code, request.Reason = code, a.reason.words
	}
	ctx.NewActionWithValue(state.ActionOrder, request)
	a.OnClose(ctx)
}

// asker is the part of a page that opens the dialog.
type asker struct {
	count   int
	open    bool
	request api.ActOrder
}

func (a *asker) ask(request api.ActOrder) {
	a.count++
	a.open, a.request = true, request
}

func (a *asker) dialog(deps pages.Deps, close func(app.Context)) app.UI {
	return components.Maybe(a.count > 0, func() app.UI {
		return &asking{Deps: deps, Count: a.count, Request: a.request, Open: a.open, OnClose: close}
	})
}
