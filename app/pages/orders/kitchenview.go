package orders

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/device"
	"github.com/shopdesk/shopdesk/app/live/book"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
)

// kitchenView is the board for the kitchen: the whole screen, with tickets that are always whole and one button on
// each.
func (p *Board) kitchenView() app.UI {
	return &components.Dialog{
		ID: "kitchen", Title: text.T("orders.kitchen"), Full: true, Open: p.kitchen.open,
		CloseLabel: text.T("orders.kitchen.close"), OnClose: p.leaveKitchen,
		Body: func() []app.UI {
			places, n, more := p.kitchenTickets(p.Book.Now())
			hidden := p.hidden()
			return []app.UI{
				p.kitchenBar(),
				app.Div().Class("kitchen-view").DataSet("size", p.State.TicketSize()).Body(
					app.Div().Class("kitchen-grid").TabIndex(0).Aria("label", laneName(p.kitchen.lane)).Role("group").Body(
						p.recalledTicket(),
						&stretch{Stretch: &Stretch{Deps: p.scene, Lane: p.kitchen.lane, Many: p.many(), Shops: p.Revision, Big: true,
							Reach: p.Book.Reachable(), Cards: p.lay(stretchKey{p.kitchen.lane, 0, true}, places)}},
						components.Maybe(n == 0 && p.Book.Reachable(), func() app.UI { return p.kitchenEmpty(hidden) }),
					),
					p.totals(),
				),
				app.P().Class("soft", "small", "kitchen-more").Role("status").Text(
					text.Dots(some("orders.kitchen.more", more), some("orders.kitchen.hidden", hidden))),
				p.kitchenNotes(),
			}
		},
	}
}

// kitchenBar has the lanes, what can be recalled, the size of type and the words of the station.
func (p *Board) kitchenBar() app.UI {
	lanes := [...]book.Lane{book.LanePreparing, book.LaneNew}
	again := p.recallWords()
	return pages.Div("kitchen-bar",
		pages.Each(lanes[:], p.kitchenLane),
		components.Shown(again != "", &components.Button{ID: "kitchen-recall", Label: again, OnClick: p.recall}),
		&components.Button{ID: "kitchen-size", OnClick: p.nextSize,
			Label: text.T("orders.kitchen.size", p.State.TicketSize()+1, typeSizes)},
		&components.TextField{ID: "kitchen-station", Label: text.T("orders.kitchen.station"), Autocomplete: "off",
			Type: "search", Value: p.State.Station(), OnInput: func(ctx app.Context, words string) {
				p.State.SetStation(words)
				p.Changed(ctx)
			}},
	)
}

// kitchenLane is the button of a lane, pressed while its tickets are shown. That of new orders counts down for the one
// that lapses first, and warns while their tickets aren't in sight.
func (p *Board) kitchenLane(lane book.Lane) app.UI {
	kind, class, t := components.KindPlain, "", &p.tally
	switch {
	case p.kitchen.lane == lane:
		kind = components.KindGo
	case lane == book.LaneNew && t.fresh > 0:
		class = "rush-warn"
	}
	button := app.Button().ID("%s", "kitchen-"+laneKeys[lane]).Type("button").Class("btn").DataSet("kind", kind).
		Aria("pressed", p.kitchen.lane == lane).
		OnClick(func(app.Context, app.Event) { p.kitchen.lane = lane })
	return app.Span().Class(class).Body(button.Body(
		app.Span().Text(text.T("join.aside", laneName(lane), p.lanes[lane].all)),
		app.If(lane == book.LaneNew && t.lapses != 0, func() app.UI {
			return &components.Ring{ID: "kitchen-left", Label: text.T("orders.left"), Until: t.lapses, Now: p.Book.Now(),
				Whole: api.AcceptWithin}
		}),
	))
}

