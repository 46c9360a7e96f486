package backend

import (
	"context"
	"net/url"
	"strconv"

	"github.com/shopdesk/shopdesk/api"
)

// Holidays reads the public holidays to come: of the country, or when that is
// "" of the one that the telephone code or the shop's zone tells.
func (b *Backend) Holidays(ctx context.Context, shopID int64, country, code string) (api.Holidays, error) {
	var answer api.Holidays
	query := "?shop=" + strconv.FormatInt(shopID, 10) + "&country=" + url.QueryEscape(country) + "&code=" + url.QueryEscape(code)
	err := b.get(ctx, api.PathHolidays+query, &answer)
	return answer, err
}
