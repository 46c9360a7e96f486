package orders

import (
	"context"
	"slices"
	"strconv"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/backend"
	"github.com/shopdesk/shopdesk/app/live/book"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
)

// From so many waiting orders on the board offers relief: to accept by rule for so long, or to pause the shop.
const (
	relieveFrom = 10
	relieveFor  = 30 * time.Minute
)

// relief is the question about a rule for a rush.
type relief struct {
	open   bool
	shopID int64
	items  string // the largest order that is accepted, "" for any
	busy   map[int64]bool
	errs   map[int64]error
}

// relieved is the shop that relief is offered to, 0 for none: the board's, or the one where most wait.
func (p *Board) relieved() int64 {
	shop, fresh := p.all().ShopID, 0
	if shop == 0 && len(p.tally.shops) > 0 {
		shop = p.tally.shops[0].shopID
	}
	for _, spot := range p.lanes[book.LaneNew].spots {
		if waits(spot) && spot.Order.ShopID == shop {
			fresh++
		}
	}
	if fresh < relieveFrom || !p.State.May(shop, platform.PermissionShopPause) {
		return 0
	}
	return shop
}

// byRule are the settings of the board's shops that have a rule for a rush in force.
func (p *Board) byRule() (list []api.OrderSettings) {
	only, now := p.all().ShopID, p.Book.Now()
	shops, _ := p.State.Shops()
	for _, shop := range shops {
		if only != 0 && only != shop.ShopID {
			continue
		}
		if s, _ := p.Book.Settings(shop.ShopID); s.RushUntil > now {
			list = append(list, s)
		}
	}
	return list
}

// offers are the ways to have fewer orders to accept by hand. A rule has no effect in a shop that accepts
// automatically.
func (p *Board) offers() app.UI {
	shop := p.relieved()
	set := slices.ContainsFunc(p.ruling, func(s api.OrderSettings) bool { return s.ShopID == shop })
	settings, _ := p.Book.Settings(shop)
	return pages.Row(
		components.Shown(!set && !settings.AutoAccept, &components.Button{
			ID: "rush-rule", Label: text.T("orders.relief.rule"), OnClick: func(app.Context) {
				p.relief.open, p.relief.shopID, p.relief.items = true, shop, "5"
				delete(p.relief.errs, shop)
			},
		}),
		&components.Button{ID: "rush-pause", Label: text.T("pauses.chosen"), Icon: components.IconPause,
			OnClick: func(ctx app.Context) {
				if p.many() {
					ctx.NewActionWithValue(state.ActionPauseMany, []int64{shop})
					return
				}
				ctx.NewAction(state.ActionPause)
			}},
	)
}

// ruleSaid says in which shops a rule is in force, until when, and ends it.
func (p *Board) ruleSaid() app.UI {
	return app.Div().ID("rush-ruled").Class("rush-ruled").Body(pages.Each(p.ruling, func(s api.OrderSettings) app.UI {
		zone, _ := p.State.Zone(s.ShopID)
		until := clock(s.RushUntil, p.Book.Now(), zone)
		words := text.T("orders.relief.on", until)
		if name := p.shopName(s.ShopID); name != "" {
			words = text.T("edit.of", name, words)
		}
		id := "rush-stop-" + strconv.FormatInt(s.ShopID, 10)
		return &pages.Keyed{Key: id, Draw: func() app.UI {
			return pages.Row(
				&components.Pill{Tone: components.ToneOK, Text: words, Live: true},
				components.Shown(p.State.May(s.ShopID, platform.PermissionShopPause), &components.Button{
					ID: id, Label: text.T("orders.relief.stop"), Busy: p.relief.busy[s.ShopID],
					OnClick: func(app.Context) { p.saveRule(s.ShopID, 0, 0) },
				}),
				components.Maybe(p.relief.errs[s.ShopID] != nil && !p.relief.open, func() app.UI {
					return app.Span().Class("small").Role("alert").Text(text.Failure(p.relief.errs[s.ShopID]))
				}),
			)
		}}
	}))
}

// reliefDialog asks how large an order may be.
func (p *Board) reliefDialog() app.UI {
	r := &p.relief
	settings, _ := p.Book.Settings(r.shopID)
	return pages.Question{
		ID: "relief", Title: text.T("orders.relief.title"), Text: text.T("orders.relief.text", p.ShopName(r.shopID)),
		Open: r.open, Close: p.closeRelief,
		Body: func() []app.UI {
			return []app.UI{
				&components.Choices{
					ID: "relief-items", Label: text.T("orders.relief.items"), Value: r.items, Options: sizes(),
					OnChange: pages.Bind(&r.items),
				},
				components.Shown(settings.AutoAccept,
					&components.Note{Tone: components.ToneInfo, Title: text.T("orders.auto.is"), Alert: true}),
				components.Maybe(r.errs[r.shopID] != nil, func() app.UI {
					return &components.Note{Tone: components.ToneBad, Title: text.Failure(r.errs[r.shopID]), Alert: true}
				}),
			}
		},
		Go: components.Button{
			ID: "relief-go", Label: text.T("orders.relief.go"), Kind: components.KindGo, Busy: r.busy[r.shopID],
			Disabled: !p.Book.Reachable() || settings.AutoAccept, OnClick: func(app.Context) {
				items, _ := strconv.Atoi(r.items) // none for any size
				until := p.Book.Now() + relieveFor.Milliseconds()
				p.saveRule(r.shopID, until, items)
			},
		},
	}.Dialog()
}

// sizes are how large an order may be.
func sizes() []components.Option {
	var list []components.Option
	for _, n := range []int{5, 10, 20} {
		list = append(list, components.Option{Value: strconv.Itoa(n), Label: text.N("orders.items", n)})
	}
	return append(list, components.Option{Label: text.T("orders.relief.any")})
}

func (p *Board) closeRelief(app.Context) {
	p.relief.open = false
	delete(p.relief.errs, p.relief.shopID)
}

// saveRule saves a rule for a rush, or with 0 that there is none. Settings that couldn't be read before are read first.
func (p *Board) saveRule(shopID, until int64, items int) {
	b, r := p.Backend, &p.relief
	if r.busy == nil {
		r.busy, r.errs = map[int64]bool{}, map[int64]error{}
	}
	known, read := p.Book.Settings(shopID)
	r.busy[shopID] = true
	delete(r.errs, shopID)
	pages.Send(p.ctx, new(pages.Generation), func(c context.Context) (*api.OrderSettings, error) {
		s := known
		if !read {
			list, err := b.OrderSettings(shopID)(c)
			if err != nil {
				return nil, err
			}
			s = append(list.Settings, api.OrderSettings{ShopID: shopID})[0]
		}
		if until != 0 && s.AutoAccept {
			return &s, nil // the dialog says that a rule has no effect
		}
		s.RushUntil, s.RushItems = until, items
		return backend.SaveOrderSettings.To(b, s)(c)
	}, func(ctx app.Context, now *api.OrderSettings, err error) {
		if delete(r.busy, shopID); err != nil {
			r.errs[shopID] = err
			if until != 0 { // that it wasn't stopped is said beside the rule
				r.open, r.shopID = true, shopID
			}
			return
		}
		if r.shopID == shopID {
			r.open = until != 0 && now.AutoAccept
		}
		p.Book.SetSettings(*now)
		p.Changed(ctx)
	})
}
