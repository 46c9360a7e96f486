package runs

import (
	"cmp"
	"net/http"
	"slices"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/server/internal/shops/change"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
	"github.com/shopdesk/shopdesk/server/store"
)

// HandleRepeat repeats the failed shops of a run, or undoes a run ([api.PathRunRepeat]), except where a later run has
// done so. A run may be undone again, for other shops or after its undo was undone: a shop that isn't as the run left
// it is left alone.
func (s *Service) HandleRepeat(w http.ResponseWriter, r *http.Request) error {
	request, err := httpio.Decode[api.RepeatRun](w, r)
	if err != nil {
		return err
	}
	v, run, c, err := s.own(r.Context(), request.ID)
	if err != nil {
		return err
	}
	name := cmp.Or(request.Name, run.Name)
	problems := named(request.Key, name)
	var chosen []int64
	if len(request.Shops) > 0 {
		var wrong []api.Problem
		chosen, wrong = numbers(request.Shops)
		problems = append(problems, wrong...)
	}
	if request.Change != nil && (request.Undo || run.UndoOf != "") {
		problems.Add("change", "not_allowed")
	}
	if request.Change != nil {
		c = *request.Change
	}
	rows, err := s.o.Store.RunShops(r.Context(), run.ID)
	if err != nil {
		return httpio.Unavailable(err)
	}
	later, err := s.o.Store.LaterRuns(r.Context(), []string{run.ID})
	if err != nil {
		return httpio.Unavailable(err)
	}
	over := later[run.ID].Repeated
	if request.Undo {
		over = later[run.ID].Undone
	}
	var again []row
	var ids []int64
	for _, shop := range rows {
		if request.Undo && (shop.State == store.RunShopWaiting || shop.State == store.RunShopWorking) {
			problems.Add("undo", "not_allowed") // it would keep the change
			break
		}
		if len(chosen) > 0 && !slices.Contains(chosen, shop.ShopID) || slices.Contains(over, shop.ShopID) ||
			!v.Has(shop.ShopID) {
			continue
		}
		one, ok, err := repeated(shop, request.Undo)
		if err != nil {
			s.log.ErrorContext(r.Context(), "runs: damaged", "err", err)
		}
		if ok && (request.Undo || run.UndoOf == "" || one.undo != nil) {
			again, ids = append(again, one), append(ids, one.shopID)
		}
	}
	if request.Change != nil {
		now := s.millis()
		wrong, err := s.check(r.Context(), v, ids, change.Begun(c, now), now)
		if err != nil {
			return err
		}
		problems = append(problems, wrong...)
	}
	if len(again) == 0 {
		problems.Add("shops", "required")
	}
	if len(problems) > 0 {
		return invalid(problems...)
	}
	next := store.Run{Key: request.Key, Name: name, RepeatOf: run.ID, UndoOf: run.UndoOf}
	if request.Undo {
		next.RepeatOf, next.UndoOf = "", run.ID
	}
	return s.start(w, r, next, c, again)
}

// repeated is a shop in a run that repeats or undoes another; false if no work is left in it.
func repeated(shop store.RunShop, back bool) (row, bool, error) {
	k, err := readKept(shop)
	if err != nil {
		return row{}, false, err
	}
	if back {
		return row{shop.ShopID, &undo{k.Differences, k.Was}}, len(k.Differences) > 0, nil
	}
	failed := shop.State == store.RunShopFailed || shop.State == store.RunShopLeft
	return row{shop.ShopID, k.Undo}, failed, nil
}
