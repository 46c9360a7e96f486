package sandbox

import (
	"net/http"
	"slices"

	"github.com/shopdesk/shopdesk/platform"
)

var refundCodes = []int64{
	platform.RefundOther, platform.RefundSlow, platform.RefundNoIngredients, platform.RefundItemMissing,
	platform.RefundWrongItem,
}

// applyRefund refunds some products (interface 4.2). What the customer gets is
// what the preview says at that moment.
func (s *Sandbox) applyRefund(req *request) reply {
	lines, f := s.readLines(req, true)
	if f != nil {
		return refuse(f)
	}
	code, reason, f := readReason(req.object, "partRefundType", "partRefundReason", refundCodes)
	if f != nil {
		return refuse(f)
	}
	return s.change(req, func(sold *sale, now int64) ([]news, error) {
		if f := sold.refundable(); f != nil {
			return nil, f
		}
		if sold.pending() >= 0 {
			return nil, fail(http.StatusOK, CodeOrderState,
				"A refund request of the customer waits for an answer. Approve or reject it first.")
		}
		asked, f := sold.askRefund(lines, reason, platform.OpMerchant, now)
		if f != nil {
			return nil, f
		}
		asked.Status, asked.Decider, asked.OpTime = platform.RefundAgreed, platform.OpMerchant, now
		asked.ApplyReason = either(reason, refundWords[code])
		sold.Refunds = append(slices.Clone(sold.Refunds), asked)
		sold.give(lines)
		return nil, nil
	})
}

var refundWords = map[int64]string{
	platform.RefundSlow: "Slow", platform.RefundNoIngredients: "Out of ingredients",
	platform.RefundItemMissing: "Item missing", platform.RefundWrongItem: "Wrong item",
}

// readReason reads a reason's code and its words, which the first of the known
// codes, "other", requires.
func readReason(obj object, codeName, reasonName string, known []int64) (int64, string, *failure) {
	code, f := obj.integer(codeName, codeName)
	if f != nil {
		return 0, "", f
	}
	if !slices.Contains(known, code) {
		return 0, "", broken("%s is not one of the reasons.", codeName)
	}
	if obj.absent(reasonName) && code != known[0] {
		return code, "", nil
	}
	reason, f := obj.text(reasonName)
	if f == nil && code == known[0] && blank(reason) {
		f = broken("%s is required with %s %d.", reasonName, codeName, code)
	}
	return code, reason, f
}

// askRefund is a refund of these lines, or of everything that is left, before
// it is decided.
func (s *sale) askRefund(lines []platform.RefundLine, reason string, who platform.OpType,
	now int64) (refund, *failure) {
	r := refund{Lines: lines}
	r.AfterSaleOrderID = s.ID + int64(len(s.Refunds)) + 1
	r.ApplyReason, r.Currency, r.Status, r.Applicant, r.ApplyTime = reason, s.Currency, platform.RefundAsked, who, now
	if len(lines) == 0 {
		_, _, paid, refunded := s.fees()
		r.Money = paid - refunded
		return r, nil
	}
	preview, f := s.preview(lines)
	if f != nil {
		return r, f
	}
	r.Money = preview.RefundPrice.Amount
	for _, p := range preview.Products {
		r.Products = append(r.Products, platform.RefundedProduct{
			OrderProductID: p.ID, Name: p.Name, RefundCount: p.RefundCount, RefundPrice: p.RefundPrice,
		})
	}
	return r, nil
}

// give counts these lines as refunded.
func (s *sale) give(lines []platform.RefundLine) {
	s.Lines = slices.Clone(s.Lines)
	for _, l := range lines {
		if at := s.line(l.OrderProductID); at >= 0 {
			s.Lines[at].Refunded += l.RefundCount
		}
	}
}
