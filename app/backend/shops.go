package backend

import (
	"context"

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
