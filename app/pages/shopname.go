package pages

import (
	"strconv"

	"github.com/shopdesk/shopdesk/app/state"
)

// ShopName is the shop's name, or its number when it isn't the operator's.
func ShopName(s *state.State, id int64) string {
	if shop, ok := s.Shop(id); ok {
		return state.DisplayName(shop)
	}
	return strconv.FormatInt(id, 10)
}
