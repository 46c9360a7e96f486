package book

import (
	"strconv"
	"strings"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// Filter is what the board shows. Its zero value shows everything.
type Filter struct {
	ShopID int64  // 0 for all
	Number string // part of a number people call out, or of the platform's id
}

// Fits reports whether the board shows an order.
func (f Filter) Fits(o *api.Order) bool {
	if f.ShopID != 0 && o.ShopID != f.ShopID {
		return false
	}
	if f.Number == "" {
		return true
	}
	number := strings.TrimLeft(strings.TrimSpace(rules.Plain(f.Number)), "#")
	return number == "" || strings.Contains(strings.ToLower(o.Number), strings.ToLower(number)) ||
		strings.Contains(strconv.FormatInt(o.OrderID, 10), number)
}
