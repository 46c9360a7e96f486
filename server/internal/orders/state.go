package orders

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
	"github.com/shopdesk/shopdesk/server/store"
)

// orderState is the content of a row's Data: all known facts of an order.
type orderState struct {
	api.Order
	Refunds    []api.OrderRefund `json:"refunds,omitempty"`
	Seen       []string          `json:"seen,omitempty"`       // messageIds already applied, newest last
	Unknown    api.Act           `json:"unknown,omitempty"`    // an act with an unknown outcome
	UnknownKey string            `json:"unknownKey,omitempty"` // the key of that act
	Tried      *api.OrderDoing   `json:"tried,omitempty"`      // the person or rule that asked for that act
	Before     int               `json:"before,omitempty"`     // Applied when that act was sent
	Known      int               `json:"known,omitempty"`      // how many refunds there were when the last act was sent
	Sent       int               `json:"sent,omitempty"`       // acts that were sent
	Applied    int               `json:"applied,omitempty"`    // the merchant's own refunds in the record
	Moved      int64             `json:"moved,omitempty"`      // Version at which the order was new no more
	Added      int64             `json:"added,omitempty"`      // Version at which the last of Refunds came
	Forgotten  bool              `json:"forgotten,omitempty"`
	Tries      int               `json:"tries,omitempty"`   // reads in a row that failed or had no data
	Asked      int               `json:"asked,omitempty"`   // number of events that call for a read
	ReadFor    int               `json:"readFor,omitempty"` // Asked when the last successful read began

	ahead int64 // milliseconds that our clock is ahead of the platform's, whose times these are
}

// over records that the act has ended with a known outcome. A refund whose outcome is unknown stays so meanwhile.
func (k *orderState) over(act api.Act) {
	if k.Doing = nil; k.Unknown == act {
		k.Unknown, k.UnknownKey, k.Tried = "", "", nil
	}
}

// maxSeen bounds the remembered messageIds. A message is applied again only if its worker dies, and
// then soon.
const maxSeen = 32

// rank orders the columns. An order only moves to a column of a higher rank.
func rank(c api.Column) int {
	switch c {
	case api.ColumnNew:
		return 1
	case api.ColumnPreparing:
		return 2
	case api.ColumnReady:
		return 3
	case api.ColumnDone:
		return 4
	case api.ColumnCancelled:
		return 5 // the platform can cancel a completed order
	case api.ColumnOther:
	}
	return 0
}

// columnOf returns the column of a platform's status, ColumnOther for an unknown status.
func columnOf(status platform.OrderStatus) api.Column {
	switch status {
	case platform.OrderPlaced:
		return api.ColumnNew
	case platform.OrderAccepted:
		return api.ColumnPreparing
	case platform.OrderPrepared:
		return api.ColumnReady
	case platform.OrderCompleted:
		return api.ColumnDone
	case platform.OrderCancelled:
		return api.ColumnCancelled
	}
	return api.ColumnOther
}

// advance moves the order forward to a column, and reports whether the order moved. at is the best known time of the
// move. A move that is heard late, when the order is further on, is only dated.
func (k *orderState) advance(to api.Column, at int64) bool {
	stamp := map[api.Column]*int64{
		api.ColumnPreparing: &k.AcceptedAt, api.ColumnReady: &k.ReadyAt, api.ColumnDone: &k.DoneAt,
		api.ColumnCancelled: &k.CancelledAt,
	}[to]
	if stamp != nil && *stamp == 0 {
		*stamp = at
	}
	if rank(to) <= rank(k.Column) {
		return false
	}
	k.Column = to
	return true
}

// hasStatus applies the platform's status, unless the order is further on. raw is what came in place of a number.
func (k *orderState) hasStatus(status platform.OrderStatus, raw string, at int64) {
	if status == 0 {
		k.StatusRaw = cmp.Or(raw, k.StatusRaw)
		return
	}
	k.StatusRaw = ""
	column := columnOf(status)
	moved := rank(column) > rank(k.Column) && k.advance(column, at)
	if moved || column == k.Column || column == api.ColumnOther {
		k.Status = int(status)
	}
}

