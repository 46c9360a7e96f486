package backend

import (
	"context"

	"github.com/shopdesk/shopdesk/api"
)

// Today asks what needs somebody in a shop, or with 0 in all the operator's,
// and with a period how the orders went.
func (b *Backend) Today(ctx context.Context, shopID int64, period api.Period) (api.Today, error) {
	var answer api.Today
	err := b.get(ctx, api.PathToday+"?period="+string(period)+shopQuery(shopID, "&"), &answer)
	return answer, err
}
