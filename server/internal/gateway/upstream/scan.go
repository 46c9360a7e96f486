package upstream

import (
	"strconv"

	"github.com/shopdesk/shopdesk/platform"
)

// scanShop finds the shop that a request is about, 0 for none. The platform reads
// the same shop in these bytes. The request isn't decoded. Of several such members
// the last one counts, as in encoding/json.
func scanShop(body []byte) (shop int64) {
	parts, kind := platform.Split(body)
	for i := range parts {
		if kind == '{' && parts[i].Named("shopId") {
			n, err := strconv.ParseInt(string(parts[i].Value), 10, 64)
			if shop = n; err != nil {
				shop = 0
			}
		}
	}
	return shop
}
