package orders

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"unicode"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/store"
)

// Personal is everything that is kept about an order, and so about its customer.
type Personal struct {
	ShopID   int64               `json:"shopId"`
	OrderID  int64               `json:"orderId"`
	Order    json.RawMessage     `json:"order"`            // our own reading
	Record   json.RawMessage     `json:"record,omitempty"` // the platform's, with name, phone and address
	Timeline []json.RawMessage   `json:"timeline"`
	Reached  []api.TimelineEntry `json:"reached,omitempty"`
	Messages []json.RawMessage   `json:"messages"`          // of the platform
	Refused  []json.RawMessage   `json:"refused,omitempty"` // the beginnings of deliveries that weren't accepted
}

// PersonalStore is what is needed to find a customer's data.
type PersonalStore interface {
	store.Orders
	OrderMessages(ctx context.Context, shopID, orderID int64) ([]store.Message, error)
	OrderRefusals(ctx context.Context, shopID, orderID int64) ([]store.Refusal, error)
}

// PersonalOf collects everything about an order. Without such an order the error is store.ErrNotFound. A record that
// can't be opened is left out, and unread says why.
func PersonalOf(ctx context.Context, db PersonalStore, sealer Sealer, shopID, orderID int64) (
	p Personal, unread, err error,
) {
	row, err := db.Order(ctx, shopID, orderID)
	if err != nil {
		return p, nil, err
	}
	p = Personal{ShopID: shopID, OrderID: orderID, Order: asJSON(row.Data)}
	if row.Record != "" {
		if p.Record, unread = sealer.Open(row.Record, Place(shopID, orderID)); unread != nil {
			unread = fmt.Errorf("orders: the platform's record is left out: %w", unread)
		}
	}
	moments, err := db.Timeline(ctx, shopID, orderID)
	if err != nil {
		return p, nil, err
	}
	for _, m := range moments {
		p.Timeline = append(p.Timeline, asJSON(m.Data))
	}
	reach, err := db.Reach(ctx, shopID, orderID)
	if err != nil {
		return p, nil, err
	}
	p.Reached = shownReach(reach)
	messages, err := db.OrderMessages(ctx, shopID, orderID)
	if err != nil {
		return p, nil, err
	}
	for _, m := range messages {
		p.Messages = append(p.Messages, asJSON(m.Body))
	}
	refusals, err := db.OrderRefusals(ctx, shopID, orderID)
	for _, r := range refusals {
		p.Refused = append(p.Refused, asJSON(r.Body))
	}
	return p, unread, err
}

// asJSON returns what is kept as JSON, as a string if it is none: the body of a delivery, or damaged data.
func asJSON(body []byte) json.RawMessage {
	if !json.Valid(body) {
		body, _ = json.Marshal(string(body)) // can't fail
	}
	return body
}

// Erased returns what is left of an order that a customer wants erased: its number, column and when it was placed. That
// row keeps a refresh or a late message from storing the order again.
func Erased(row store.Order, now int64) (left store.OrderChange, err error) {
	k := &orderState{Forgotten: true, Order: api.Order{OrderID: row.OrderID, ShopID: row.ShopID, Version: row.Version + 1,
		Column: api.Column(row.Stage), PlacedAt: row.PlacedAt, ChangedAt: row.ChangedAt, Erased: true}}
	k.settle()
	left.Order = store.Order{ShopID: row.ShopID, OrderID: row.OrderID, Version: row.Version, Stage: row.Stage,
		PlacedAt: row.PlacedAt, ChangedAt: row.ChangedAt, Search: k.search()}
	if left.Order.Data, err = json.Marshal(k); err != nil {
		return left, err
	}
	shown, err := json.Marshal(k.Order)
	left.Events = []store.Event{{At: now, ShopID: row.ShopID, Kind: string(api.LiveOrder), Data: shown}}
	return left, err
}

// HasPhone reports whether the platform's record of an order has a phone number, however it is written.
func HasPhone(sealer Sealer, r store.SealedRecord, phone string) (bool, error) {
	raw, err := sealer.Open(r.Record, Place(r.ShopID, r.OrderID))
	if err != nil {
		return false, err
	}
	var record platform.Order
	if err := platform.Read(raw, &record); err != nil || record.Recipient == nil {
		return false, err
	}
	return samePhone(record.Recipient.Phone, phone), nil
}

// fewestDigits is the fewest digits that two numbers must share.
const fewestDigits = 7

// Searchable reports whether a phone number has enough digits to be found.
func Searchable(phone string) bool { return samePhone(phone, phone) }

// samePhone compares digits. One of the numbers may lack the country's or the area's code, and either may begin with
// the zeros of a call. Masked digits of a record count as missing.
func samePhone(a, b string) bool {
	x, y := strings.TrimLeft(digits(a), "0"), strings.TrimLeft(digits(b), "0")
	return min(len(x), len(y)) >= fewestDigits && (strings.HasSuffix(x, y) || strings.HasSuffix(y, x))
}

func digits(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsDigit(r) && r < unicode.MaxASCII {
			return r
		}
		return -1
	}, text)
}
