package devices

import (
	"errors"
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/settings"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
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
	now := standingOf(c.push, c.browser)
	on, can := now == standingOn, now == standingOn || now == standingOff
	return components.Card{ID: "told", Title: text.T("told.title")}.With(pages.Stack(
		pages.Soft(text.T("told.intro")),
		c.read.Failure(text.T("edit.failed")),
		components.Shown(now == standingUnknown && c.read.Err == nil, pages.Loading(2)),
		components.Maybe(!can && now != standingUnknown, func() app.UI { // why there is nothing to switch, and what to do
			why := string(now)
			return &components.Note{
				ID: "push-" + why, Tone: components.ToneInfo, Title: text.T("told." + why), Text: text.T("told." + why + ".text"),
				Quiet: true,
			}
		}),
		components.Shown(can, &components.Switch{
			ID: "push-on", Label: text.T("told.switch"), On: on, DescribedBy: "push-hint", OnChange: c.toggle,
		}),
		components.Shown(can, app.P().ID("push-hint").Class("soft", "small").Text(text.T("told.hint"))),
		components.Maybe(c.err != nil, c.failure),
		components.Maybe(on && len(offered(c.State)) > 1, c.shops),
		components.Shown(on, pages.Row(&components.Button{ID: "push-test", Label: text.T("told.test"), Busy: c.testing,
			OnClick: c.test})),
		components.Maybe(c.tested != nil, c.outcome),
	))
}

func (c *told) failure() app.UI {
	note := &components.Note{Tone: components.ToneBad, Alert: true}
	_, refusal := pages.OutcomeOf(c.err)
	switch host, foreign := foreignHost(refusal); {
	case errors.Is(c.err, errNoSubscription):
		note.ID, note.Title, note.Text = "push-failed", text.T("told.failed"), text.T("told.failed.text")
	case foreign:
		note.ID, note.Title, note.Text = "push-host", text.T("told.host"), text.T("told.host.text", text.LTR(host))
	default:
		return pages.FailureNote(text.T("told.unsaved"), c.err, nil)
	}
	return note
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
		&components.Choices{
			ID: "push-shops", Label: text.T("told.shops"), Hint: hint, Value: value, OnChange: c.choose,
			Options: []components.Option{
				{Value: chooseAll, Label: text.T("told.shops.all")}, {Value: chooseSome, Label: text.T("told.shops.some")},
			},
		},
		components.Shown(c.choice.some && len(all) > manyShops, &components.TextField{
			ID: "push-find", Label: text.T("shops.find"), Value: c.find, MaxLength: maxHit, OnInput: pages.Bind(&c.find),
		}),
		components.Maybe(c.choice.some, func() app.UI { return c.picks(components.Holding(all, c.find, pages.ShopNames)) }),
	)
}

func (c *told) picks(shops []api.Shop) app.UI {
	if len(shops) == 0 {
		return pages.Soft(text.T("told.find.none"))
	}
	return settings.Tickable(text.T("told.shops"), pages.Each(shops, func(shop api.Shop) app.UI {
		return &components.Checkbox{
			ID: "push-shop-" + strconv.FormatInt(shop.ShopID, 10), Label: state.DisplayName(shop),
			Checked: c.choice.picks[shop.ShopID],
			OnChange: func(ctx app.Context, picked bool) {
				c.choice.picks[shop.ShopID] = picked
				c.save(ctx)
			},
		}
	}))
}

// outcome says what came of a test.
func (c *told) outcome() app.UI {
	outcome, tone := c.tested.Outcome, components.ToneOK
	words := text.Or("told.tested."+string(outcome)+".text", "")
	if outcome != api.PushSent {
		tone = components.ToneBad
		if c.tested.Status != 0 {
			words = text.T("join.aside", words, text.LTR("HTTP "+strconv.Itoa(c.tested.Status)))
		}
	}
	return &components.Note{ID: "push-tested", Tone: tone, Title: text.Word("told.tested.", outcome), Text: words}
}
