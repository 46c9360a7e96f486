package today

import (
	"cmp"
	"maps"
	"slices"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/internal/orders"
	"github.com/shopdesk/shopdesk/server/store"
)

// scores add up the orders of each shop.
type scores map[int64]*score

// score is a shop's [api.Score] in the making.
type score struct {
	api.Score
	waits, preps []int64
}

func (s scores) of(shop int64) *score {
	if s[shop] == nil {
		s[shop] = new(score)
	}
	return s[shop]
}

// odd counts what became of an order that was cancelled or refunded.
func (s scores) odd(o *api.Order, refunds []api.OrderRefund) {
	one := s.of(o.ShopID)
	if orders.Lost(o) {
		one.Lost++
		one.Cost = api.AddMoney(one.Cost, o.Total)
	}
	if slices.ContainsFunc(refunds, func(r api.OrderRefund) bool { _, counted := orders.CauseOf(&r); return counted }) {
		one.Refunded++
	}
}

// stop counts the part of a stop that lies between two moments.
func (s scores) stop(stop store.Stop, from, to int64) {
	lasted := min(stop.Until, to) - max(stop.Since, from)
	if lasted <= 0 {
		return
	}
	one := s.of(stop.ShopID)
	one.Stopped += lasted
	if stop.Kind == store.StopPaused {
		one.Paused += lasted
	}
}

// answer is the shop's score as it is sent.
func (s *score) answer() api.Score {
	if s == nil {
		return api.Score{}
	}
	answer := s.Score
	answer.Wait, answer.Prep = wait(s.waits).Median, wait(s.preps).Median
	written(answer.Cost)
	written(answer.Sales)
	return answer
}

// of is the score of a shop.
func (h *half) of(shop int64) api.Score {
	answer := h.scores[shop].answer()
	answer.Planned, answer.Unseen = h.planned[shop], h.unseen
	return answer
}

// sum is the score of all shops. The plan is also of shops without orders and stops.
func (h *half) sum() *score {
	all := new(score)
	for _, planned := range h.planned {
		all.Planned += planned
	}
	for _, one := range h.scores {
		all.Orders += one.Orders
		all.Accepted += one.Accepted
		all.Lost += one.Lost
		all.Refunded += one.Refunded
		all.Ready += one.Ready
		all.Stopped += one.Stopped
		all.Paused += one.Paused
		for _, m := range one.Cost {
			all.Cost = api.AddMoney(all.Cost, &m)
		}
		for _, m := range one.Sales {
			all.Sales = api.AddMoney(all.Sales, &m)
		}
		all.waits, all.preps = append(all.waits, one.waits...), append(all.preps, one.preps...)
	}
	return all
}

// compared puts each shop's score beside its earlier one, the worst shop first.
func compared(now, before *half) []api.ShopScore {
	known := maps.Clone(now.scores)
	maps.Copy(known, before.scores)
	shops := make([]api.ShopScore, 0, len(known))
	for id := range known {
		shops = append(shops, api.ShopScore{ShopID: id, Now: now.of(id), Before: before.of(id)})
	}
	slices.SortFunc(shops, func(a, b api.ShopScore) int {
		return cmp.Or(b.Now.Lost-a.Now.Lost, cmp.Compare(b.Now.Stopped, a.Now.Stopped),
			b.Now.Refunded-a.Now.Refunded, cmp.Compare(b.Now.Wait, a.Now.Wait), cmp.Compare(a.ShopID, b.ShopID))
	})
	return shops
}

// written sorts sums by currency and writes them out.
func written(sums []api.Money) {
	slices.SortFunc(sums, func(a, b api.Money) int { return cmp.Compare(a.Currency, b.Currency) })
	for i := range sums {
		sums[i].Text = platform.FormatAmount(sums[i].Amount, sums[i].Currency)
	}
}
