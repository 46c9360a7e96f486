package orders

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/backend"
	"github.com/shopdesk/shopdesk/app/editor"
	"github.com/shopdesk/shopdesk/app/live/book"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// rule is how a shop accepts orders by itself, as typed. Coin is the currency of
// Amount.
type rule struct {
	On, Hours          bool
	Most, Amount, Coin string
	Warm, Hot          string // minutes, "" for the usual
}

// Ids of the fields.
const (
	fieldOn     = "auto-on"
	fieldHours  = "auto-hours"
	fieldMost   = "auto-most"
	fieldAmount = "auto-amount"
	fieldCoin   = "auto-coin"
	fieldWarm   = "cook-warm"
	fieldHot    = "cook-hot"
)

// OnInit makes what edits the shop's settings.
func (p *Board) OnInit() {
	d, id := p.Deps, p.Route.ShopID
	p.rule = ruleFields(func() string { return currency(d.Book, id) })
	p.auto = editor.New(editor.Options{
		Deps: d, ID: "auto", Draft: "auto", May: platform.PermissionShopPause, Save: "orders.auto.save",
		At: func() time.Time { return d.State.Now() }, Err: func() error { return nil }, Then: p.closeSheet,
	}, &p.rule, editor.Target[*api.OrderSettings]{
		Write: func(c context.Context, _ string, a editor.Attempt[*api.OrderSettings]) (*api.OrderSettings, error) {
			sent := *a.Sent
			sent.Version = a.Before.Version
			return backend.SaveOrderSettings.To(d.Backend, sent)(c)
		},
		Read: func(c context.Context) (*api.OrderSettings, error) {
			list, err := d.Backend.OrderSettings(id)(c)
			return &append(list.Settings, api.OrderSettings{ShopID: id})[0], err
		},
		Same: func(a, b *api.OrderSettings) bool { return meant(*a) == meant(*b) },
		Remember: func(ctx app.Context, now *api.OrderSettings) {
			d.Book.SetSettings(*now)
			d.Changed(ctx)
		},
		By:     func(s *api.OrderSettings) string { return s.UpdatedBy },
		Digest: func(s *api.OrderSettings) (string, error) { return strconv.FormatInt(s.Version, 10), nil },
	})
	p.followRule()
}

// meant are settings without who saved them when.
func meant(s api.OrderSettings) api.OrderSettings {
	s.Version, s.UpdatedAt, s.UpdatedBy = 0, 0, ""
	return s
}

// followRule takes the settings that are known: they are read after the orders.
func (p *Board) followRule() {
	if s, ok := p.Book.Settings(p.Route.ShopID); ok {
		p.auto.Follow(s, &s)
	}
}

// ruleFields are the model; coin is the currency to offer where settings tell
// none.
func ruleFields(coin func() string) editor.Fields[api.OrderSettings, rule] {
	return editor.Fields[api.OrderSettings, rule]{
		Show: func(r *rule, s *api.OrderSettings) {
			*r = rule{On: s.AutoAccept, Hours: s.OnlyHours, Coin: cmp.Or(s.Currency, coin()),
				Most: set(s.MaxOpen), Warm: set(s.CookWarm), Hot: set(s.CookHot)}
			if s.MaxAmount > 0 {
				r.Amount = text.Decimal(s.MaxAmount, r.Coin)
			}
		},
		Read: func(r *rule, base *api.OrderSettings) *api.OrderSettings {
			s, _ := r.settings(*base)
			return &s
		},
		Parts: ruleParts, Take: (*rule).take,
		Check: func(r *rule) pages.Faults {
			_, wrong := r.settings(api.OrderSettings{})
			return wrong
		},
		Place: func(_ *rule, p rules.Problem) (components.ErrorItem, bool) {
			i := slices.IndexFunc(wrongs, func(w wrong) bool { return w.path == p.Path })
			if i < 0 {
				return components.ErrorItem{}, false
			}
			return wrongs[i].item(), true
		},
	}
}

// maxAmount is the largest limit that the words about it name. In every currency the server takes it.
const maxAmount = "1000000000"

// wrong is what can be wrong with a field: the path of the server's problem, and
// the key of its words.
type wrong struct{ path, field, words string }

var wrongs = []wrong{
	{"maxOpen", fieldMost, "orders.auto.most.bad"}, {"currency", fieldCoin, "orders.auto.coin.bad"},
	{"maxAmount", fieldAmount, "orders.auto.amount.bad"}, {"cookWarm", fieldWarm, "orders.cook.warm.bad"},
	{"cookHot", fieldHot, "orders.cook.hot.bad"},
}

func (w wrong) item() components.ErrorItem {
	return components.ErrorItem{Target: w.field, Text: text.T(w.words)}
}

// settings is what was typed, over from, and what is wrong with it.
func (r *rule) settings(from api.OrderSettings) (s api.OrderSettings, found pages.Faults) {
	s = from
	s.AutoAccept = r.On
	if limited, wrong := r.limits(s); r.On || len(wrong) == 0 { // else they aren't shown, and stay as they were
		s, found = limited, wrong
	}
	var warmOK, hotOK bool
	s.CookWarm, warmOK = minutes(r.Warm)
	s.CookHot, hotOK = minutes(r.Hot)
	if !warmOK {
		found = append(found, wrongs[3].item())
	}
	if warm, hot := s.Cook(); !hotOK || warmOK && hot <= warm {
		found = append(found, wrongs[4].item())
	}
	return s, found
}

