package backend

import (
	"context"
	"net/url"
	"strconv"

	"github.com/shopdesk/shopdesk/internal/api"
)

// ShopList is the shops the operator may see. Tag names this very list.
type ShopList struct {
	Shops []api.Shop
	Tag   string
}

// Shops lists the shops the operator may see. It is nil when the list still is
// the one that tag names.
func (b *Backend) Shops(tag string) Call[*ShopList] {
	return func(ctx context.Context) (*ShopList, error) {
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
}

// Holidays reads the public holidays to come: of the country, or when that is
// "" of the one that the telephone code or the shop's zone tells.
func (b *Backend) Holidays(shopID int64, country, code string) Call[api.Holidays] {
	query := "?shop=" + strconv.FormatInt(shopID, 10) + "&country=" + url.QueryEscape(country) + "&code=" +
		url.QueryEscape(code)
	return Get[api.Holidays](api.PathHolidays + query).From(b)
}
