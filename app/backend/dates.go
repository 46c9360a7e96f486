package backend

import (
	"context"
	"net/url"
	"strconv"

	"github.com/shopdesk/shopdesk/api"
)

// ChangeDateNames puts and drops names and answers all there are then.
func (b *Backend) ChangeDateNames(ctx context.Context, request api.ChangeDateNames) ([]api.DateName, error) {
	var answer api.DateNames
	err := b.post(ctx, api.PathDateNames, request, &answer)
	return answer.Names, err
}

// Holidays reads the public holidays to come: of the country, or when that is
// "" of the one that the telephone code or the shop's zone tells.
func (b *Backend) Holidays(ctx context.Context, shopID int64, country, code string) (api.Holidays, error) {
	var answer api.Holidays
	query := "?shop=" + strconv.FormatInt(shopID, 10) + "&country=" + url.QueryEscape(country) + "&code=" + url.QueryEscape(code)
	err := b.get(ctx, api.PathHolidays+query, &answer)
	return answer, err
}

// ForgetDates drops what our server knows of special dates that the platform
// doesn't list.
func (b *Backend) ForgetDates(ctx context.Context, request api.ForgetDates) error {
	return b.post(ctx, api.PathForgetDates, request, &struct{}{})
}

// DismissHoliday keeps a holiday from being offered, or offers it again.
func (b *Backend) DismissHoliday(ctx context.Context, request api.DismissHoliday) error {
	return b.post(ctx, api.PathHolidays, request, &struct{}{})
}
