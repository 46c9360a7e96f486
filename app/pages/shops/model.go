package shops

import (
	"strconv"
	"strings"

	"github.com/shopdesk/shopdesk/api"
)

// matching lists the shops that hold every word of query in a name, in their
// number or in their zone, in the order they came.
func matching(shops []api.Shop, query string) []api.Shop {
	words := strings.Fields(strings.ToLower(query))
	if len(words) == 0 {
		return shops
	}
	var found []api.Shop
	for _, shop := range shops {
		hay := strings.ToLower(shop.Name + "\n" + shop.EnName + "\n" + strconv.FormatInt(shop.ShopID, 10) + "\n" + strings.ReplaceAll(shop.Zone, "_", " "))
		if holdsAll(hay, words) {
			found = append(found, shop)
		}
	}
	return found
}

func holdsAll(hay string, words []string) bool {
	for _, word := range words {
		if !strings.Contains(hay, word) {
			return false
		}
	}
	return true
}

// usualZone is the zone most shops are in, or otherwise when there is none.
func usualZone(shops []api.Shop, otherwise string) string {
	count := map[string]int{}
	best := otherwise
	for _, shop := range shops {
		count[shop.Zone]++
		if count[shop.Zone] > count[best] {
			best = shop.Zone
		}
	}
	return best
}