// recalledTicket is a ticket that was bumped.
func (p *Board) recalledTicket() app.UI {
	o, ok := p.Book.Order(p.kitchen.recalled)
	return components.Maybe(ok, func() app.UI {
		zone, _ := p.State.Zone(o.ShopID)
		return app.Ul().ID("kitchen-recalled").Body(&card{
			Place: &Place{Order: o, Lane: book.LaneOf(o), Seen: true, Done: ^uint64(0)},
			Look:  &Look{Deps: p.scene, Book: p.Book, Big: true, Zone: zone},
		})
	})
}

// totals are the dishes of all orders together that aren't done.
func (p *Board) totals() app.UI {
	all := p.batches()
	return app.Section().Class("kitchen-totals").Aria("labelledby", "kitchen-totals").Body(
		app.H3().ID("kitchen-totals").Text(text.T("orders.kitchen.totals")),
		app.Ul().Body(pages.Each(all, func(dish batch) app.UI {
			return app.Li().Class("order-row").Body(
				pages.Name(dish.name), app.B().Body(components.Num(times(dish.count))))
		})),
	)
}

// kitchenNotes tell inside the dialog what the frame tells outside it: the page
// behind an open dialog isn't read out. They lie over the tickets, which stay where
// they are.
func (p *Board) kitchenNotes() app.UI {
	return pages.Div("live-notes kitchen-notes",
		pages.StoppedNote("kitchen-stopped", p.Book.Stopped, p.shopName, p.heedStopped),
		components.Maybe(!p.Book.Reachable(), func() app.UI {
			return &components.Note{
				ID: "kitchen-lost", Tone: components.ToneBad, Title: text.T("orders.lost"),
				Text: text.T("orders.lost.text"), Alert: true,
				Body: func() []app.UI {
					age := app.P().ID("kitchen-lost-age").Class("small").Text(p.age())
					return []app.UI{components.Shown(p.Book.HeardAt != 0, age)}
				},
			}
		}),
		components.Maybe(p.Book.Reachable() && p.Book.Hearing.Silent, func() app.UI {
			return pages.SilentNote("kitchen-silent", p.clock(p.Book.Hearing.HeardAt))
		}),
		components.Maybe(p.Book.Hush == api.HushBrowser, func() app.UI {
			return pages.MuteNote("kitchen-mute", pages.UnmuteButton("kitchen-mute-mend", components.KindGo,
				func(app.Context) { device.Unmute() }))
		}),
	)
}

// kitchenEmpty says why there is no ticket: no order waits, or the words of the station hide so many.
func (p *Board) kitchenEmpty(hidden int) app.UI {
	if hidden > 0 {
		return &components.Empty{
			Icon: components.IconOrders, Title: text.N("orders.kitchen.hidden", hidden),
			Action: pages.Buttons(components.Button{
				ID: "kitchen-all", Label: text.T("action.all"), OnClick: p.everyStation,
			}),
		}
	}
	return &components.Empty{
		Icon: components.IconOrders, Title: text.T("orders.kitchen.none"), Text: text.T("orders.kitchen.none.text"),
	}
}

// everyStation takes the words of the station away.
func (p *Board) everyStation(ctx app.Context) {
	p.State.SetStation("")
	p.Changed(ctx)
	components.FocusID(ctx, "kitchen-station")
}

// lines are a ticket's lines, each to be pressed when it is done.
func (c *card) lines() app.UI {
	return app.Ul().Class("order-items").Body(app.Range(c.Order.Items).Slice(func(i int) app.UI {
		return app.Li().Body(app.Button().ID("%s", c.id("line"+strconv.Itoa(i))).Type("button").Class("kitchen-line").
			Aria("pressed", lineDone(c.Done, i)).
			OnClick(func(ctx app.Context, e app.Event) {
				if !c.Rests || e.Get("detail").Int() == 0 {
					ctx.NewActionWithValue(actionLine, lineOf{c.Order.OrderID, i})
				}
			}).Body(itemBody(&c.Order.Items[i])...))
	}))
}
