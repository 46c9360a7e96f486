package orders

import (
	"cmp"
	"context"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/app/device"
	"github.com/shopdesk/shopdesk/app/live/book"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/platform"
)

// sheet is the dialog with what can be set: for this device, and for the shop.
type sheet struct {
	open  bool
	edit  rule
	busy  bool
	err   error
	clash bool
	calls pages.Generation
}

// rule is how a shop accepts orders by itself, as typed.
type rule struct {
	from   api.OrderSettings
	on     bool
	hours  bool
	most   string
	amount string
	coin   string // its currency

	mostErr   string
	amountErr string
	coinErr   string
}

// ruleOf shows settings; coin is the currency to offer where they tell none.
func ruleOf(s api.OrderSettings, coin string) rule {
	r := rule{from: s, on: s.AutoAccept, hours: s.OnlyHours, coin: cmp.Or(s.Currency, coin)}
	if s.MaxOpen > 0 {
		r.most = strconv.Itoa(s.MaxOpen)
	}
	if s.MaxAmount > 0 {
		r.amount = text.Decimal(s.MaxAmount, r.coin)
	}
	return r
}

// settings is what was typed; ok is false when something is wrong with it.
func (r *rule) settings() (s api.OrderSettings, ok bool) {
	s = r.from
	s.AutoAccept, s.OnlyHours, s.MaxOpen, s.MaxAmount = r.on, r.hours, 0, 0
	r.mostErr, r.amountErr, r.coinErr = "", "", ""
	if r.most != "" {
		n, err := strconv.Atoi(r.most)
		if err != nil || n < 1 || n > 500 {
			r.mostErr = text.T("orders.auto.most.bad")
		}
		s.MaxOpen = n
	}
	if r.amount != "" {
		s.Currency = strings.ToUpper(strings.TrimSpace(r.coin))
		if !platform.IsCurrency(s.Currency) {
			r.coinErr = text.T("orders.auto.coin.bad")
			return s, false
		}
		amount, fits := text.ParseDecimal(r.amount, s.Currency)
		if !fits || amount == 0 {
			r.amountErr = text.T("orders.auto.amount.bad")
		}
		s.MaxAmount = amount
	}
	return s, r.mostErr+r.amountErr == ""
}

// again looks anew at what is typed while something is wrong with it.
func (r *rule) again() {
	if r.mostErr+r.amountErr+r.coinErr != "" {
		r.settings()
	}
}

// currency is the currency of a shop's orders, as far as there are any.
func currency(d *book.Book, shopID int64) string {
	for lane := range book.Lanes {
		for _, id := range d.Slots(lane) {
			if o, ok := d.Order(id); ok && o.ShopID == shopID && o.Total != nil && o.Total.Currency != "" {
				return o.Total.Currency
			}
		}
	}
	return ""
}

func (p *Board) openSheet(app.Context) {
	p.sheet.open, p.sheet.err, p.sheet.clash = true, nil, false
	shop := p.Deps.Route.ShopID
	s, _ := p.Deps.Book.Settings(shop)
	s.ShopID = shop
	p.sheet.edit = ruleOf(s, currency(p.Deps.Book, shop))
}

// followRule takes settings that came after the sheet was opened, unless
// something was changed in it: they are read after the orders.
func (p *Board) followRule() {
	s, ok := p.Deps.Book.Settings(p.Deps.Route.ShopID)
	e := &p.sheet.edit
	if ok && p.sheet.open && s.Version >= e.from.Version && s != e.from && *e == ruleOf(e.from, e.coin) {
		*e = ruleOf(s, e.coin)
	}
}

func (p *Board) closeSheet(app.Context) { p.sheet.open = false }

func (p *Board) saveRule(_ app.Context, e app.Event) {
	e.PreventDefault()
	s, ok := p.sheet.edit.settings()
	if !ok || p.sheet.busy {
		return
	}
	p.sheet.busy, p.sheet.err, p.sheet.clash = true, nil, false
	pages.Load(p.ctx, &p.sheet.calls, func(c context.Context) (api.OrderSettings, error) {
		return p.Deps.Backend.SaveOrderSettings(c, s)
	}, func(ctx app.Context, saved api.OrderSettings, err error) {
		p.sheet.busy, p.sheet.err = false, err
		if outcome, refusal := pages.OutcomeOf(err); outcome == pages.OutcomeChanged {
			p.sheet.clash = true
			if current, err := readSettings(refusal.Current); err == nil {
				p.sheet.edit.from = current // saving again is a decision, now that it was said
			}
		}
		if err != nil {
			return
		}
		p.Deps.Book.SetSettings(saved)
		p.sheet.open = false
		p.Deps.Toast(ctx, text.T("orders.auto.saved"))
	})
}

