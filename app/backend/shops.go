package backend

import (
	"context"
	"net/url"
	"strconv"
	"strings"

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
		var answer api.Shops
		same, tag, err := b.unless(ctx, api.PathShops, tag, &answer)
		if err != nil || same {
			return nil, err
		}
		return &ShopList{Shops: answer.Spread(), Tag: tag}, nil
	}
}

// Roster reads what is known of the shops. If that still is what the device knows, the answer is that, but for Seq.
func (b *Backend) Roster(known *api.Roster) Call[*api.Roster] {
	return func(ctx context.Context) (*api.Roster, error) {
		answer := new(api.Roster)
		if known != nil {
			answer.Tag = known.Tag
		}
		same, tag, err := b.unless(ctx, api.PathRoster, answer.Tag, answer)
		if same {
			*answer = *known
			_, seq, _ := strings.Cut(strings.TrimSuffix(tag, `"`), ".")
			if n, err := strconv.ParseInt(seq, 10, 64); err == nil {
				answer.Seq = n
			}
		}
		answer.Tag = tag
		return answer, err
	}
}

// unless reads an answer and its tag. The answer isn't sent if it is the same that a tag names.
func (b *Backend) unless(ctx context.Context, path, had string, answer any) (same bool, tag string, err error) {
	header := map[string]string{}
	if had != "" {
		header["If-None-Match"] = had
	}
	response, err := b.exchange(ctx, "GET", path, header, nil)
	if err != nil || response.Status == notModified {
		return err == nil, response.Tag, err
	}
	return false, response.Tag, decode(path, response, answer)
}

// Holidays reads the public holidays to come: of the country, or when that is
// "" of the one that the telephone code or the shop's zone tells.
func (b *Backend) Holidays(shopID int64, country, code string) Call[api.Holidays] {
	query := "?shop=" + strconv.FormatInt(shopID, 10) + "&country=" + url.QueryEscape(country) + "&code=" +
		url.QueryEscape(code)
	return Get[api.Holidays](api.PathHolidays + query).From(b)
}
