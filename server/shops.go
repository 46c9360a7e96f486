package server

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"time"
	_ "time/tzdata" // a distroless image has no zone files

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
	"github.com/shopdesk/shopdesk/server/internal/access/auth"
	"github.com/shopdesk/shopdesk/server/internal/background"
	"github.com/shopdesk/shopdesk/server/internal/gateway/upstream"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
	"github.com/shopdesk/shopdesk/server/store"
)

// maxAdded bounds how many shops one call adds: each is read from the platform, readAtOnce at a time, so that a slow
// platform doesn't outlast the answer.
const (
	maxAdded   = 100
	readAtOnce = 8
	readWithin = 30 * time.Second
)

// handleAddShops adds shops by number ([api.PathShops]). Each shop is read from the platform first, so that a wrong
// number is found at once; either all shops are added or none.
func (s *Server) handleAddShops(w http.ResponseWriter, r *http.Request) error {
	who, request, err := auth.Required[api.AddShops](s.auth, w, r, auth.PermissionShopsAdd)
	if err != nil {
		return err
	}
	if err := s.checkAddShops(r.Context(), request); err != nil {
		return err
	}
	shops, err := s.readShops(r.Context(), request)
	if err != nil {
		return err
	}
	if err := s.checkAddShops(r.Context(), request); err != nil { // added meanwhile by another owner
		return err
	}
	ctx, cancel := background.Finish(r.Context(), background.SaveWithin)
	defer cancel()
	entry := who.Entry("shops.add", 0, request, s.opts.Now())
	if err := s.store.WithAudit(ctx, entry, func(ctx context.Context) error {
		return s.store.PutShops(ctx, shops)
	}); err != nil {
		return httpio.Unavailable(err)
	}
	s.auth.ShopsChanged()
	s.inbox.ShopsAdded()
	return s.auth.HandleShops(w, r)
}

// handleZone corrects a shop's time zone ([api.PathZone]), by which its hours go.
func (s *Server) handleZone(w http.ResponseWriter, r *http.Request) error {
	who, request, err := auth.Required[api.SetZone](s.auth, w, r, auth.PermissionShopsAdd)
	if err != nil {
		return err
	}
	scope, err := s.auth.Scope(r.Context(), request.ShopID, auth.PermissionShopsAdd)
	if err != nil {
		return err
	}
	if _, known := rules.LoadLocation(request.Zone); !known {
		return httpio.Invalid("There is no such time zone.", api.Problem{Path: "zone", Code: "zone"})
	}
	shop, err := s.store.Shop(r.Context(), scope.ShopID())
	if err != nil {
		return httpio.Unavailable(err)
	}
	if shop.Zone != request.Zone {
		ctx, cancel := background.Finish(r.Context(), background.SaveWithin)
		defer cancel()
		if err := s.setZone(ctx, who, shop, request.Zone); err != nil {
			return httpio.Unavailable(err)
		}
		if err := s.directory.ShopChanged(ctx, shop.ShopID); err != nil {
			return httpio.Unavailable(err)
		}
	}
	return s.auth.HandleShops(w, r)
}

// putShops adds a host's shops. Those that are listed get the host's zone, and its names where it gives any.
func (s *Server) putShops(ctx context.Context, shops []store.Shop) error {
	listed, err := s.store.Shops(ctx)
	if err != nil {
		return err
	}
	shops = slices.Clone(shops)
	for i := range shops {
		shop := &shops[i]
		at := slices.IndexFunc(listed, func(was store.Shop) bool { return was.ShopID == shop.ShopID })
		if at < 0 {
			continue
		}
		if shop.Name+shop.EnName == "" {
			shop.Name, shop.EnName = listed[at].Name, listed[at].EnName
		}
		if shop.Zone != listed[at].Zone {
			if err := s.setZone(ctx, auth.Server, listed[at], shop.Zone); err != nil {
				return err
			}
		}
	}
	return s.store.PutShops(ctx, shops)
}

// setZone gives a shop another time zone. The audit has both.
func (s *Server) setZone(ctx context.Context, who *auth.Principal, shop store.Shop, zone string) error {
	entry := who.Entry("shops.zone", shop.ShopID, api.SetZone{ShopID: shop.ShopID, Zone: zone}, s.opts.Now())
	entry.Before = fmt.Appendf(nil, `{"zone":%q}`, shop.Zone)
	shop.Zone = zone
	return s.store.WithAudit(ctx, entry, func(ctx context.Context) error {
		return s.store.PutShops(ctx, []store.Shop{shop})
	})
}

// checkAddShops refuses shops that are listed: their zone, by which their hours go, would be another one.
func (s *Server) checkAddShops(ctx context.Context, request api.AddShops) error {
	listed, err := s.store.Shops(ctx)
	if err != nil {
		return httpio.Unavailable(err)
	}
	var problems api.Problems
	if len(request.ShopIDs) == 0 {
		problems.Add("shopIds", "required")
	}
	if len(request.ShopIDs) > maxAdded {
		problems.Add("shopIds", api.ProblemTooMany, maxAdded)
	}
	for i, id := range request.ShopIDs {
		if id <= 0 {
			problems.Add(fmt.Sprintf("shopIds[%d]", i), "positive")
		}
		if slices.ContainsFunc(listed, func(shop store.Shop) bool { return shop.ShopID == id }) {
			problems.Add(fmt.Sprintf("shopIds[%d]", i), api.ProblemListed, id)
		}
	}
	if _, known := rules.LoadLocation(request.Zone); !known {
		problems.Add("zone", "zone")
	}
	if len(problems) > 0 {
		return httpio.Invalid("The shops can't be added as given.", problems...)
	}
	return nil
}

// readShops reads the names of the shops from the platform.
func (s *Server) readShops(ctx context.Context, request api.AddShops) ([]store.Shop, error) {
	shops := make([]store.Shop, len(request.ShopIDs))
	unknown := make([]bool, len(request.ShopIDs))
	reading, cancel := context.WithTimeout(ctx, readWithin)
	defer cancel()
	err := background.Each(reading, len(request.ShopIDs), readAtOnce, func(ctx context.Context, i int) error {
		id := request.ShopIDs[i]
		var record *platform.Shop
		err := upstream.Patiently(ctx, func() (err error) {
			record, err = s.connect.Read(ctx, id, s.platform.Shop)
			return err
		})
		if came, _ := upstream.OutcomeOf(err); came == upstream.Refused {
			unknown[i] = true
			return nil
		}
		if err != nil {
			return fmt.Errorf("server: read shop %d: %w", id, err)
		}
		shops[i] = store.Shop{ShopID: id, Name: record.Name, EnName: record.EnName, Zone: request.Zone,
			AddedAt: s.opts.Now().UnixMilli()}
		return nil
	})
	if err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err() // the reader left
		}
		return nil, upstream.Failure(err, false)
	}
	var problems api.Problems
	for i, id := range request.ShopIDs {
		if unknown[i] {
			problems.Add(fmt.Sprintf("shopIds[%d]", i), "unknown_shop", id)
		}
	}
	if len(problems) > 0 {
		return nil, httpio.Invalid("The platform doesn't know some of these shops, or they haven't authorised us.",
			problems...)
	}
	return shops, nil
}
