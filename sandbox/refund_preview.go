package sandbox

import (
	"encoding/json"
	"fmt"
	"math"
	"net/http"

	"github.com/shopdesk/shopdesk/platform"
)

// refundSome is the refundType of a product some of which was refunded; 0 is
// nothing yet. The interface shows no values (2.6).
const refundSome = 1

const valuationRule = "Unit prices times quantity, less each discount's share of those items. " +
	"Discounts are shared among the items by price; the last item takes the rounding. Delivery and packaging fees are " +
	"not part of it."

// previewRefund answers what a partial refund would come to (interface 4.3).
func (s *Sandbox) previewRefund(req *request) reply {
	lines, f := s.readLines(req, false)
	if f != nil {
		return refuse(f)
	}
	sold, f := s.sold(req)
	if f == nil {
		f = sold.refundable()
	}
	if f != nil {
		return refuse(f)
	}
	preview, f := sold.preview(lines)
	if f != nil {
		return refuse(f)
	}
	return succeed(preview)
}

// refundable refuses an order whose state allows no partial refund.
func (s *sale) refundable() *failure {
	switch s.Status {
	case platform.OrderAccepted, platform.OrderPrepared, platform.OrderCompleted:
		return nil
	case platform.OrderPlaced:
		return fail(http.StatusOK, CodeOrderState, "The order is not confirmed yet: cancel it instead of refunding a part.")
	case platform.OrderCancelled:
	}
	return fail(http.StatusOK, CodeOrderState, "The order is cancelled. Nothing is left to refund.")
}

// readLines reads the products of a preview or, where some are required, of an
// application.
func readLines(obj object, required bool) ([]platform.RefundLine, *failure) {
	if obj.absent("products") {
		if required {
			return nil, broken("products is required.")
		}
		return nil, nil
	}
	var items []object
	if json.Unmarshal(obj["products"], &items) != nil {
		return nil, broken("products must be an array of objects.")
	}
	if required && len(items) == 0 {
		return nil, broken("products must name a product.")
	}
	var lines []platform.RefundLine
	seen := map[int64]bool{}
	for i, item := range items {
		path := fmt.Sprintf("products[%d]", i)
		id, f := item.integer("orderProductId", path+".orderProductId")
		if f != nil {
			return nil, f
		}
		count, f := item.integer("refundCount", path+".refundCount")
		if f != nil {
			return nil, f
		}
		switch {
		case seen[id]:
			return nil, broken("%s names a product twice.", path)
		case count < 1 || count > math.MaxInt32:
			return nil, broken("%s.refundCount must be 1 at least.", path)
		}
		seen[id] = true
		lines = append(lines, platform.RefundLine{OrderProductID: id, RefundCount: int(count)})
	}
	return lines, nil
}

// readLines is the products of a call, each by the line's own id. Several lines may be of one spuId.
func (s *Sandbox) readLines(req *request, required bool) ([]platform.RefundLine, *failure) {
	lines, f := readLines(req.object, required)
	if f != nil || !s.Does(RefundSpu) {
		return lines, f
	}
	sold, f := s.sold(req)
	if f != nil {
		return nil, f
	}
	var all []platform.RefundLine
	for i, asked := range lines {
		of := -1
		for at := range sold.Lines {
			l := &sold.Lines[at]
			if l.SpuID != asked.OrderProductID {
				continue
			}
			if n := min(asked.RefundCount, l.Count-l.Refunded); n > 0 {
				all = append(all, platform.RefundLine{OrderProductID: l.ID, RefundCount: n})
				asked.RefundCount -= n
			}
			of = at
		}
		switch {
		case of < 0:
			return nil, broken("products[%d]: the order has no product %d.", i, asked.OrderProductID)
		case asked.RefundCount > 0:
			return nil, broken("products[%d].refundCount is %d more than are left to refund.", i, asked.RefundCount)
		}
	}
	return all, nil
}

