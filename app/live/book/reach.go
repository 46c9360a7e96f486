package book

import (
	"strconv"
	"strings"

	"github.com/shopdesk/shopdesk/internal/api"
)

// Reached tells of new orders how they reached this device, each way once, as [api.PathOrdersReached] takes it; "" for
// no news. ring is how those reach it that nobody here has seen, where may is true.
func (d *Book) Reached(ring api.Reach, may func(shopID int64) bool) string {
	news, n := "", 0
	for o := range d.In(LaneNew) {
		if n == api.MaxReached {
			break
		}
		id, how := o.OrderID, ring
		switch {
		case d.seen[id]:
			how = api.ReachSeen
		case !may(o.ShopID):
			how = api.ReachNobody
		}
		if one := "," + string(how); !strings.Contains(d.reached[id]+",", one+",") {
			d.reached[id] += one
			news += one + "." + strconv.FormatInt(o.ShopID, 10) + "." + strconv.FormatInt(id, 10)
			n++
		}
	}
	return strings.TrimPrefix(news, ",")
}
