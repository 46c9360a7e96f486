package rules

import (
	"strings"

	"github.com/shopdesk/shopdesk/platform"
)

// Check lists the problems of a request of the platform's catalogue, given as
// a pointer, as Endpoint.NewRequest makes it. Paths start with the request's
// member: "businessHourOfTheWeek.mon[1].endTime". What is no operator's request
// is itself a problem, so that nothing passes unchecked.
func Check(request any, env Env) []Problem { return env.Leaves.Judge(check(request, env)) }

func check(request any, env Env) []Problem {
	l := &list{}
	switch r := request.(type) {
	case *platform.ShopRef:
		checkID(l, "shopId", r.ShopID)
	case *platform.WeekUpdate:
		checkID(l, "shopId", r.ShopID)
		l.problems = append(l.problems, Prefixed("businessHourOfTheWeek", Week(r.Week))...)
	case *platform.SpecialUpdate:
		checkID(l, "shopId", r.ShopID)
		if r.Dates == nil {
			l.add("specialBusinessHour", CodeRequired)
		}
		l.problems = append(l.problems, Prefixed("specialBusinessHour", Special(r.Dates, env.Anchor, env.Zone))...)
	case *platform.PictureUpdate:
		checkID(l, "shopId", r.ShopID)
		checkPicture(l, "pictureUrl", r.PictureURL)
	case *platform.ContactUpdate:
		checkID(l, "shopId", r.ShopID)
		checkPhones(l, "phones", r.Phones)
	case *platform.OrderRef:
		checkOrder(l, *r)
	case *platform.OrderCancel:
		checkOrder(l, r.OrderRef)
		checkReason(l, "cancelCode", r.CancelCode, cancelCodes, "cancelReason", r.CancelReason)
	case *platform.OrderReject:
		checkOrder(l, r.OrderRef)
		checkReason(l, "rejectCode", r.RejectCode, rejectCodes, "rejectReason", r.RejectReason)
	case *platform.RefundPreviewRequest:
		checkOrder(l, r.OrderRef)
		checkLines(l, "products", r.Products)
	case *platform.RefundApply:
		checkOrder(l, r.OrderRef)
		if len(r.Products) == 0 {
			l.add("products", CodeRequired)
		}
		checkLines(l, "products", r.Products)
		checkReason(l, "partRefundType", r.PartRefundType, refundCodes, "partRefundReason", r.PartRefundReason)
	default:
		return []Problem{{Code: CodeUnknownRequest}}
	}
	return l.problems
}

func checkID(l *list, path string, id int64) {
	switch {
	case id == 0:
		l.add(path, CodeRequired)
	case id < 0:
		l.add(path, CodePositive, int(id))
	}
}

func checkText(l *list, path, text string) bool {
	if strings.TrimSpace(text) == "" {
		l.add(path, CodeRequired)
		return false
	}
	return true
}
