package backend

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
)

// Record is one of the platform's records, so that an edit of it can name what
// it started from.
type Record[T any] struct {
	Value  T
	Digest string // of the typed record written anew, as the proxy takes it
}

// ReadRecord decodes a record that came as JSON: the Current of an
// [api.CodeChanged]. No data, or null, is the zero record.
func ReadRecord[T any](data json.RawMessage) (Record[T], error) {
	var value T
	if len(data) > 0 {
		if err := json.Unmarshal(data, &value); err != nil {
			return Record[T]{}, fmt.Errorf("backend: record: %w", err)
		}
	}
	return RecordOf(value)
}

// RecordOf is the record that value is.
func RecordOf[T any](value T) (Record[T], error) {
	data, err := json.Marshal(value)
	if err != nil {
		return Record[T]{}, fmt.Errorf("backend: record: %w", err)
	}
	digest, err := api.Digest(data)
	return Record[T]{Value: value, Digest: digest}, err
}

// WeeklyHours reads a shop's weekly hours with their digest.
func (b *Backend) WeeklyHours(ctx context.Context, shopID int64) (Record[platform.Week], error) {
	return record(b.Platform().WeeklyHours(ctx, platform.ShopRef{ShopID: shopID}))
}

// SpecialHours reads a shop's special hours with their digest.
func (b *Backend) SpecialHours(ctx context.Context, shopID int64) (Record[[]platform.SpecialDate], error) {
	return record(b.Platform().SpecialHours(ctx, platform.ShopRef{ShopID: shopID}))
}

func record[T any](value *T, err error) (Record[T], error) {
	if err != nil {
		return Record[T]{}, err
	}
	return RecordOf(*value)
}

// Parts are what is read of one shop. A nil part of the platform's was never read, or couldn't be had.
type Parts struct {
	Shop    *platform.Shop                  `json:"shop,omitempty"`
	Week    *Record[platform.Week]          `json:"week,omitempty"`
	Special *Record[[]platform.SpecialDate] `json:"special,omitempty"`
	Names   []api.DateName                  `json:"names"`          // of its special dates
	Past    json.RawMessage                 `json:"past,omitempty"` // of [api.ShopRecord]
	// Unlisted is that of [api.ShopRecord].
	Unlisted json.RawMessage `json:"unlisted,omitempty"`
	Drifts   []*api.Drifts   `json:"drifts,omitempty"` // from its templates
}

// Complete reports whether the shop, its week and its special dates were read.
func (p Parts) Complete() bool { return p.Shop != nil && p.Week != nil && p.Special != nil }

// ShopRecord is all that a shop's pages show.
type ShopRecord struct {
	Parts

	Err   error      // why a part is nil: the first one's reason
	Pause *api.Pause // nil: none that hasn't ended
}

// ShopRecord reads a shop in one call.
func (b *Backend) ShopRecord(shopID int64) Call[*ShopRecord] {
	return func(ctx context.Context) (*ShopRecord, error) {
		answer, err := Get[api.ShopRecord](api.PathRecord + shopQuery(shopID, "?")).From(b)(ctx)
		if err != nil {
			return nil, err
		}
		client, ref := &platform.Client{Transport: parts(answer)}, platform.ShopRef{ShopID: shopID}
		shop, shopErr := client.Shop(ctx, ref)
		week, weekErr := part(record(client.WeeklyHours(ctx, ref)))
		special, specialErr := part(record(client.SpecialHours(ctx, ref)))
		return &ShopRecord{
			Parts: Parts{
				Shop: shop, Week: week, Special: special, Names: answer.Names, Past: answer.Past, Unlisted: answer.Unlisted,
				Drifts: answer.Drifts,
			},
			Err: cmp.Or(shopErr, weekErr, specialErr), Pause: answer.Pause,
		}, nil
	}
}

// part is nil where it couldn't be had.
func part[T any](value T, err error) (*T, error) {
	if err != nil {
		return nil, err
	}
	return &value, nil
}

// parts gives out the platform's answers that came in one of ours.
type parts api.ShopRecord

var _ platform.Transport = parts{}

// Call implements [platform.Transport].
func (p parts) Call(_ context.Context, path string, _ []byte) (platform.Reply, error) {
	part, ok := map[string]api.PlatformAnswer{
		platform.PathShopGet: p.Shop, platform.PathWeekGet: p.Week, platform.PathSpecialGet: p.Special,
	}[path]
	switch {
	case !ok:
		return platform.Reply{}, errors.New("backend: " + path + " is no part of a shop's record")
	case part.Error != nil:
		return platform.Reply{}, part.Error
	}
	return platform.Reply{Status: 200, Body: part.Body}, nil
}
