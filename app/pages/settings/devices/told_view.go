package devices

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
)

// Which shops, as Choices has it.
const (
	chooseAll  = "all"
	chooseSome = "some"
)

const (
	manyShops = 8    // need a search
	maxHit    = 1000 // characters of it
)

// Render draws the card.
func (c *told) Render() app.UI {
	return &components.Card{ID: "told", Title: text.T("told.title"), Body: func() []app.UI {
		return []app.UI{pages.Stack(c.body()...)}
	}}
}

func (c *told) body() []app.UI {
	now := c.standing()
	on := now == standingOn
	return []app.UI{
		pages.Soft(text.T("told.intro")),
		pages.MaybeFailure(text.T("told.unread"), c.readErr, c.read),
		components.Maybe(now == standingUnknown && c.readErr == nil, func() app.UI {
			return &components.Skeleton{Label: text.T("loading"), Rows: 2}
		}),
		components.Maybe(now == standingNever, func() app.UI { return c.cannot("never") }),
		components.Maybe(now == standingNone, func() app.UI { return c.cannot("none") }),
		components.Maybe(now == standingInstall, func() app.UI { return c.cannot("install") }),
		components.Maybe(now == standingBlocked, func() app.UI { return c.cannot("blocked") }),
		components.Maybe(on || now == standingOff, func() app.UI {
			return &components.Switch{ID: "push-on", Label: text.T("told.switch"), On: on, DescribedBy: "push-hint", OnChange: c.toggle}
		}),
		components.Maybe(on || now == standingOff, func() app.UI {
			return app.P().ID("push-hint").Class("soft", "small").Text(text.T("told.hint"))
		}),
		components.Maybe(c.failed, func() app.UI {
			return &components.Note{ID: "push-failed", Tone: components.ToneBad, Title: text.T("told.failed"), Text: text.T("told.failed.text"), Alert: true}
		}),
		components.Maybe(c.err != nil, c.failure),
		components.Maybe(on && len(offered(c.State)) > 1, c.shops),
		components.Maybe(on, func() app.UI {
			return pages.Row(&components.Button{ID: "push-test", Label: text.T("told.test"), Busy: c.testing, OnClick: c.test})
		}),
		components.Maybe(c.tested != nil, c.outcome),
	}
}

// cannot says why there is nothing to switch, and what to do.
func (c *told) cannot(why string) app.UI {
	return &components.Note{ID: "push-" + why, Tone: components.ToneInfo, Title: text.T("told." + why), Text: text.T("told." + why + ".text"), Quiet: true}
}

func (c *told) failure() app.UI {
	_, refusal := pages.OutcomeOf(c.err)
	if host, ok := foreignHost(refusal); ok {
		return &components.Note{ID: "push-host", Tone: components.ToneBad, Title: text.T("told.host"), Text: text.T("told.host.text", text.LTR(host)), Alert: true}
	}
	return pages.FailureNote(text.T("told.unsaved"), c.err, nil)
}

func (c *told) shops() app.UI {
	hint := ""
	if _, ok := c.choice.request(); !ok {
		hint = text.T("told.shops.need")
	}
	value := chooseAll
	if c.choice.some {
		value = chooseSome
	}
	all := offered(c.State)
	return pages.Stack(
		&components.Choices{ID: "push-shops", Label: text.T("told.shops"), Hint: hint, Value: value, OnChange: c.choose, Options: []components.Choice{
			{Value: chooseAll, Label: text.T("told.shops.all")}, {Value: chooseSome, Label: text.T("told.shops.some")},
		}},
		components.Maybe(c.choice.some && len(all) > manyShops, func() app.UI {
			return &components.TextField{ID: "push-find", Label: text.T("told.find"), Value: c.find, MaxLength: maxHit, OnInput: pages.Bind(&c.find)}
		}),
		components.Maybe(c.choice.some, func() app.UI { return c.picks(matching(all, c.find)) }),
	)
}

// matching are the shops with every word in a name or their number.
func matching(shops []api.Shop, words string) (found []api.Shop) {
	texts := make([]string, len(shops))
	for i, shop := range shops {
		texts[i] = shop.Name + " " + shop.EnName + " " + strconv.FormatInt(shop.ShopID, 10)
	}
	typed := strings.Fields(components.Fold(words))
	for i, folded := range components.FoldAll(texts) {
		if components.HoldsAll(folded, typed) {
			found = append(found, shops[i])
		}
	}
	return found
}

func (c *told) picks(shops []api.Shop) app.UI {
	if len(shops) == 0 {
		return pages.Soft(text.T("told.find.none"))
	}
	return app.Div().Class("settings-grants").Role("group").Aria("label", text.T("told.shops")).Body(app.Range(shops).Slice(func(i int) app.UI {
		shop := shops[i]
		return &shopPick{Shop: shop.ShopID, Name: state.DisplayName(shop), Picked: c.choice.picks[shop.ShopID], OnPick: c.pick}
	}))
}

// outcome says what came of a test.
func (c *told) outcome() app.UI {
	key := "told.tested." + string(c.tested.Outcome)
	title, words := string(c.tested.Outcome), ""
	if text.Has(key) {
		title, words = text.T(key), text.T(key+".text")
	}
	if c.tested.Status != 0 && c.tested.Outcome != api.PushSent {
		words += " (HTTP " + text.LTR(strconv.Itoa(c.tested.Status)) + ")"
	}
	tone := components.ToneBad
	if c.tested.Outcome == api.PushSent {
		tone = components.ToneOK
	}
	return &components.Note{ID: "push-tested", Tone: tone, Title: title, Text: words}
}

// shopPick is one shop to be told of.
type shopPick struct {
	app.Compo

	Shop   int64
	Name   string
	Picked bool
	OnPick func(app.Context, int64, bool)
}

// CompoID is the shop's.
func (s *shopPick) CompoID() string { return strconv.FormatInt(s.Shop, 10) }

// Render draws the box.
func (s *shopPick) Render() app.UI {
	return &components.Checkbox{ID: "push-shop-" + strconv.FormatInt(s.Shop, 10), Label: s.Name, Checked: s.Picked, OnChange: s.pick}
}

func (s *shopPick) pick(ctx app.Context, picked bool) { s.OnPick(ctx, s.Shop, picked) }
