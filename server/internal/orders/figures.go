package orders

import (
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/server/store"
)

// figures copies into the row's columns the values that the store counts and filters by.
func (k *kept) figures(row *store.Order) {
	row.AcceptedAt, row.LateAt, row.Refunds, row.AskedAt = k.AcceptedAt, k.LateAt, int64(len(k.Refunds)), 0
	if k.Refund != nil && k.Refund.Standing == api.RefundAsked {
		row.AskedAt = k.Refund.At
	}
}

// Read decodes a row into the order as the board shows it and all its refunds.
func Read(row store.Order) (api.Order, []api.OrderRefund, error) {
	k, err := unpack(row)
	if err != nil {
		return api.Order{}, nil, err
	}
	return k.Order, k.Refunds, nil
}
