package orders

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/orders/confirm"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
)

// Render draws the page.
func (p *Refund) Render() app.UI {
	id := p.Route.OrderID
	o, _ := p.Book.Order(id)
	said := p.Book.Told(id)
	return pages.Stack(
		pages.Head(below(p.Deps, p.Route.Order(p.Route.ShopID, id), text.T("orders.refund.back"),
			heading(text.T("orders.refund.title"), id, o))),
		pages.MaybeFailure(text.T("orders.refund.failed"), p.loadErr, p.again),
		components.Maybe(said != nil && !p.reading, func() app.UI { return told(said, id, p.Book) }),
		components.Maybe(p.earlier || p.was != nil && p.preview != nil, func() app.UI {
			note := &components.Note{
				ID: "refund-changed", Tone: components.ToneWarn, Alert: true, Title: text.T("orders.refund.earlier"),
			}
			if !p.earlier {
				note.Title = text.T("orders.refund.changed")
				note.Text = text.T("orders.refund.changed.text", confirm.Money(p.was),
					confirm.Money(api.MoneyOf(p.preview.RefundPrice)))
			}
			return note
		}),
		pages.MaybeLoading(!p.loaded && p.loadErr == nil, 4),
		components.Maybe(p.loaded, p.form),
		p.confirm(),
	)
}

func (p *Refund) form() app.UI {
	if len(p.choice.products) == 0 {
		return &components.Empty{
			Icon: components.IconOrders, Title: text.T("orders.refund.none"), Text: text.T("orders.refund.none.text"),
		}
	}
	return pages.Form(p.submit).Class("cols").Body(
		pages.Stack(
			components.Card{
				ID: "refund-products", Title: text.T("orders.refund.what"), Flush: true,
				Head: pages.Buttons(components.Button{
					ID: "refund-all", Label: text.T("orders.refund.all"), Kind: components.KindBare, OnClick: p.all,
				}),
			}.With(app.Ul().Class("refund-list").Body(pages.Each(p.choice.products, p.product))),
			components.Card{}.With(p.reason.Fields("refund", api.ActRefundApply, p.State.Typed("refund", p.Route.OrderID))...),
		),
		p.sum(),
	)
}

func (p *Refund) product(product platform.RefundProduct) app.UI {
	return app.Li().Class("refund-item").Body(
		app.Div().Body(
			app.B().Body(pages.Name(product.Name)),
			components.Only(product.Spec != "", dotted(product.Spec)),
			app.P().Class("small", "soft").Body(pages.Span("num", p.choice.costs(&product)),
				app.Text(" · "+text.N("orders.refund.left", left(&product)))),
			components.Only(pages.CodeSays(api.KindProduct, product.Extra, "refundType", product.RefundType),
				pages.SoftSmall(text.Upper(
					pages.CodeWords(api.KindProduct, product.Extra, "refundType", product.RefundType)))),
			options(product.ChoiceGroups),
			pages.Each(product.Associated, func(g platform.AssociatedGroup) app.UI {
				return app.P().Class("small", "soft").Body(pages.Name(g.Name),
					dotted(pages.CodeWords(api.KindGroup, g.Extra, "status", g.Status)),
					dotted(pages.CodeWords(api.KindReview, g.Extra, "auditStatus", g.AuditStatus)))
			}),
		),
		p.stepper(&product),
	)
}

// stepper asks how many of a product go back.
func (p *Refund) stepper(product *platform.RefundProduct) *components.Stepper {
	id, name := "refund-"+strconv.FormatInt(product.ID, 10), product.Name
	return &components.Stepper{
		ID: id, Label: text.T("orders.refund.count", name), Less: text.T("orders.refund.less", name),
		More:  text.T("orders.refund.more", name),
		Value: p.choice.counts[product.ID], Max: left(product), Keep: p.State.Typed(id+"-", p.Route.OrderID),
		OnChange: p.set(product.ID),
	}
}

// options are the chosen options that go back with a product.
func options(groups []platform.ChoiceGroup) app.UI {
	return app.Ul().Class("small").Body(pages.Each(groups, func(g platform.ChoiceGroup) app.UI {
		return app.Li().Body(
			pages.Name(g.Name).Class("soft"),
			pages.Each(g.Options, func(o platform.ChoiceSku) app.UI {
				return optionWords(o.Name, o.GroupSkuCount, o.Price)
			}),
		)
	}))
}

// sum is what the choice comes to, by the platform's own reckoning.
func (p *Refund) sum() app.UI {
	label, exact := text.T("orders.refund.choose"), p.ready()
	if p.preview != nil {
		label = text.T("orders.refund.go", confirm.Money(api.MoneyOf(p.preview.RefundPrice)))
	}
	return components.Card{ID: "refund-sum", Title: text.T("orders.refund.sum")}.With(
		pages.Stack(
			components.Shown(p.choice.empty(), pages.Soft(text.T("orders.refund.choose"))),
			components.Shown(p.counting, &components.Spinner{Label: text.T("orders.refund.counting")}),
			pages.MaybeFailure(text.T("orders.refund.failed"), p.prevErr, p.countAgain),
			components.Maybe(p.preview != nil, p.previewed),
		).Role("status").Aria("busy", components.Flag(p.counting)),
		components.Shown(!p.Book.Reachable(), pages.P("order-why", text.T("orders.unreachable"))),
		components.Shown(p.fewer, &components.Note{
			ID: "refund-fewer", Tone: components.ToneWarn, Alert: true, Title: text.T("orders.refund.fewer"),
			Text: text.T("orders.refund.fewer.text"),
		}),
		&components.Button{
			ID: "refund-go", Label: label, Kind: components.KindGo, Wide: true, Submit: true, Disabled: !exact,
		},
	)
}

