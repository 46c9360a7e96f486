package rules

import (
	"slices"

	"github.com/shopdesk/shopdesk/platform"
)

// The documented reasons; the first of each is "other", which needs words.
var (
	cancelCodes = []int{platform.CancelOther, platform.CancelNoIngredients, platform.CancelShopClosing,
		platform.CancelShortOfStaff}
	rejectCodes = []int{platform.RejectOther, platform.RejectPrepared, platform.RejectUnderDelivery}
	refundCodes = []int{
		platform.RefundOther, platform.RefundSlow, platform.RefundNoIngredients,
		platform.RefundItemMissing, platform.RefundWrongItem,
	}
)

func checkOrder(l *list, ref platform.OrderRef) {
	checkID(l, "orderViewId", ref.OrderViewID)
	checkID(l, "shopId", ref.ShopID)
}

// checkReason checks a reason's code and, for "other", its words (interface
// 4.2; fields assumed, see platform/assumptions.go).
func checkReason(l *list, codePath string, code int, known []int, reasonPath, reason string) {
	switch {
	case code == 0:
		l.add(codePath, CodeRequired)
	case !slices.Contains(known, code):
		l.add(codePath, CodeNotAllowed, code)
	case code == known[0]:
		checkText(l, reasonPath, reason)
	}
}

// checkLines checks the products of a partial refund (interface 4.3).
func checkLines(l *list, path string, lines []platform.RefundLine) {
	for i, line := range lines {
		at := path + index(i)
		checkID(l, at+".orderProductId", line.OrderProductID)
		if line.RefundCount <= 0 {
			l.add(at+".refundCount", CodePositive, line.RefundCount)
		}
	}
}
