package text

import (
	"cmp"
	"strconv"

	"github.com/shopdesk/shopdesk/internal/api"
)

// OrderNumber is what people call the order by: "#7".
func OrderNumber(o *api.Order) string { return "#" + BareOrderNumber(o) }

// BareOrderNumber is the number within words that say that it is an order's: "7".
func BareOrderNumber(o *api.Order) string { return cmp.Or(o.Number, strconv.FormatInt(o.OrderID, 10)) }

// Act names an act: "Accept".
func Act(act api.Act) string { return Word("orders.act.", act) }

// Undone says that an act wasn't done, or perhaps not, and why: without an err our server answered, and the platform
// didn't. The act is named with what tells it from others.
func Undone(act string, unknown bool, err error) (words, why string) {
	words, why = T("orders.undone", act), T("orders.unknown.text")
	if unknown {
		words = T("orders.unknown", act)
	}
	if err != nil {
		why = Failure(err)
	}
	return words, why
}

// News words what had happened to an order already when somebody wanted to act:
// calmly, it is no error.
func News(news, via, by string) string {
	words := T("orders.news." + news)
	switch {
	case by != "":
		return T("join.comma", words, by)
	case via != "" && Has("orders.via."+via):
		return T("join.comma", words, T("orders.via."+via))
	}
	return words
}
