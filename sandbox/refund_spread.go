package sandbox

import (
	"cmp"
	"slices"
)

// spread shares amount among the weights in proportion, by largest remainder:
// the shares add up to amount, and none is above its weight as long as amount
// isn't above their sum. Of equal remainders the first gets more.
func spread(amount int64, weights []int64) []int64 {
	shares := make([]int64, len(weights))
	var total int64
	for _, w := range weights {
		total += w
	}
	if total <= 0 || amount <= 0 {
		return shares
	}
	left, order := amount, make([]int, len(weights))
	remainders := make([]int64, len(weights))
	for i, w := range weights {
		shares[i], remainders[i] = mulDiv(amount, w, total)
		left -= shares[i]
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(remainders[b], remainders[a]) })
	for _, i := range order[:left] {
		shares[i]++
	}
	return shares
}

// reductions are what each promotion takes off each line: [promotion][line].
// Each is spread over what the ones before have left of the prices, so that no
// line goes below zero.
func (s *sale) reductions() [][]int64 {
	left := make([]int64, len(s.Lines))
	for i := range s.Lines {
		left[i] = s.Lines[i].gross()
	}
	all := make([][]int64, len(s.Cuts))
	for p, c := range s.Cuts {
		all[p] = spread(c.Amount, left)
		for i, share := range all[p] {
			left[i] -= share
		}
	}
	return all
}

// taking is what refunding some units of a line comes to.
type taking struct {
	gross   int64
	reduced []int64 // by promotion
	net     int64
}

// take refunds the units of a line from the one numbered from up to to, when
// the promotions take reduced off the whole line. It depends on the numbers
// alone, so unit by unit comes to the same as all at once, and the last unit
// takes what rounding left.
func (l *item) take(from, to int, reduced []int64) taking {
	t := taking{gross: l.unit() * int64(to-from), reduced: make([]int64, len(reduced))}
	var whole int64
	for _, r := range reduced {
		whole += r
	}
	// The line's reduction is a stretch on which the promotions lie one after
	// the other; these units cover the part from low to high.
	low, _ := mulDiv(whole, int64(from), int64(l.Count))
	high, _ := mulDiv(whole, int64(to), int64(l.Count))
	var begin int64
	for p, r := range reduced {
		t.reduced[p] = max(0, min(high, begin+r)-max(low, begin))
		begin += r
	}
	t.net = t.gross - (high - low)
	return t
}

// share is what of a refund of net falls to the option at those positions, in
// proportion to its price.
func (l *item) share(net int64, at, pos int) int64 {
	before := l.Price
	for g := range l.Groups {
		for o, opt := range l.Groups[g].Options {
			price := opt.Price * int64(opt.Count)
			if g == at && o == pos {
				low, _ := mulDiv(net, before, max(1, l.unit()))
				high, _ := mulDiv(net, before+price, max(1, l.unit()))
				return high - low
			}
			before += price
		}
	}
	return 0
}
