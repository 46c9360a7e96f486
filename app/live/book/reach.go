package book

import (
	"strconv"
	"strings"

	"github.com/shopdesk/shopdesk/internal/api"
)

// Reached tells of new orders how they reached this device, each way once, as [api.PathOrdersReached] takes it; "" for
// no news. ring is how those reach it that nobody here has seen, where may is true. Text instead of a map and a type of
// its own keeps the program small.
func (d *Book) Reached(ring api.Reach, may func(shopID int64) bool) string {
	news, n := "", 0
	for _, id := range d.lanes[LaneNew] {
		o := d.orders[id]
		if o == nil || n == api.MaxReached {
			continue
		}
		how := ring
		switch {
		case d.seen[id]:
			how = api.ReachSeen
		case !may(o.ShopID):
			how = api.ReachNobody
		}
		one := "," + string(how) + "." + strconv.FormatInt(o.ShopID, 10) + "." + strconv.FormatInt(id, 10)
		if !strings.Contains(d.reached+",", one+",") {
			news += one
			n++
		}
	}
	if len(d.reached) > mostReached {
		d.reached = "" // what is told again changes nothing
	}
	d.reached += news
	return strings.TrimPrefix(news, ",")
}

// mostReached bounds what is remembered as told, in bytes: some 500 orders.
const mostReached = 16 << 10