// dialog draws the sheet.
func (s *sheet) dialog(p *Board) app.UI {
	shop := p.Deps.Route.ShopID
	rules := shop != 0 && p.Deps.State.May(shop, platform.PermissionShopPause)
	return &components.Dialog{
		ID: "sheet", Title: text.T("orders.sheet"), Open: s.open, CloseLabel: text.T("action.close"), OnClose: p.closeSheet,
		Body: func() []app.UI {
			body := []app.UI{p.deviceSheet()}
			if rules {
				body = append(body, p.ruleForm())
			} else if set, ok := p.Deps.Book.Settings(shop); ok && set.AutoAccept {
				body = append(body, app.P().Text(text.T("orders.auto.is")))
			}
			return body
		},
		Actions: func() []app.UI {
			if !rules {
				return []app.UI{&components.Button{Label: text.T("action.close"), OnClick: p.closeSheet}}
			}
			return []app.UI{
				&components.Button{Label: text.T("action.close"), OnClick: p.closeSheet},
				&components.Button{ID: "auto-save", Label: text.T("orders.auto.save"), Kind: components.KindGo, Submit: true, Form: "auto-form", Busy: s.busy},
			}
		},
	}
}

// deviceSheet is what holds for this device alone.
func (p *Board) deviceSheet() app.UI {
	st := p.Deps.State
	return app.Div().Class("stack").Body(
		app.H3().Text(text.T("orders.device")),
		&components.Switch{ID: "sheet-sound", Label: text.T("orders.sound"), On: st.Sound(), OnChange: func(ctx app.Context, _ bool) { p.toggleSound(ctx) }},
		app.Div().Class("row").Body(
			&components.Button{ID: "test-new", Label: text.T("orders.test.new"), Icon: components.IconSound, OnClick: test(device.TuneNew)},
			&components.Button{ID: "test-last", Label: text.T("orders.test.last"), Icon: components.IconSound, OnClick: test(device.TuneUrgent)},
			&components.Button{ID: "test-lost", Label: text.T("orders.test.lost"), Icon: components.IconSound, OnClick: test(device.TuneLost)},
			&components.Button{ID: "test-notice", Label: text.T("orders.test.notice"), Icon: components.IconSound, OnClick: test(device.TuneNotice)},
		),
		app.P().Class("hint").Text(text.T("orders.test.hint")),
		&components.Switch{ID: "sheet-print", Label: text.T("orders.print.auto"), On: st.AutoPrint(), DescribedBy: "sheet-print-hint", OnChange: func(ctx app.Context, on bool) {
			st.SetAutoPrint(on)
			p.Deps.Changed(ctx)
		}},
		app.P().ID("sheet-print-hint").Class("hint").Text(text.T("orders.print.auto.hint")),
		components.Maybe(!st.Session().HostSign, func() app.UI {
			return app.Div().Class("row").Body(&components.Link{Href: p.Deps.Href(routes.Route{Page: routes.Devices}), Label: text.T("orders.background"), Kind: components.LinkButton})
		}),
	)
}

func test(tune device.Tune) func(app.Context) {
	return func(app.Context) {
		device.Unmute()
		device.Play(tune)
	}
}

// ruleForm is the shop's automatic acceptance.
func (p *Board) ruleForm() app.UI {
	r := &p.sheet.edit
	return app.Form().ID("auto-form").Class("stack").NoValidate(true).OnSubmit(p.saveRule).Body(
		app.H3().Text(text.T("orders.auto")),
		components.Maybe(p.sheet.clash, func() app.UI {
			return &components.Note{Tone: components.ToneWarn, Title: text.T("error.changed"), Text: text.T("orders.auto.clash", r.from.UpdatedBy), Alert: true}
		}),
		components.Maybe(p.sheet.err != nil && !p.sheet.clash, func() app.UI { return pages.FailureNote(text.T("orders.auto.failed"), p.sheet.err, nil) }),
		&components.Switch{ID: "auto-on", Label: text.T("orders.auto.on"), On: r.on, DescribedBy: "auto-hint", OnChange: func(_ app.Context, on bool) { r.on = on }},
		app.P().ID("auto-hint").Class("hint").Text(text.T("orders.auto.hint")),
		components.Maybe(r.on, func() app.UI {
			return app.Div().Class("stack").Body(
				&components.Checkbox{ID: "auto-hours", Label: text.T("orders.auto.hours"), Checked: r.hours, OnChange: func(_ app.Context, on bool) { r.hours = on }},
				&components.TextField{ID: "auto-most", Label: text.T("orders.auto.most"), Optional: text.T("orders.optional"), Error: r.mostErr, Value: r.most, InputMode: "numeric", Autocomplete: "off", Dir: "ltr",
					OnInput: func(_ app.Context, v string) { r.most = v; r.again() }},
				&components.TextField{ID: "auto-amount", Label: text.T("orders.auto.amount"), Optional: text.T("orders.optional"), Error: r.amountErr, Value: r.amount, InputMode: "decimal", Autocomplete: "off", Dir: "ltr",
					OnInput: func(_ app.Context, v string) { r.amount = v; r.again() }},
				&components.TextField{ID: "auto-coin", Label: text.T("orders.auto.coin"), Error: r.coinErr, Value: r.coin, Autocomplete: "off", Dir: "ltr",
					OnInput: func(_ app.Context, v string) { r.coin = v; r.again() }},
			)
		}),
	)
}
