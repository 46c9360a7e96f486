package orders

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/internal/access/auth"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
	"github.com/shopdesk/shopdesk/server/store"
)

// Bounds of the settings.
const (
	maxAmount = 1_000_000_000_000 // in minor units
	maxItems  = 1000
)

// HandleSettings lists the saved order settings of the shops, or those of one shop ([api.PathOrderSettings]).
func (s *Service) HandleSettings(w http.ResponseWriter, r *http.Request) error {
	shops, err := s.shops(r)
	if err != nil {
		return err
	}
	answer := api.OrderSettingsList{Settings: []api.OrderSettings{}}
	all, err := s.settings(r.Context(), auth.IDs(shops)...)
	if err != nil {
		return httpio.Unavailable(err)
	}
	for _, shop := range shops {
		settings := all[shop.ShopID].OrderSettings
		if len(shops) > 1 && settings.Version == 0 {
			continue // never saved
		}
		if len(shops) == 1 && settings.Currency == "" {
			if settings.Currency, err = s.currency(r.Context(), shop.ShopID); err != nil {
				return httpio.Unavailable(err)
			}
		}
		answer.Settings = append(answer.Settings, settings)
	}
	return httpio.WriteJSON(w, answer)
}

// HandleSaveSettings replaces a shop's order settings. An operator who may close a shop may also
// switch on automatic acceptance.
func (s *Service) HandleSaveSettings(w http.ResponseWriter, r *http.Request) error {
	request, err := httpio.Decode[api.OrderSettings](w, r)
	if err != nil {
		return err
	}
	scope, err := s.Authoriser.Scope(r.Context(), request.ShopID, platform.PermissionShopPause)
	if err != nil {
		return err
	}
	var problems api.Problems
	within := func(path string, n, least, most int64) {
		if n < least || n > most {
			problems.Add(path, "range", least, most)
		}
	}
	within("maxOpen", int64(request.MaxOpen), 0, api.MaxOpen)
	within("maxAmount", request.MaxAmount, 0, maxAmount)
	if (request.MaxAmount > 0 || request.Currency != "") && !platform.IsCurrency(request.Currency) {
		problems.Add("currency", "currency")
	}
	within("rushUntil", request.RushUntil, 0, s.Millis()+api.MaxRush)
	within("rushItems", int64(request.RushItems), 0, maxItems)
	warm, hot := request.Cook()
	within("cookWarm", int64(request.CookWarm), 0, api.MaxCook)
	within("cookHot", int64(hot), int64(warm)+1, api.MaxCook)
	if len(problems) > 0 {
		return httpio.Invalid("These settings can't be saved.", problems...)
	}
	who := scope.Principal()
	request.UpdatedAt, request.UpdatedBy = s.Millis(), who.Name
	saved := request
	saved.Version++
	body, err := json.Marshal(saved)
	if err != nil {
		return err
	}
	all, err := s.settings(r.Context(), scope.ShopID())
	if err != nil {
		return httpio.Unavailable(err)
	}
	since, was := saved.UpdatedAt, all[scope.ShopID()]
	if was.RushUntil == saved.RushUntil && was.RushItems == saved.RushItems {
		since = was.since()
	}
	data, err := json.Marshal(ruleSettings{saved, since})
	if err != nil {
		return err
	}
	entry := who.Entry("orders.settings", scope.ShopID(), body, s.Now())
	err = s.Audit.WithAudit(r.Context(), entry, func(ctx context.Context) error {
		return s.Store.SaveOrderSettings(ctx,
			store.OrderSettings{ShopID: scope.ShopID(), Version: request.Version, Data: data},
			store.Event{At: s.Millis(), ShopID: scope.ShopID(), Kind: string(api.LiveSettings), Data: body})
	})
	if errors.Is(err, store.ErrConflict) {
		present, err := s.settings(r.Context(), scope.ShopID())
		if err != nil {
			return httpio.Unavailable(err)
		}
		return httpio.Changed("Someone changed these settings meanwhile.", present[scope.ShopID()].OrderSettings)
	}
	if err != nil {
		return httpio.Unavailable(err)
	}
	return httpio.WriteJSON(w, saved)
}
