package auth

import (
	"net/http"
	"slices"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
)

// HandleShops lists the shops that the asker may see ([api.PathShops]), with their
// status and the asker's favourites. The route comes after Identify.
func (s *Service) HandleShops(w http.ResponseWriter, r *http.Request) error {
	ctx := r.Context()
	shops, err := s.VisibleShops(ctx)
	if err != nil {
		return err
	}
	marked, err := s.Store.Favourites(ctx, PrincipalFrom(ctx).OperatorID)
	if err != nil {
		return unavailable("list favourites", err)
	}
	standings := map[int64]api.Standing{}
	if s.Standings != nil {
		if standings, err = s.Standings(ctx, shops); err != nil {
			return unavailable("standings", err)
		}
	}
	for i, shop := range shops {
		shops[i].Standing = standings[shop.ShopID]
		_, shops[i].Favourite = slices.BinarySearch(marked, shop.ShopID)
	}
	return httpio.WriteHashed(w, r, api.Gather(shops))
}

// HandleMark makes a shop the asker's favourite, or ends this ([api.PathMark]).
func (s *Service) HandleMark(w http.ResponseWriter, r *http.Request) error {
	in, err := httpio.Decode[api.MarkShop](w, r)
	if err != nil {
		return err
	}
	scope, err := s.Scope(r.Context(), in.ShopID, platform.PermissionShopView)
	if err != nil {
		return err
	}
	if err := s.Store.SetFavourite(r.Context(), scope.Principal().OperatorID, scope.ShopID(), in.Favourite); err != nil {
		return unavailable("set favourite", err)
	}
	return httpio.WriteJSON(w, struct{}{})
}
