package orders

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/live/book"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/orders/confirm"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
)

// actionAsk is posted by a card for an act that needs a reason or a second
// thought. Value: api.ActOrder.
const actionAsk = "shopdesk/order-ask"

func (c *card) refund() app.UI {
	r := c.Order.Refund
	if r.Standing != api.RefundAsked {
		return pages.SoftSmall(confirm.Standing(r))
	}
	return &components.Note{
		Tone: components.ToneWarn, Title: text.T("orders.refund.waits"), Text: confirm.Asked(r), Quiet: true,
		Actions: func() []app.UI {
			if !c.May.refund {
				return nil
			}
			return []app.UI{
				c.decide("reject", text.T("orders.reject.open"), api.ActRefundReject),
				c.decide("agree", text.T("orders.agree.open"), api.ActRefundAgree),
			}
		},
	}
}

// decide is the button that asks for a decision on the refund.
func (c *card) decide(part, words string, act api.Act) app.UI {
	return &components.Button{ID: c.id(part), Label: words, Disabled: !c.Reach, DescribedBy: c.which(""),
		Busy: c.Doing == act, OnClick: c.ask(act)}
}

// actions are what can be done, in the reach of a thumb.
func (c *card) actions() app.UI {
	main, cancels := mainAct(c.Order, c.May), mayCancel(c.Order, c.May)
	// While an act from here is on its way no other is taken (book.Begin), also when
	// the live line has been faster to tell than its answer.
	busy := c.Doing != "" && (c.Doing == main || c.By == "")
	why := ""
	if !c.Reach && (main != "" || cancels) {
		why = c.id("why")
	}
	cancel := components.KindStop
	if main == "" {
		cancel = components.KindBare // no lone red button on an order that waits for its rider
	}
	word := text.Act(main)
	if c.Shape == shapeSlim && main != "" {
		word = text.T("orders.short." + string(main))
	}
	return pages.Div("order-acts",
		app.If(c.Shape == shapeCompact && main != "", c.tick),
		app.If(c.Shape == shapeCompact && cancels, func() app.UI {
			return &components.IconButton{
				ID: c.id("cancel"), Label: c.stopWord(), Icon: components.IconClose, Disabled: !c.Reach,
				DescribedBy: c.which(why), Busy: c.Doing == api.ActCancel, OnClick: c.ask(api.ActCancel),
			}
		}),
		app.If(c.Shape == shapeFull && cancels && !c.Big, func() app.UI {
			return &components.Button{
				ID: c.id("cancel"), Label: c.stopWord(), Kind: cancel, Disabled: !c.Reach,
				DescribedBy: c.which(why), Busy: c.Doing == api.ActCancel, OnClick: c.ask(api.ActCancel),
			}
		}),
		app.If(main != "", func() app.UI {
			return &components.Button{
				ID: c.id("go"), Label: word, Kind: components.KindGo, Disabled: !c.Reach,
				DescribedBy: c.which(why), Busy: busy, Rests: c.Rests || c.Given, OnClick: c.press,
			}
		}),
		app.If(c.By != "", func() app.UI {
			return pages.SoftSmall(text.T("orders.doing", c.By, text.Act(c.Doing)))
		}),
		app.If(why != "", func() app.UI {
			return app.P().ID("%s", why).Class("small", "order-why").Text(text.T("orders.unreachable"))
		}),
	)
}

// which describes a button: the ids of the order's number, of its shop where there are several, and of what else is to
// be said.
func (c *card) which(more string) string {
	ids := c.id("no")
	if c.Shop != "" {
		ids += " " + c.id("at")
	}
	return strings.TrimSpace(ids + " " + more)
}

// stopWord names the button that cancels.
func (c *card) stopWord() string {
	if confirm.Rejects(c.Order) {
		return text.T("orders.reject.open")
	}
	return text.T("orders.cancel.open")
}

// press does the one thing to do next.
func (c *card) press(ctx app.Context) {
	if c.Given || c.Book.Given(c.Order.OrderID) {
		return // the key was pressed for the card before
	}
	ctx.NewActionWithValue(state.ActionOrder, actOn(c.Order, mainAct(c.Order, c.May)))
}

func (c *card) ask(act api.Act) func(app.Context) {
	return func(ctx app.Context) { ctx.NewActionWithValue(actionAsk, actOn(c.Order, act)) }
}

// told says what came of the last act: news calmly, a refusal with the reason.
func told(t *book.Told, id int64, d *book.Book) app.UI {
	close := func(ctx app.Context) {
		d.Heeded(id)
		ctx.NewAction(state.ActionChanged)
	}
	note := &components.Note{DismissLabel: text.T("action.close"), OnDismiss: close}
	if t.News != "" {
		note.Tone, note.Title = components.ToneInfo, text.News(string(t.News), string(t.Via), t.By)
		return note
	}
	note.Title, note.Text = text.Undone(text.Act(t.Act), t.Unknown, t.Err)
	note.Tone, note.Alert = components.ToneBad, !t.Unknown
	if t.Unknown {
		note.Tone = components.ToneWarn
	}
	return note
}
