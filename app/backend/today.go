package backend

import (
	"github.com/shopdesk/shopdesk/api"
)

// Today asks what needs somebody in a shop, or with 0 in all the operator's,
// and with a period how the orders went.
func (b *Backend) Today(shopID int64, period api.Period) Call[api.Today] {
	return Get[api.Today](api.PathToday + "?period=" + string(period) + shopQuery(shopID, "&")).From(b)
}
