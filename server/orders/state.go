package orders

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
	"github.com/shopdesk/shopdesk/server/store"
)

// acceptWithin is how long the platform waits for an order to be accepted
// (interface 3.2, rule 1).
const acceptWithin = 5 * 60_000

// kept is what we know of an order: a row's Data.
type kept struct {
	api.Order
	Refunds    []api.OrderRefund `json:"refunds,omitempty"`
	Seen       []string          `json:"seen,omitempty"`       // messageIds applied, the newest last
	Unknown    api.Act           `json:"unknown,omitempty"`    // an act whose outcome we don't know
	UnknownKey string            `json:"unknownKey,omitempty"` // its key
	Tried      *api.OrderDoing   `json:"tried,omitempty"`      // and who asked for it
	Before     int               `json:"before,omitempty"`     // Applied when it was sent
	Applied    int               `json:"applied,omitempty"`    // the merchant's own refunds in the record
	Forgotten  bool              `json:"forgotten,omitempty"`
	Tries      int               `json:"tries,omitempty"`   // failed reads in a row
	Asked      int               `json:"asked,omitempty"`   // how often something was heard that a read must tell more of
	ReadFor    int               `json:"readFor,omitempty"` // Asked when the last successful read began
}

// over notes that the act is over, and what came of it known.
func (k *kept) over() { k.Doing, k.Unknown, k.UnknownKey, k.Tried = nil, "", "", nil }

// maxSeen bounds the messageIds remembered: a message is applied again only if
// its worker died, and soon after.
const maxSeen = 32

// rank orders the columns. Only a greater one is ever taken.
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
		return 5 // a completed order can still become cancelled
	case api.ColumnOther:
	}
	return 0
}

// columnOf is the column of a platform's status, ColumnOther for one that says
// nothing to us.
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

// advance moves the order to a column, unless it is there or further. at is
// when it got there, as far as is known.
func (k *kept) advance(to api.Column, at int64) bool {
	if rank(to) <= rank(k.Column) {
		return false
	}
	k.Column = to
	stamp := map[api.Column]*int64{
		api.ColumnPreparing: &k.AcceptedAt, api.ColumnReady: &k.ReadyAt, api.ColumnDone: &k.DoneAt,
		api.ColumnCancelled: &k.CancelledAt,
	}[to]
	if stamp != nil && *stamp == 0 {
		*stamp = at
	}
	return true
}

// hasStatus takes the platform's status, unless the order is further on.
func (k *kept) hasStatus(status platform.OrderStatus, at int64) {
	if status == 0 {
		return
	}
	column := columnOf(status)
	moved := k.advance(column, at)
	if moved || column == k.Column || column == api.ColumnOther {
		k.Status = int(status)
	}
}

// acceptedByWhom says who accepted an order that is found accepted: whoever of
// us tried to and got no answer, else somebody elsewhere.
func (k *kept) acceptedByWhom() {
	if r := rank(k.Column); r < rank(api.ColumnPreparing) || r > rank(api.ColumnDone) || k.AcceptedVia != "" {
		return
	}
	switch {
	case k.Doing != nil && k.Doing.Act == api.ActAccept:
		k.AcceptedVia, k.AcceptedBy = k.Doing.Via, k.Doing.By
	case k.Unknown == api.ActAccept && k.Tried != nil:
		k.AcceptedVia, k.AcceptedBy = k.Tried.Via, k.Tried.By
	default:
		k.AcceptedVia = api.ViaElsewhere
	}
}

// settle derives what follows from the rest.
func (k *kept) settle() {
	k.AcceptBy = 0
	if k.Column == api.ColumnNew && k.PlacedAt != 0 {
		k.AcceptBy = k.PlacedAt + acceptWithin
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
		for _, r := range k.Refunds { // one that waits for an answer comes first
			if r.Standing == api.RefundAsked {
				last = r
			}
		}
		k.Refund = &last
	}
}

// shortNumber is what people call out: the last four digits, since the
// interface shows no short number.
func shortNumber(orderID int64) string {
	text := fmt.Sprintf("%04d", orderID)
	return text[len(text)-4:]
}

// seen remembers a message, and reports whether it was applied before.
func (k *kept) seen(messageID string) bool {
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

// search is what the history's text filter looks in. The recipient isn't in it:
// the record is sealed so that nothing of it stands in the open.
func (k *kept) search() string {
	words := []string{k.Number, fmt.Sprint(k.OrderID), k.Note}
	for _, item := range k.Items {
		words = append(words, item.Name, item.Spec)
		words = append(words, item.Options...)
	}
	return searched(strings.Join(words, "\n"))
}

// searched is text as it is looked in and looked for.
func searched(text string) string { return strings.ToLower(rules.Plain(text)) }

// unpack reads a row.
func unpack(row store.Order) (*kept, error) {
	k := &kept{}
	if err := json.Unmarshal(row.Data, k); err != nil {
		return nil, fmt.Errorf("orders: order %d of shop %d: %w", row.OrderID, row.ShopID, err)
	}
	k.Version = row.Version
	return k, nil
}
