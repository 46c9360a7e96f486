package backend

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/platform"
)

// Record is one of the platform's records as it came, so that an edit of it
// can name what it started from.
type Record[T any] struct {
	Value  T
	Digest string // of the record's JSON, see [api.Digest]
}

// ReadRecord decodes a record that came as JSON: an envelope's data, or the
// Current of an [api.CodeChanged]. No data, or null, is the zero record.
func ReadRecord[T any](data json.RawMessage) (Record[T], error) {
	var record Record[T]
	if len(data) == 0 {
		data = json.RawMessage("null")
	}
	if err := json.Unmarshal(data, &record.Value); err != nil {
		return record, fmt.Errorf("backend: record: %w", err)
	}
	var err error
	record.Digest, err = api.Digest(data)
	return record, err
}

// WeeklyHours reads a shop's weekly hours with their digest.
func (b *Backend) WeeklyHours(ctx context.Context, shopID int64) (Record[platform.Week], error) {
	return read[platform.Week](b, func(c *platform.Client) error {
		_, err := c.WeeklyHours(ctx, platform.ShopRef{ShopID: shopID})
		return err
	})
}

// SpecialHours reads a shop's special hours with their digest.
func (b *Backend) SpecialHours(ctx context.Context, shopID int64) (Record[[]platform.SpecialDate], error) {
	return read[[]platform.SpecialDate](b, func(c *platform.Client) error {
		_, err := c.SpecialHours(ctx, platform.ShopRef{ShopID: shopID})
		return err
	})
}

func read[T any](b *Backend, call func(*platform.Client) error) (Record[T], error) {
	raw := &keeper{transport: b}
	if err := call(&platform.Client{Transport: raw}); err != nil {
		return Record[T]{}, err
	}
	var envelope platform.Envelope
	if err := json.Unmarshal(raw.reply.Body, &envelope); err != nil {
		return Record[T]{}, fmt.Errorf("backend: answer: %w", err)
	}
	return ReadRecord[T](envelope.Data)
}

// keeper keeps the last answer that went through it: the typed client checks
// the envelope, the bytes below it are what the digest is made of.
type keeper struct {
	transport platform.Transport
	reply     platform.Reply
}

var _ platform.Transport = (*keeper)(nil)

// Call implements [platform.Transport].
func (k *keeper) Call(ctx context.Context, path string, body []byte) (platform.Reply, error) {
	reply, err := k.transport.Call(ctx, path, body)
	k.reply = reply
	return reply, err
}
