package server

import (
	"encoding/json"
	"net/http"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/internal/access/auth"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
	"github.com/shopdesk/shopdesk/server/store"
)

// handleRecord answers all that a shop's pages show ([api.PathRecord], see docs/adr/0019-one-answer-a-shop.md). A
// part that the platform doesn't give has an error in its place; without our own store there is no answer.
func (s *Server) handleRecord(w http.ResponseWriter, r *http.Request) error {
	ctx := r.Context()
	scope, err := auth.AskedScope(r, s.auth, platform.PermissionShopView)
	if err != nil {
		return err
	}
	var answer api.ShopRecord
	if answer.Pause, err = s.pause.Current(ctx, scope); err != nil {
		return err
	}
	if answer.Names, err = s.holidays.Names(ctx, scope); err != nil {
		return err
	}
	parts, err := s.proxy.ReadAll(ctx, scope.ShopID(), platform.PathShopGet, platform.PathWeekGet, platform.PathSpecialGet)
	if err != nil {
		return err
	}
	past, err := s.directory.Past(ctx, []int64{scope.ShopID()}, store.DaysKept)
	if err != nil {
		return httpio.Unavailable(err)
	}
	if list := past[scope.ShopID()]; list != nil {
		if answer.Past, err = json.Marshal(list); err != nil {
			return err
		}
	}
	if answer.Unlisted, err = s.directory.Unlisted(ctx, scope.ShopID()); err != nil {
		return httpio.Unavailable(err)
	}
	if answer.Drifts, err = s.templates.OfShop(ctx, scope.ShopID()); err != nil {
		return httpio.Unavailable(err)
	}
	answer.Shop, answer.Week, answer.Special = parts[0], parts[1], parts[2]
	return httpio.WriteJSON(w, answer)
}
