package today

import (
	"cmp"
	"maps"
	"slices"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/server/internal/orders"
)

// refundSum adds up the refunds of a cause.
type refundSum struct {
	count int
	money []api.Money
}

// odd counts an order that was cancelled or refunded.
func (h *half) odd(o *api.Order, refunds []api.OrderRefund) {
	h.scores.odd(o, refunds)
	if o.Column == api.ColumnCancelled {
		h.ends[orders.EndOf(o)]++
	}
	h.refunds(o, refunds)
}

// refunds adds up the refunds that were requested or given, without the rejected ones. A refund of a whole order
// without an amount counts with the paid amount.
func (h *half) refunds(o *api.Order, refunds []api.OrderRefund) {
	for _, r := range refunds {
		cause, counted := orders.CauseOf(&r)
		if !counted {
			continue
		}
		sum := h.given[cause]
		if sum == nil {
			sum = new(refundSum)
			h.given[cause] = sum
		}
		sum.count++
		amount := r.Money
		if amount == nil && !r.Partial {
			amount = o.Total
		}
		sum.money = api.AddMoney(sum.money, amount)
	}
}

// total is how many orders were cancelled in all.
func total(ends map[api.EndFigure]int) (n int) {
	for _, count := range ends {
		n += count
	}
	return n
}

// ends lists how orders were cancelled, beside how many were before, the most frequent first.
func ends(now, before map[api.EndFigure]int) []api.EndFigure {
	list := []api.EndFigure{}
	for _, end := range either(now, before) {
		count, earlier := now[end], before[end]
		end.Count, end.Before = count, earlier
		list = append(list, end)
	}
	slices.SortFunc(list, func(a, b api.EndFigure) int {
		return cmp.Or(b.Count-a.Count, b.Before-a.Before, cmp.Compare(a.Via, b.Via), cmp.Compare(a.Reason, b.Reason),
			a.OpType-b.OpType, cmp.Compare(a.OpRaw, b.OpRaw))
	})
	return few(list, func(rest *api.EndFigure, one api.EndFigure) {
		rest.Other, rest.Count, rest.Before = true, rest.Count+one.Count, rest.Before+one.Before
	})
}

// refunds lists why money went back, beside how much did before, the most frequent first.
func refunds(now, before map[orders.RefundCause]*refundSum) []api.RefundFigure {
	list := []api.RefundFigure{}
	for _, cause := range either(now, before) {
		f := api.RefundFigure{Reason: cause.Reason, Ours: cause.Ours, Money: []api.Money{}}
		if sum := now[cause]; sum != nil {
			f.Count, f.Money = sum.count, append(f.Money, sum.money...)
		}
		if sum := before[cause]; sum != nil {
			f.Before, f.MoneyBefore = sum.count, sum.money
		}
		list = append(list, f)
	}
	slices.SortFunc(list, func(a, b api.RefundFigure) int {
		return cmp.Or(b.Count-a.Count, b.Before-a.Before, cmp.Compare(a.Reason, b.Reason))
	})
	list = few(list, func(rest *api.RefundFigure, one api.RefundFigure) {
		rest.Other, rest.Count, rest.Before = true, rest.Count+one.Count, rest.Before+one.Before
		for _, m := range one.Money {
			rest.Money = api.AddMoney(rest.Money, &m)
		}
		for _, m := range one.MoneyBefore {
			rest.MoneyBefore = api.AddMoney(rest.MoneyBefore, &m)
		}
	})
	for _, one := range list {
		written(one.Money)
		written(one.MoneyBefore)
	}
	return list
}

// either lists the keys of two maps, each once.
func either[K comparable, V any](a, b map[K]V) []K {
	all := maps.Clone(a)
	maps.Copy(all, b)
	return slices.Collect(maps.Keys(all))
}

// few joins the last entries of a long list into one.
func few[T any](list []T, join func(rest *T, one T)) []T {
	if len(list) <= api.FigureGroups {
		return list
	}
	var rest T
	for _, one := range list[api.FigureGroups-1:] {
		join(&rest, one)
	}
	return append(list[:api.FigureGroups-1:api.FigureGroups-1], rest)
}
