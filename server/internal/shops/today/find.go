package today

import (
	"context"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
	"github.com/shopdesk/shopdesk/server/internal/access/auth"
	"github.com/shopdesk/shopdesk/server/internal/orders"
	"github.com/shopdesk/shopdesk/server/internal/shops/change"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
	"github.com/shopdesk/shopdesk/server/store"
)

// find gathers every need.
func (s *Service) find(ctx context.Context, n *needs) error {
	if err := s.findShops(ctx, n); err != nil {
		return err
	}
	if err := s.findSilent(ctx, n); err != nil {
		return err
	}
	return s.findOrders(ctx, n)
}

// findShops gathers the needs that the shops themselves have, and which of them take orders.
func (s *Service) findShops(ctx context.Context, n *needs) error {
	pauses, err := s.Pauses(ctx)
	if err != nil {
		return err
	}
	for _, p := range pauses {
		if _, theirs := n.shops[p.ShopID]; theirs {
			n.paused(p)
		}
	}
	unreadable := map[int64]bool{}
	if n.facts, err = s.Directory.Facts(ctx, n.ids); err != nil {
		return err
	}
	for _, f := range n.facts {
		if shop, theirs := n.shops[f.Shop.ShopID]; theirs {
			unreadable[shop.ShopID] = api.ReadNeedsConsent(f.Failure)
			zone, _ := rules.LoadLocation(shop.Zone)
			today, _ := rules.Local(n.now, zone)
			n.at(rules.Instant(today.AddDays(1), 0, zone)) // with other figures
			n.shop(f, zone, s.Anchor)
		}
	}
	n.access(unreadable)
	return nil
}

// Open gives for each of the shops that takes orders now since when it is open, as its record and hours were read last.
func (s *Service) Open(ctx context.Context, shops []store.Shop) (map[int64]int64, error) {
	all := make([]api.Shop, len(shops))
	for i, shop := range shops {
		all[i] = api.Shop{ShopID: shop.ShopID, Zone: shop.Zone}
	}
	n := newNeeds(s.Now().UnixMilli(), all)
	err := s.findShops(ctx, n)
	return n.open, err
}

// findSilent gathers the devices that can't ring for shops whose orders the operator may see.
func (s *Service) findSilent(ctx context.Context, n *needs) error {
	open := map[int64]int64{}
	for _, shop := range n.withOrders {
		if since, is := n.open[shop.ShopID]; is {
			open[shop.ShopID] = since
		}
	}
	silent, next, err := s.Silent(ctx, open)
	for _, one := range silent {
		n.add(api.Need{Kind: api.NeedSilent, ShopID: one.Shops[0], Others: httpio.IDs(one.Shops[1:]), Since: one.Since,
			Device: &one.Device})
	}
	n.at(next)
	return err
}

// waiting lists the kinds of waiting orders, and the kind of need.
var waiting = []struct {
	what store.Waiting
	need api.NeedKind
}{
	{store.WaitingNew, api.NeedOrder},
	{store.WaitingAsked, api.NeedRefund},
	{store.WaitingLate, api.NeedLate},
}

func (s *Service) findOrders(ctx context.Context, n *needs) error {
	ids := auth.IDs(n.withOrders)
	for _, w := range waiting {
		found, err := s.Orders.WaitingOrders(ctx, ids, w.what, n.now+1, api.NeedsOfKind)
		if err != nil {
			return err
		}
		for _, row := range found.Orders {
			o, _ := orders.OrderOf(row)
			n.order(w.need, o)
		}
		n.at(found.Next)
		if more := found.All - len(found.Orders); more > 0 {
			n.more[w.need] = more
		}
	}
	return nil
}

// shop adds the needs of a shop's record: a shop that is said to be closed during its hours, and a photo in review or
// rejected.
func (n *needs) shop(f change.ShopFacts, zone rules.Zone, anchor platform.Anchor) {
	if f.Record == nil {
		return
	}
	id := f.Shop.ShopID
	switch photo := change.PhotoState(f.Record.MainPictures); photo { //nolint:exhaustive // the others are none
	case api.PhotoRejected:
		n.add(api.Need{Kind: api.NeedPhoto, ShopID: id, Photo: photo})
	case api.PhotoReview:
		n.add(api.Need{Kind: api.NeedReview, ShopID: id, Photo: photo})
	}
	if f.Week == nil || f.Dates == nil {
		return
	}
	state := rules.OpenAt(n.now, f.Week, *f.Dates, anchor, zone)
	n.at(state.Until)
	if !state.Open || n.pauses[id] != nil || f.Record.Unsaid() {
		return
	}
	since := openedAt(n.now, f, anchor, zone)
	if f.Record.Operating() && f.Record.AvailableForOrder {
		n.open[id] = since
		return
	}
	n.add(api.Need{Kind: api.NeedClosed, ShopID: id, Since: since})
}

// openedAt is when the present hours began, 0 for hours that began before yesterday.
func openedAt(now int64, f change.ShopFacts, anchor platform.Anchor, zone rules.Zone) int64 {
	schedule := rules.NewSchedule(f.Week, *f.Dates, anchor, zone)
	today, second := rules.Local(now, zone)
	start := -1
	for _, s := range schedule.On(today).Segments {
		if s.Start <= second && second < s.End {
			start = s.Start
		}
	}
	switch {
	case start > 0:
		return rules.Instant(today, start, zone)
	case start < 0:
		return 0
	}
	// The hours go on from the day before.
	yesterday := today.AddDays(-1)
	segments := schedule.On(yesterday).Segments
	if last := len(segments) - 1; last >= 0 && segments[last].End == platform.DaySeconds {
		if segments[last].Start == 0 {
			return 0
		}
		return rules.Instant(yesterday, segments[last].Start, zone)
	}
	return rules.Instant(today, 0, zone)
}
