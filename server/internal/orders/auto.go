package orders

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
	"github.com/shopdesk/shopdesk/server/internal/access/auth"
	"github.com/shopdesk/shopdesk/server/internal/background"
	"github.com/shopdesk/shopdesk/server/store"
)

// autoAccept accepts a new order that was just read, if the shop's settings say so. An order whose
// limits can't be checked (a total in another currency, hours that can't be read) is left to a
// person.
func (s *Service) autoAccept(ctx context.Context, d *orderUpdate) {
	if d.AcceptBy != 0 && d.AcceptBy <= s.Millis() {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, actWithin)
	defer cancel()
	all, err := s.settings(ctx, d.ShopID)
	settings := all[d.ShopID]
	limits, accepts := s.ruled(d, settings)
	if err != nil || !accepts {
		if err != nil {
			s.Logger.WarnContext(ctx, "orders: settings not read", "shop", d.ShopID, "err", err)
		}
		return
	}
	if settings.MaxOpen > 0 { // the lease lets orders that arrive together be counted one by one
		release, err := s.lease(ctx, fmt.Sprintf("order.auto/%d", d.ShopID), true)
		if err != nil {
			s.Logger.WarnContext(ctx, "orders: limits not checked", "shop", d.ShopID, "order", d.OrderID, "err", err)
			return
		}
		defer release()
	}
	within, err := s.withinLimits(ctx, d, limits)
	if err == nil && !within {
		return
	}
	s.changes.Begin()
	defer s.changes.End()
	a := action{
		ActOrder: api.ActOrder{ShopID: d.ShopID, OrderID: d.OrderID, Act: api.ActAccept, Version: d.Version, Key: autoKey},
		via:      api.ViaRule, who: auth.Server, key: autoKey,
	}
	acting, cancel := background.Finish(ctx, actWithin)
	defer cancel()
	if err == nil {
		var acted api.Acted
		if acted, err = s.do(acting, a); err == nil {
			d.Order = acted.Order
			return
		}
	}
	s.Logger.WarnContext(ctx, "orders: not accepted by rule", "shop", d.ShopID, "order", d.OrderID, "err", err)
	var said *platform.Error
	if errors.Is(err, platform.ErrUnreachable) || errors.As(err, &said) && said.TooMany() {
		// The order expires within minutes, so the read is repeated soon.
		_, _ = s.change(acting, d.ShopID, d.OrderID, func(d *orderUpdate) (bool, error) {
			d.row.DueAt, d.quiet = s.Now().Add(soon).UnixMilli(), true
			return true, nil
		})
	}
}

// ruled reports whether a rule of the shop accepts an order like this one, and the limits that are still to be checked.
// A rule for a rush leaves orders with a note to a person, because a note may be about an allergy, orders without
// items, and those that waited already when it was made.
func (s *Service) ruled(d *orderUpdate, settings ruleSettings) (limits api.OrderSettings, accepts bool) {
	if settings.AutoAccept {
		return settings.OrderSettings, true
	}
	settings.OnlyHours = true
	return settings.OrderSettings, settings.RushUntil > s.Millis() && d.PlacedAt >= settings.since() && d.Note == "" &&
		d.ItemCount > 0 && (settings.RushItems == 0 || d.ItemCount <= settings.RushItems)
}

func (s *Service) withinLimits(ctx context.Context, d *orderUpdate, limits api.OrderSettings) (bool, error) {
	if limits.MaxAmount > 0 && (d.Total == nil || d.Total.Currency != limits.Currency ||
		d.Total.Amount > limits.MaxAmount) {
		return false, nil
	}
	if limits.MaxOpen > 0 {
		n, err := s.Store.CountStage(ctx, d.ShopID, string(api.ColumnPreparing))
		if err != nil || n >= limits.MaxOpen {
			return false, err
		}
	}
	if limits.OnlyHours {
		return s.open(ctx, d.ShopID)
	}
	return true, nil
}

// open reads the shop's hours and reports whether the shop is open now.
func (s *Service) open(ctx context.Context, shopID int64) (bool, error) {
	shop, err := s.Store.Shop(ctx, shopID)
	if err != nil {
		return false, err
	}
	zone, known := rules.LoadLocation(shop.Zone)
	if !known {
		return false, fmt.Errorf("orders: no time zone %q", shop.Zone)
	}
	client := platform.Client{Transport: s.Platform}
	week, err := client.WeeklyHours(ctx, platform.ShopRef{ShopID: shopID})
	if err != nil {
		return false, err
	}
	dates, err := client.SpecialHours(ctx, platform.ShopRef{ShopID: shopID})
	if err != nil {
		return false, err
	}
	return rules.OpenAt(s.Millis(), week, *dates, s.Anchor, zone).Open, nil
}

// ruleSettings are a shop's settings as they are stored.
type ruleSettings struct {
	api.OrderSettings
	RushSince int64 `json:"rushSince,omitempty"` // when the rule for a rush was made or changed
}

// since is when the rule for a rush was made: of settings that an earlier release saved, when that was.
func (r *ruleSettings) since() int64 { return cmp.Or(r.RushSince, r.UpdatedAt) }

// settings returns the order settings of shops, or the defaults where none are saved.
func (s *Service) settings(ctx context.Context, shops ...int64) (map[int64]ruleSettings, error) {
	all := make(map[int64]ruleSettings, len(shops))
	for _, id := range shops {
		all[id] = ruleSettings{OrderSettings: api.OrderSettings{ShopID: id}}
	}
	rows, err := s.Store.OrderSettings(ctx, shops)
	for _, row := range rows {
		var settings ruleSettings
		if err := json.Unmarshal(row.Data, &settings); err != nil {
			s.Logger.ErrorContext(ctx, "orders: damaged settings", "shop", row.ShopID, "err", err)
			settings = ruleSettings{} // a person may save them anew
		}
		settings.ShopID, settings.Version = row.ShopID, row.Version
		if settings.MaxAmount > 0 && settings.Currency == "" { // saved before limits had a currency
			if settings.Currency, err = s.currency(ctx, row.ShopID); err != nil {
				return nil, err
			}
		}
		all[row.ShopID] = settings
	}
	return all, err
}

// currency returns the currency of the shop's last order with a total, or "" when none of the
// latest orders has one.
func (s *Service) currency(ctx context.Context, shopID int64) (string, error) {
	rows, err := s.Store.History(ctx, store.OrderQuery{Shops: []int64{shopID}, Limit: 9})
	for _, row := range rows {
		if k, err := unpack(row); err == nil && k.Total != nil && k.Total.Currency != "" {
			return k.Total.Currency, nil
		}
	}
	return "", err
}