// counts are how many of each line are asked for; refused when more than is
// left.
func (s *sale) counts(lines []platform.RefundLine) ([]int, *failure) {
	counts := make([]int, len(s.Lines))
	for i, asked := range lines {
		at := s.line(asked.OrderProductID)
		if at < 0 {
			return nil, broken("products[%d]: the order has no product %d.", i, asked.OrderProductID)
		}
		left := s.Lines[at].Count - s.Lines[at].Refunded
		if asked.RefundCount > left {
			return nil, broken("products[%d].refundCount is %d, but %d are left to refund.", i, asked.RefundCount, left)
		}
		counts[at] = asked.RefundCount
	}
	return counts, nil
}

func (s *sale) line(id int64) int {
	for at := range s.Lines {
		if s.Lines[at].ID == id {
			return at
		}
	}
	return -1
}

// preview is what refunding these lines comes to. With none it lists all that
// can be refunded, with amount zero.
func (s *sale) preview(lines []platform.RefundLine) (platform.RefundPreview, *failure) {
	counts, f := s.counts(lines)
	if f != nil {
		return platform.RefundPreview{}, f
	}
	shown := platform.RefundPreview{
		Products: []platform.RefundProduct{}, Promotions: []platform.Promotion{}, Valuation: valuationRule,
	}
	reductions := s.reductions()
	sums := make([]int64, len(s.Cuts))
	var gross, net int64
	for at := range s.Lines {
		l := &s.Lines[at]
		if l.Refunded == l.Count || len(lines) > 0 && counts[at] == 0 {
			continue
		}
		t := l.take(l.Refunded, l.Refunded+counts[at], column(reductions, at))
		gross, net = gross+t.gross, net+t.net
		for p, r := range t.reduced {
			sums[p] += r
		}
		shown.Products = append(shown.Products, l.preview(s.Currency, counts[at], t.net))
	}
	shown.RefundPrice = platform.NewFee(net, s.Currency)
	if len(lines) == 0 {
		return shown, nil
	}
	for p, c := range s.Cuts {
		if sums[p] == 0 {
			continue
		}
		shown.Promotions = append(shown.Promotions, platform.Promotion{
			Type: c.Type, Title: c.Title,
			OriginFee:  platform.NewFee(gross, s.Currency),
			ReduceFee:  platform.NewFee(sums[p], s.Currency),
			RealPayFee: platform.NewFee(gross-sums[p], s.Currency),
		})
		gross -= sums[p] // the next one starts from there
	}
	return shown, nil
}

// column is what each promotion takes off the line at that position.
func column(reductions [][]int64, at int) []int64 {
	all := make([]int64, len(reductions))
	for p := range reductions {
		all[p] = reductions[p][at]
	}
	return all
}

func (l *item) preview(currency string, count int, net int64) platform.RefundProduct {
	left := l.Count - l.Refunded
	p := platform.RefundProduct{
		ID: l.ID, SpuID: l.SpuID, SkuID: l.SkuID, Count: l.Count, Name: l.Name, Spec: l.Spec,
		Price: platform.FormatAmount(l.Price, currency), RefundCount: count,
		RefundPrice:  platform.FormatAmount(net, currency),
		ChoiceGroups: []platform.ChoiceGroup{}, Associated: []platform.AssociatedGroup{}, Left: &left,
	}
	if l.Refunded > 0 {
		p.RefundType = refundSome
	}
	for at := range l.Groups {
		g := &l.Groups[at]
		pos := -1
		p.ChoiceGroups = append(p.ChoiceGroups, g.record(currency, func(option) (int64, int) {
			pos++
			return l.share(net, at, pos), count
		}))
		p.Associated = append(p.Associated, platform.AssociatedGroup{Name: g.Name, AuditStatus: groupApproved,
			Status: groupValid})
	}
	return p
}

// States of an associated choice group; the interface shows none (2.6).
const (
	groupApproved = 2
	groupValid    = 1
)
