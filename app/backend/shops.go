package backend

import (
	"context"
	"net/url"
	"strconv"

	"github.com/shopdesk/shopdesk/api"
)

// ShopList is the shops the operator may see. Tag names this very list.
type ShopList struct {
	Shops []api.Shop
	Tag   string
}

// Shops lists the shops the operator may see. It is nil when the list still is
// the one that tag names.
func (b *Backend) Shops(ctx context.Context, tag string) (*ShopList, error) {
	header := map[string]string{}
	if tag != "" {
		header["If-None-Match"] = tag
	}
	response, err := b.exchange(ctx, "GET", api.PathShops, header, nil)
	if err != nil || response.Status == notModified {
		return nil, err
	}
	var answer api.Shops
	err = decode(api.PathShops, response, &answer)
	return &ShopList{Shops: answer.Spread(), Tag: response.Tag}, err
}

// MarkShop keeps a shop as a favourite, or no longer.
func (b *Backend) MarkShop(ctx context.Context, request api.MarkShop) error {
	return b.post(ctx, api.PathMark, request, &struct{}{})
}

// Pauses lists the pauses of the operator's shops that haven't ended.
func (b *Backend) Pauses(ctx context.Context) ([]api.Pause, error) {
	var answer api.Pauses
	err := b.get(ctx, api.PathPauses, &answer)
	return answer.Pauses, err
}

// Holidays reads the public holidays to come: of the country, or when that is
// "" of the one that the telephone code or the shop's zone tells.
func (b *Backend) Holidays(ctx context.Context, shopID int64, country, code string) (api.Holidays, error) {
	var answer api.Holidays
	query := "?shop=" + strconv.FormatInt(shopID, 10) + "&country=" + url.QueryEscape(country) + "&code=" + url.QueryEscape(code)
	err := b.get(ctx, api.PathHolidays+query, &answer)
	return answer, err
}
