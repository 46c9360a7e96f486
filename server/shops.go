package server

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"
	_ "time/tzdata" // a distroless image has no zone files

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/auth"
	"github.com/shopdesk/shopdesk/server/httpio"
	"github.com/shopdesk/shopdesk/server/store"
)

// maxAdded bounds how many shops one call adds: each is read from the platform.
const maxAdded = 100

// handleAddShops adds shops by number ([api.PathShops]). Each is read from the
// platform first, so that a wrong number is found out now; either all are
// added or none.
func (s *Server) handleAddShops(w http.ResponseWriter, r *http.Request) error {
	who, err := s.auth.Require(r.Context(), auth.PermissionShopsAdd)
	if err != nil {
		return err
	}
	request, err := httpio.Decode[api.AddShops](w, r)
	if err != nil {
		return err
	}
	if problems := checkAddShops(request); len(problems) > 0 {
		return &api.Error{Status: http.StatusUnprocessableEntity, Code: api.CodeInvalid, Message: "The shops can't be added as given.", Problems: problems}
	}
	shops, err := s.readShops(r.Context(), request)
	if err != nil {
		return err
	}
	body, err := json.Marshal(request)
	if err != nil {
		return err
	}
	id, err := s.store.Begin(r.Context(), store.Entry{
		At: s.opts.Now().UnixMilli(), OperatorID: who.OperatorID, Operator: who.Name, Address: who.Address,
		Action: "shops.add", Request: body,
	})
	if err != nil {
		return unavailable(err)
	}
	if err := s.store.PutShops(r.Context(), shops); err != nil {
		return unavailable(err)
	}
	if err := s.store.Finish(r.Context(), id, store.OutcomeDone, "", s.opts.Now().UnixMilli()); err != nil {
		return unavailable(err)
	}
	s.auth.ShopsChanged()
	return s.auth.HandleShops(w, r)
}

func checkAddShops(request api.AddShops) []api.Problem {
	var problems []api.Problem
	if len(request.ShopIDs) == 0 {
		problems = append(problems, api.Problem{Path: "shopIds", Code: "required"})
	}
	if len(request.ShopIDs) > maxAdded {
		problems = append(problems, api.Problem{Path: "shopIds", Code: "too_many", Args: []any{maxAdded}})
	}
	for i, id := range request.ShopIDs {
		if id <= 0 {
			problems = append(problems, api.Problem{Path: fmt.Sprintf("shopIds[%d]", i), Code: "positive"})
		}
	}
	if _, err := time.LoadLocation(request.Zone); err != nil || request.Zone == "" || request.Zone == "Local" {
		problems = append(problems, api.Problem{Path: "zone", Code: "zone"})
	}
	return problems
}

// readShops reads the names of the shops from the platform.
func (s *Server) readShops(ctx context.Context, request api.AddShops) ([]store.Shop, error) {
	shops := make([]store.Shop, 0, len(request.ShopIDs))
	var problems []api.Problem
	for i, id := range request.ShopIDs {
		record, err := s.platform.Shop(ctx, platform.ShopRef{ShopID: id})
		var refusal *platform.Error
		switch {
		case errors.As(err, &refusal) && !refusal.Malformed && !refusal.Authentication():
			problems = append(problems, api.Problem{Path: fmt.Sprintf("shopIds[%d]", i), Code: "unknown_shop", Args: []any{id}})
		case err != nil:
			s.log.WarnContext(ctx, "add shops", "shop", id, "err", err)
			return nil, &api.Error{Status: http.StatusGatewayTimeout, Code: api.CodePlatformDown, Message: "The platform could not be asked about these shops."}
		default:
			shops = append(shops, store.Shop{ShopID: id, Name: record.Name, EnName: record.EnName, Zone: request.Zone, AddedAt: s.opts.Now().UnixMilli()})
		}
	}
	if len(problems) > 0 {
		return nil, &api.Error{Status: http.StatusUnprocessableEntity, Code: api.CodeInvalid, Message: "The platform doesn't know some of these shops, or they haven't authorised us.", Problems: problems}
	}
	return shops, nil
}

func unavailable(err error) error {
	return fmt.Errorf("%w: %w", &api.Error{Status: http.StatusServiceUnavailable, Code: api.CodeUnavailable, Message: "Our own storage doesn't answer. Try again in a moment."}, err)
}
