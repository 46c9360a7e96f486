package server

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/server/internal/access/audit"
	"github.com/shopdesk/shopdesk/server/internal/access/auth"
	"github.com/shopdesk/shopdesk/server/internal/orders"
	"github.com/shopdesk/shopdesk/server/store"
	"github.com/shopdesk/shopdesk/server/store/sealed"
)

// Privacy finds, exports and erases customers' data on the machine itself, beside a running server. Privacy needs the
// options that [SetupLink] needs.
type Privacy struct {
	store  store.Store
	sealer *sealed.Keyring
	calls  audit.Calls
}

// OrderKey names an order.
type OrderKey struct{ ShopID, OrderID int64 }

// OpenPrivacy checks the options. The caller closes the store.
func OpenPrivacy(ctx context.Context, o Options) (*Privacy, error) {
	opts, err := o.atHome(ctx)
	if err != nil {
		return nil, err
	}
	sealer, err := opts.Keys.Sub(purposeOrders)
	if err != nil {
		return nil, err
	}
	return &Privacy{opts.Store, sealer, audit.Calls{Audit: opts.Store, Base: opts.base()}}, nil
}

// ByOrder finds the orders with a number, of all shops that are looked after, or of one shop.
func (p *Privacy) ByOrder(ctx context.Context, orderID, shopID int64) ([]OrderKey, error) {
	return ordersWith(ctx, p.store, orderID, shopID)
}

// ordersWith finds the orders with a number, of all shops or of one.
func ordersWith(ctx context.Context, db store.Store, orderID, shopID int64) (found []OrderKey, err error) {
	shops := []int64{shopID}
	if shopID == 0 {
		all, err := db.Shops(ctx)
		if err != nil {
			return nil, err
		}
		shops = shops[:0]
		for _, shop := range all {
			shops = append(shops, shop.ShopID)
		}
	}
	for _, shop := range shops {
		switch _, err := db.Order(ctx, shop, orderID); {
		case err == nil:
			found = append(found, OrderKey{shop, orderID})
		case !errors.Is(err, store.ErrNotFound):
			return nil, err
		}
	}
	return found, nil
}

// ByPhone finds the orders whose records have a phone number. Orders whose details were deleted because of their age
// have none any more. The records of a key that is gone can't be searched; their number is unread. The error names
// damaged records, beside the orders that were found.
func (p *Privacy) ByPhone(ctx context.Context, phone string) (found []OrderKey, unread int, err error) {
	if !orders.Searchable(phone) {
		return nil, 0, errors.New("server: give at least seven digits of a phone number, without zeros at the beginning")
	}
	var damaged []error
	err = records(ctx, p.store, func(r store.SealedRecord) error {
		has, err := orders.HasPhone(p.sealer, r, phone)
		switch {
		case errors.Is(err, sealed.ErrNoKey):
			unread++
		case err != nil:
			damaged = append(damaged, fmt.Errorf("server: order %d of shop %d: %w", r.OrderID, r.ShopID, err))
		case has:
			found = append(found, OrderKey{r.ShopID, r.OrderID})
		}
		return nil
	})
	return found, unread, errors.Join(append(damaged, err)...)
}

// Export returns everything that is kept about an order as JSON, and records that in the audit. A record whose key is
// gone is left out: Export then returns the rest, and an error.
func (p *Privacy) Export(ctx context.Context, key OrderKey) ([]byte, error) {
	personal, unread, err := orders.PersonalOf(ctx, p.store, p.sealer, key.ShopID, key.OrderID)
	if err != nil {
		return nil, err
	}
	finish, err := p.calls.Begin(ctx, p.entry("order.export", key))
	if err != nil {
		return nil, err
	}
	text, err := json.MarshalIndent(personal, "", "  ")
	if err != nil {
		finish(store.OutcomeRefused, "")
		return nil, err
	}
	finish(store.OutcomeDone, "")
	return text, unread
}

// ErrOrderOpen refuses to erase an order that is still worked on.
var ErrOrderOpen = errors.New("server: the order is open: it can be erased once it has ended")

// Erase deletes an ended order with everything about it, but for its number, column and when it was placed. An order
// whose end was never heard counts as done some hours after it was placed or promised. The audit's row is in the same
// transaction; it has the order's number, and nothing of the customer.
func (p *Privacy) Erase(ctx context.Context, key OrderKey) error {
	row, err := p.store.Order(ctx, key.ShopID, key.OrderID)
	if err != nil {
		return err
	}
	if api.Column(row.Stage).Open() {
		ends := time.UnixMilli(max(row.PlacedAt, row.LateAt)).Add(api.BoardHours * time.Hour)
		if ends.After(p.calls.Now()) {
			return fmt.Errorf("%w, or at %s", ErrOrderOpen, ends.UTC().Format(time.RFC3339))
		}
		row.Stage = string(api.ColumnDone)
	}
	left, err := orders.Erased(row, p.calls.Millis())
	if err != nil {
		return err
	}
	return p.store.WithAudit(ctx, p.entry("order.erase", key), func(ctx context.Context) error {
		return p.store.EraseOrder(ctx, left)
	})
}

func (p *Privacy) entry(action string, key OrderKey) store.Entry {
	return auth.CommandLine.Entry(action, key.ShopID, fmt.Appendf(nil, `{"orderId":%d}`, key.OrderID), p.calls.Now())
}