// byWhom records who accepted or cancelled the order, where the platform doesn't tell.
func (k *orderState) byWhom() {
	switch r := rank(k.Column); {
	case r >= rank(api.ColumnPreparing) && r <= rank(api.ColumnDone) && k.AcceptedVia == "":
		k.AcceptedVia = api.ViaElsewhere
		if by := k.ours(api.ActAccept); by != nil {
			k.AcceptedVia, k.AcceptedBy = by.Via, by.By
		}
	case k.Column == api.ColumnCancelled && k.Cancel == nil && k.ours(api.ActCancel) != nil:
		k.ended(nil, "", "")
	}
}

// ours returns our operator or rule whose call of an act got no answer yet, nil for none. The platform's message or
// record of an act may come before the answer to the call, or in its place.
func (k *orderState) ours(act api.Act) *api.OrderDoing {
	if k.Tried == nil || k.Tried.Act != act {
		return nil
	}
	return k.Tried
}

// settle computes the derived fields.
func (k *orderState) settle() {
	k.AcceptBy = 0
	if k.Column == api.ColumnNew && k.PlacedAt != 0 {
		k.AcceptBy = k.PlacedAt + api.AcceptWithin + k.ahead
	}
	k.LateAt = 0
	if k.Column.Open() {
		k.LateAt = k.PromisedAt
	}
	if k.Number == "" {
		k.Number = shortNumber(k.OrderID)
	}
	k.Refund = nil
	if n := len(k.Refunds); n > 0 {
		last := k.Refunds[n-1]
		for _, r := range k.Refunds { // a refund that waits for an answer comes first
			if r.Standing == api.RefundAsked {
				last = r
			}
		}
		k.Refund = &last
	}
}

// shortNumber returns the last four digits, which people call out, because the interface has no
// short number.
func shortNumber(orderID int64) string {
	text := fmt.Sprintf("%04d", orderID)
	return text[len(text)-4:]
}

// seen remembers a message, and reports whether the message was applied before.
func (k *orderState) seen(messageID string) bool {
	if messageID == "" {
		return false
	}
	if slices.Contains(k.Seen, messageID) {
		return true
	}
	k.Seen = append(k.Seen, messageID)
	if len(k.Seen) > maxSeen {
		k.Seen = slices.Delete(k.Seen, 0, len(k.Seen)-maxSeen)
	}
	return false
}

// search returns the text that the history's filter looks in. The recipient is left out, because
// the record is sealed and none of it may be stored in the open.
func (k *orderState) search() string {
	words := []string{k.Number, fmt.Sprint(k.OrderID), k.Note}
	for _, item := range k.Items {
		words = append(words, item.Name, item.Spec)
		words = append(words, item.Options...)
	}
	return searched(strings.Join(words, "\n"))
}

// searched normalises text and search words for comparison.
func searched(text string) string { return strings.ToLower(rules.Plain(text)) }

// unpack decodes a row. Of a damaged one it returns what the columns tell, until the order is read from the platform.
func unpack(row store.Order) (*orderState, error) {
	k := &orderState{}
	err := json.Unmarshal(row.Data, k)
	if err != nil {
		err = fmt.Errorf("orders: order %d of shop %d: %w", row.OrderID, row.ShopID, err)
		k = &orderState{Order: api.Order{OrderID: row.OrderID, ShopID: row.ShopID, Column: api.Column(row.Stage),
			PlacedAt: row.PlacedAt, ChangedAt: row.ChangedAt, Partial: true}}
		k.settle()
	}
	k.Version = row.Version
	return k, err
}

// listed decodes a row for a list, where a damaged one hides no other.
func (s *Service) listed(ctx context.Context, row store.Order) *orderState {
	k, err := unpack(row)
	if err != nil {
		s.Logger.ErrorContext(ctx, "orders: damaged", "err", err)
	}
	return k
}

// figures copies into the row's columns the values that the store counts and filters by.
func (k *orderState) figures(row *store.Order) {
	row.AcceptedAt, row.LateAt, row.Refunds, row.AskedAt = k.AcceptedAt, k.LateAt, int64(len(k.Refunds)), 0
	if k.Refund != nil && k.Refund.Standing == api.RefundAsked {
		row.AskedAt = k.Refund.At
	}
	row.ReadyAt, row.Sales, row.Currency = k.ReadyAt, 0, ""
	if k.Total != nil && k.Column != api.ColumnCancelled {
		row.Sales, row.Currency = k.Total.Amount, k.Total.Currency
	}
}

// OrderOf decodes a row into the order as the board shows it and all its refunds.
func OrderOf(row store.Order) (api.Order, []api.OrderRefund) {
	k, _ := unpack(row) // the board logs damaged rows
	return k.Order, k.Refunds
}
