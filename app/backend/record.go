package backend

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/shopdesk/shopdesk/api"
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
	week, err := b.Platform().WeeklyHours(ctx, platform.ShopRef{ShopID: shopID})
	if err != nil {
		return Record[platform.Week]{}, err
	}
	return RecordOf(*week)
}

// SpecialHours reads a shop's special hours with their digest.
func (b *Backend) SpecialHours(ctx context.Context, shopID int64) (Record[[]platform.SpecialDate], error) {
	dates, err := b.Platform().SpecialHours(ctx, platform.ShopRef{ShopID: shopID})
	if err != nil {
		return Record[[]platform.SpecialDate]{}, err
	}
	return RecordOf(*dates)
}
