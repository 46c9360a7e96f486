package orders

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"maps"
	"net/http"
	"slices"
	"strconv"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/internal/access/auth"
	"github.com/shopdesk/shopdesk/server/internal/gateway/upstream"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
	"github.com/shopdesk/shopdesk/server/store"
)

var (
	errNoOrder = httpio.Refusal(api.CodeNotFound, "There is no such order in this shop.")
	errErased  = httpio.Refusal(api.CodeRefused, "This order was deleted at the customer's request. It isn't read again, "+
		"and nothing can be done with it here.")
)

// HandleDetail answers all known facts of an order ([api.PathOrder]).
func (s *Service) HandleDetail(w http.ResponseWriter, r *http.Request) error {
	scope, err := auth.AskedScope(r, s.Authoriser, platform.PermissionOrderView)
	if err != nil {
		return err
	}
	order, err := strconv.ParseInt(r.URL.Query().Get("order"), 10, 64)
	if err != nil {
		return errNoOrder
	}
	return s.answerDetail(w, r, scope, order)
}

// HandleRefresh reads an order from the platform, known or not, and answers the order
// ([api.PathOrderRefresh]).
func (s *Service) HandleRefresh(w http.ResponseWriter, r *http.Request) error {
	request, err := httpio.Decode[api.OrderRef](w, r)
	if err != nil {
		return err
	}
	scope, err := s.Authoriser.Scope(r.Context(), request.ShopID, platform.PermissionOrderView)
	if err != nil {
		return err
	}
	if request.OrderID <= 0 {
		return errNoOrder
	}
	ctx := upstream.ForPerson(context.WithoutCancel(r.Context()))
	if _, err := s.fetch(ctx, scope.ShopID(), request.OrderID); err != nil {
		return upstream.Failure(err, false)
	}
	return s.answerDetail(w, r, scope, request.OrderID)
}

// Own implements proxy.Orders. An order that isn't known is read: the platform's record says whose it is.
func (s *Service) Own(ctx context.Context, scope auth.ShopScope, orderID int64) error {
	d, err := s.present(ctx, scope.ShopID(), orderID)
	if err != nil {
		return httpio.Unavailable(err)
	}
	if d.Erased {
		return errErased
	}
	if d.row.Version != 0 {
		return nil
	}
	if _, err := s.fetch(ctx, scope.ShopID(), orderID); err != nil {
		return upstream.Failure(err, false)
	}
	return nil
}

func (s *Service) answerDetail(w http.ResponseWriter, r *http.Request, scope auth.ShopScope, orderID int64) error {
	// Read the timeline first, so that the order is never older than its timeline.
	timeline, err := s.timeline(r.Context(), scope.ShopID(), orderID)
	if err != nil {
		return httpio.Unavailable(err)
	}
	row, err := s.Store.Order(r.Context(), scope.ShopID(), orderID)
	if errors.Is(err, store.ErrNotFound) {
		return errNoOrder
	}
	if err != nil {
		return httpio.Unavailable(err)
	}
	d := s.listed(r.Context(), row)
	answer := api.OrderDetail{Order: d.Order, Refunds: d.Refunds, Timeline: timeline, Forgotten: d.Forgotten,
		ReadAt: row.ReadAt, Now: s.Millis()}
	if row.Record != "" {
		s.facts(r.Context(), &answer, row)
	}
	reach, err := s.Store.Reach(r.Context(), scope.ShopID(), orderID)
	if err != nil {
		return httpio.Unavailable(err)
	}
	told := story{order: d.Order, timeline: timeline, reach: reach}
	answer.Reached = told.shown(answer.Now)
	if d.Column == api.ColumnNew {
		s.NoteReach(s.reachOf(r, api.ReachOpened, scope.ShopID(), orderID))
	}
	return httpio.WriteJSON(w, answer)
}

// facts adds the details of the platform's sealed record to the answer.
func (s *Service) facts(ctx context.Context, answer *api.OrderDetail, row store.Order) {
	raw, err := s.Sealer.Open(row.Record, Place(row.ShopID, row.OrderID))
	var record platform.Order
	if err == nil {
		err = platform.Read(raw, &record)
	}
	if err != nil { // it is damaged, or its key was removed; a refresh seals the record anew
		s.Logger.WarnContext(ctx, "orders: record not shown", "shop", row.ShopID, "order", row.OrderID, "err", err)
		return
	}
	if bytes.Equal(raw, unread) {
		return
	}
	answer.Raw = raw
	for _, p := range record.Products {
		answer.Lines = append(answer.Lines, line(p))
	}
	for _, name := range feeNames(record.Fees) {
		answer.Fees = append(answer.Fees, api.OrderFee{Name: name, Money: *api.MoneyOf(record.Fees[name])})
	}
	if p := record.Recipient; p != nil {
		answer.Recipient = &api.Recipient{Name: p.Name, Phone: p.Phone, Address: p.Address}
	}
	for _, d := range record.Deliveries {
		rider := api.Rider{Status: int(d.LogisticsStatus), Name: d.CourierName, Phone: d.CourierPhone, StatusRaw: rideOf(d)}
		if rider != (api.Rider{}) {
			answer.Riders = append(answer.Riders, rider)
		}
	}
}

func line(p platform.OrderProduct) api.OrderLine {
	l := api.OrderLine{ID: p.ID, Name: p.Name, Spec: p.Spec, Count: p.Count, Price: p.Price}
	for _, g := range p.ChoiceGroups {
		group := api.OrderLineGroup{Name: g.Name}
		for _, o := range g.Options {
			group.Options = append(group.Options, api.OrderLineOption{Name: o.Name, Count: o.GroupSkuCount, Price: o.Price})
		}
		l.Groups = append(l.Groups, group)
	}
	return l
}

func sortNewest(rows []store.Order) {
	slices.SortFunc(rows, func(a, b store.Order) int {
		return cmp.Or(cmp.Compare(b.PlacedAt, a.PlacedAt), cmp.Compare(b.OrderID, a.OrderID))
	})
}

// feeNames sorts the fees as in a bill: the parts, their sum, the reductions, the paid amount; then
// unknown fees.
func feeNames(fees map[string]platform.Fee) []string {
	known := []string{
		platform.FeeProducts, platform.FeePackage, platform.FeeDelivery,
		platform.FeeOrigin, platform.FeeReduced, platform.FeePaid, platform.FeeRefunded,
	}
	names := slices.Sorted(maps.Keys(fees))
	slices.SortStableFunc(names, func(a, b string) int {
		return cmp.Compare(uint(slices.Index(known, a)), uint(slices.Index(known, b))) // unknown names, -1, sort last
	})
	return names
}