func (p *Refund) previewed() app.UI {
	v := p.preview
	b := refundOf(v)
	money := func(amount int64) string { return text.Money(amount, v.RefundPrice.Currency) }
	return pages.Stack(
		app.Ul().Class("order-lines").Body(app.Range(v.Products).Slice(func(i int) app.UI {
			product, l := &v.Products[i], b.lines[i]
			return app.Li().Body(
				app.B().Body(components.Num(times(product.RefundCount))),
				app.Div().Body(pages.Name(product.Name), chosen(product, v.RefundPrice.Currency)),
				pages.Span("num line-total", refundWords(product, &l, v.RefundPrice.Currency)),
				app.If(l.known, func() app.UI {
					return app.Dl().Class("fees", "small", "soft").Body(
						app.Div().DataSet("row", "part").Body(app.Dt().Class("num").Text(each(l.count, l.unit, l.currency)),
							app.Dd().Class("num").Text(money(l.total))),
						components.Only(l.net != l.total,
							confirm.Row("less", feeName(platform.FeeReduced), money(l.net-l.total))),
					)
				}),
			)
		})),
		pages.Each(v.Promotions, promotion),
		components.Only(b.loose, pages.SoftSmall(text.T("orders.bill.loose"))),
		app.If(b.gap != 0, func() app.UI {
			return app.P().Class("order-row", "refund-gap").Body(app.Span().Text(text.T("orders.bill.gap")),
				pages.Span("num", money(b.gap)))
		}),
		components.Only(!v.RefundPrice.Known(),
			pages.P("small order-why", text.T("orders.refund.unread", text.LTR("refundPrice.amount")))),
		app.P().Class("order-row", "refund-total").Body(app.B().Text(text.T("orders.refund.total")),
			app.B().ID("refund-amount").Class("num").Text(confirm.Money(api.MoneyOf(v.RefundPrice)))),
		components.Only(v.Valuation != "", app.P().Class("small", "soft").Body(
			app.Text(text.T("orders.refund.rule")+" "), pages.Name(v.Valuation))),
	)
}

// refundWords writes what of a product goes back, or the platform's words for it
// where those can't be read.
func refundWords(p *platform.RefundProduct, l *refundLine, currency string) string {
	if !l.read {
		return text.LTR(p.RefundPrice)
	}
	return text.Money(l.net, currency)
}

// chosen are the options of a product that are refunded with it.
func chosen(product *platform.RefundProduct, currency string) app.UI {
	return pages.Each(product.ChoiceGroups, func(g platform.ChoiceGroup) app.UI {
		return pages.Each(g.Options, func(o platform.ChoiceSku) app.UI {
			if o.RefundCount == 0 && o.RefundPrice == 0 {
				return app.Span().Hidden(true)
			}
			price := text.Money(o.RefundPrice, currency)
			if raw := o.Extra.Raw("refundPrice"); o.RefundPrice == 0 && raw != "" {
				price = text.LTR(raw)
			}
			return pages.Name(times(o.RefundCount) + " " + o.Name + " · " + price).Class("order-option")
		})
	})
}

// promotion is a discount as the sum that it is: the price before, less the discount, is what was paid.
func promotion(v platform.Promotion) app.UI {
	part := func(kind, key, name string, fee platform.Fee) app.UI {
		money := signed(name, *api.MoneyOf(fee))
		return confirm.Row(kind, text.T(key), confirm.Money(&money))
	}
	return pages.Div("promotion",
		app.P().Class("small").Body(app.B().Body(pages.Name(v.Title)),
			dotted(pages.CodeWords(api.KindPromotion, v.Extra, "type", v.Type))),
		app.Dl().Class("fees", "small").Body(
			part("part", "orders.fee.originFee", platform.FeeOrigin, v.OriginFee),
			part("less", "orders.fee.reduceFee", platform.FeeReduced, v.ReduceFee),
			part("sum", "orders.refund.paid", platform.FeePaid, v.RealPayFee),
		),
		components.Only(!addsUp(&v), pages.P("small order-why", text.T("orders.refund.uneven"))),
	)
}

// confirm asks for the last time, with the exact amount.
func (p *Refund) confirm() app.UI {
	words := ""
	if p.preview != nil {
		words = confirm.Money(api.MoneyOf(p.preview.RefundPrice))
	}
	return pages.Asking(&p.wants, pages.Question{
		ID: "refund-confirm", Title: text.T("orders.refund.sure"), Text: text.T("orders.refund.sure.text", words),
		Body: func() []app.UI { return []app.UI{confirm.Earlier(p.refunds)} },
		Keep: text.T("action.back"),
		Go: components.Button{
			ID: "refund-apply", Label: text.T("orders.refund.go", words), Kind: components.KindGo,
			Busy: p.Book.Ours(p.Route.OrderID) != "", Disabled: !p.ready(), OnClick: p.apply,
		},
	})
}