// limits adds to settings which orders are accepted.
func (r *rule) limits(s api.OrderSettings) (_ api.OrderSettings, found pages.Faults) {
	s.OnlyHours, s.MaxOpen, s.MaxAmount = r.Hours, 0, 0
	if r.Most != "" {
		n, err := whole(r.Most)
		if err != nil || n < 1 || n > api.MaxOpen {
			found = append(found, wrongs[0].item())
		}
		s.MaxOpen = n
	}
	if r.Amount == "" {
		return s, found
	}
	s.Currency = strings.ToUpper(strings.TrimSpace(r.Coin))
	if !platform.IsCurrency(s.Currency) {
		return s, append(found, wrongs[1].item())
	}
	amount, fits := text.ParseDecimal(r.Amount, s.Currency)
	if most, _ := text.ParseDecimal(maxAmount, s.Currency); !fits || amount == 0 || amount > most {
		found = append(found, wrongs[2].item())
	}
	s.MaxAmount = amount
	return s, found
}

// set writes a number as typed, "" for none.
func set(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

// whole reads a whole number as typed, also with Arabic digits.
func whole(typed string) (int, error) { return strconv.Atoi(strings.TrimSpace(rules.Plain(typed))) }

// minutes are those of a ticket as typed, 0 for the usual.
func minutes(typed string) (n int, ok bool) {
	if typed == "" {
		return 0, true
	}
	n, err := whole(typed)
	return n, err == nil && n > 0 && n <= api.MaxCook
}

// ruleParts are settings in words. The limit goes with its currency.
func ruleParts(s *api.OrderSettings) []editor.Part {
	part := func(id, key string, there bool, words string) editor.Part {
		p := editor.Part{ID: id, Name: text.T(key)}
		if there {
			p.Lines = []string{words}
		}
		return p
	}
	on, hours := text.T("orders.auto.is"), text.T("orders.auto.hours")
	return []editor.Part{
		part(fieldOn, "orders.auto.on", s.AutoAccept, on), part(fieldHours, "orders.auto.hours", s.OnlyHours, hours),
		part(fieldMost, "orders.auto.most", s.MaxOpen > 0, strconv.Itoa(s.MaxOpen)),
		part(fieldWarm, "orders.cook.warm", s.CookWarm > 0, strconv.Itoa(s.CookWarm)),
		part(fieldHot, "orders.cook.hot", s.CookHot > 0, strconv.Itoa(s.CookHot)),
		part(fieldAmount, "orders.auto.amount", s.MaxAmount > 0, text.Decimal(s.MaxAmount, s.Currency)+" "+s.Currency),
	}
}

func (r *rule) take(from *rule, part string) {
	switch part {
	case fieldOn:
		r.On = from.On
	case fieldHours:
		r.Hours = from.Hours
	case fieldMost:
		r.Most = from.Most
	case fieldWarm:
		r.Warm = from.Warm
	case fieldHot:
		r.Hot = from.Hot
	case fieldAmount:
		r.Amount, r.Coin = from.Amount, from.Coin
	}
}

// currency is the currency of a shop's orders, as far as there are any.
func currency(d *book.Book, shopID int64) string {
	for lane := range book.Lanes {
		for o := range d.In(lane) {
			if o.ShopID == shopID && o.Total != nil && o.Total.Currency != "" {
				return o.Total.Currency
			}
		}
	}
	return ""
}

// ruled follows every edit of the rule.
func (p *Board) ruled(field string) func(app.Context) {
	return func(app.Context) {
		p.rule.Note(field)
		p.auto.Edited("")
	}
}

// ruleForm is the shop's automatic acceptance.
func (p *Board) ruleForm() app.UI {
	r := &p.rule.Now
	typed := func(id, key, optional, mode string, value *string) app.UI {
		return &components.TextField{
			ID: id, Label: text.T(key), Optional: optional, Error: p.rule.At(id), Value: *value, InputMode: mode,
			Autocomplete: "off", Dir: "ltr",
			OnInput: pages.Bind(value, p.ruled(id)),
		}
	}
	optional := text.T("label.optional")
	return p.auto.Form(p.auto.Save).Body(
		p.auto.Summary(),
		&components.Switch{ID: fieldOn, Label: text.T("orders.auto.on"), On: r.On, DescribedBy: "auto-hint",
			OnChange: pages.Bind(&r.On, p.ruled(""))},
		app.P().ID("auto-hint").Class("hint").Text(text.T("orders.auto.hint")),
		components.Shown(r.On, pages.Stack(
			&components.Checkbox{ID: fieldHours, Label: text.T("orders.auto.hours"), Checked: r.Hours,
				OnChange: pages.Bind(&r.Hours, p.ruled(""))},
			typed(fieldMost, "orders.auto.most", optional, "numeric", &r.Most),
			typed(fieldAmount, "orders.auto.amount", optional, "decimal", &r.Amount),
			typed(fieldCoin, "orders.auto.coin", "", "", &r.Coin),
		)),
		typed(fieldWarm, "orders.cook.warm", strconv.Itoa(api.DefaultCookWarm), "numeric", &r.Warm),
		typed(fieldHot, "orders.cook.hot", strconv.Itoa(api.DefaultCookHot), "numeric", &r.Hot),
		p.auto.Bar(),
	)
}
