package pages

import (
	"strconv"
	"strings"

	"github.com/shopdesk/shopdesk/api"
)

// ShopWords are what a search for shops looks through, one in a line: names,
// number, place, phones and who paused it. The names of its groups come beside.
func ShopWords(shop api.Shop, row api.RosterShop) string {
	words := append([]string{shop.Name, shop.EnName, strconv.FormatInt(shop.ShopID, 10), shop.Zone}, row.Phones...)
	if row.Pause != nil {
		words = append(words, row.Pause.By)
	}
	return strings.Join(words, "\n")
}
