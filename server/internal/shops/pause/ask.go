package pause

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/internal/access/auth"
	"github.com/shopdesk/shopdesk/server/internal/background"
	"github.com/shopdesk/shopdesk/server/internal/shops/change"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
	"github.com/shopdesk/shopdesk/server/store"
)

// HandleList lists the pauses of the requested shop, or of all shops that the operator may see ([api.PathPauses]).
func (s *Service) HandleList(w http.ResponseWriter, r *http.Request) error {
	shops, err := auth.AskedShops(r.Context(), s.Authoriser, r.URL.Query().Get("shop"), platform.PermissionShopView)
	if err != nil {
		return err
	}
	all, err := s.Active(r.Context())
	if err != nil {
		return httpio.Unavailable(err)
	}
	visible := auth.IDs(shops)
	return httpio.WriteJSON(w, api.Pauses{Pauses: slices.DeleteFunc(all, func(p api.Pause) bool {
		return !slices.Contains(visible, p.ShopID)
	})})
}

// Current returns the open pause of the scope's shop, nil without one. An error is an answer.
func (s *Service) Current(ctx context.Context, scope auth.ShopScope) (*api.Pause, error) {
	p, err := s.present(ctx, scope.ShopID())
	switch {
	case err != nil:
		return nil, httpio.Unavailable(err)
	case p.State == store.PauseEnded:
		return nil, nil //nolint:nilnil // none is no error
	}
	answer := shown(p)
	return &answer, nil
}

// Active lists the pauses that haven't ended, of all shops.
func (s *Service) Active(ctx context.Context) ([]api.Pause, error) {
	all, err := s.Pauses.Pauses(ctx)
	list := make([]api.Pause, 0, len(all))
	for _, p := range all {
		list = append(list, shown(p))
	}
	return list, err
}

// HandlePause pauses a shop's orders, or changes its pause ([api.PathPauses]).
func (s *Service) HandlePause(w http.ResponseWriter, r *http.Request) error {
	request, err := httpio.Decode[api.PauseOrders](w, r)
	if err != nil {
		return err
	}
	scope, err := s.Authoriser.Scope(r.Context(), request.ShopID, platform.PermissionShopPause)
	if err != nil {
		return err
	}
	until, problems := s.end(request)
	if len(problems) > 0 {
		return httpio.Invalid("The orders can't be paused like this.", problems...)
	}
	return s.change(w, r, func(ctx context.Context) (result, error) {
		return s.pause(ctx, scope, request, until, requester{Principal: scope.Principal()})
	})
}

// HandleResume reopens a shop ([api.PathResume]).
func (s *Service) HandleResume(w http.ResponseWriter, r *http.Request) error {
	request, err := httpio.Decode[api.ResumeOrders](w, r)
	if err != nil {
		return err
	}
	scope, err := s.Authoriser.Scope(r.Context(), request.ShopID, platform.PermissionShopPause)
	if err != nil {
		return err
	}
	return s.change(w, r, func(ctx context.Context) (result, error) {
		return s.resume(ctx, scope, request.Version, requester{Principal: scope.Principal()})
	})
}

// change finishes even if the reader leaves, and answers the resulting pause. A failure that will be tried again is
// no error.
func (s *Service) change(w http.ResponseWriter, r *http.Request, do func(context.Context) (result, error)) error {
	s.changes.Begin()
	defer s.changes.End()
	ctx, cancel := background.Finish(r.Context(), timeout)
	defer cancel()
	res, err := do(ctx)
	if err != nil {
		return err
	}
	answer := shown(res.pause)
	if res.shop != nil {
		if answer.Shop, err = json.Marshal(res.shop); err != nil {
			return err
		}
	}
	return httpio.WriteJSON(w, answer)
}

// end computes when the pause ends, 0 for further notice, and the problems of the request.
func (s *Service) end(request api.PauseOrders) (until int64, problems api.Problems) {
	now := s.Millis()
	switch request.End {
	case api.EndMinutes:
		if request.Minutes < 1 || request.Minutes > api.MaxPauseMinutes {
			problems.Add("minutes", "pause_minutes", 1, api.MaxPauseMinutes)
			break
		}
		until = change.WholeMinute(now + int64(request.Minutes)*60_000)
	case api.EndUntil:
		until = max(request.Until, 1) // an end that isn't given is past
	case api.EndNotice:
	default:
		problems.Add("end", "pause_end")
	}
	change.CheckPause(until, request.Reason, request.Note, now, problems.Add)
	return until, problems
}

// shown converts a pause to the API's type.
func shown(p store.Pause) api.Pause {
	return api.Pause{
		ShopID: p.ShopID, Version: p.Version, State: api.PauseState(p.State), By: p.Operator,
		Reason: api.PauseReason(p.Reason), Note: p.Note, StartedAt: p.StartedAt, Until: p.Until, Trouble: p.Tries > 0,
	}
}

// changed is the answer to a request that names an outdated pause.
func changed(p store.Pause) error {
	return httpio.Changed("Someone paused or resumed this shop meanwhile.", shown(p))
}

var errNotOpen = httpio.Refusal(api.CodeNotOpen,
	"The platform already has this shop closed. A pause would change nothing, and would not reopen it.")

var errUnsaid = httpio.Refusal(api.CodeRefused,
	"The platform's record has no status and no availableForOrder that can be read, so it isn't known whether this shop "+
		"is open. It can be paused until further notice. Nothing was sent.")

var errBusy = httpio.Refusal(api.CodeBusy,
	"This shop is being paused or resumed right now. Nothing was sent; try again in a moment.")

// conflict maps a failed save to an answer: a faster request, or a store that is down.
func (s *Service) conflict(ctx context.Context, shopID int64, err error) error {
	if !errors.Is(err, store.ErrConflict) {
		return httpio.Unavailable(err)
	}
	p, err := s.present(ctx, shopID)
	if err != nil {
		return httpio.Unavailable(err)
	}
	return changed(p)
}

// ApplyFromRun pauses or resumes for the scope's operator, outside a request. The caller writes the audit entry. A nil
// order resumes. The version is that of the pause as the caller read it, as in [api.PauseOrders]. A returned pause in
// state PauseAsked or PauseResuming is still under way: the worker continues it.
func (s *Service) ApplyFromRun(ctx context.Context, scope auth.ShopScope, order *api.PauseOrders,
	version int64) (store.Pause, error) {
	s.changes.Begin()
	defer s.changes.End()
	ctx, cancel := background.Finish(ctx, timeout)
	defer cancel()
	by := requester{scope.Principal(), true}
	var r result
	var err error
	if order == nil {
		r, err = s.resume(ctx, scope, version, by)
		return r.pause, err
	}
	until, problems := s.end(*order)
	if len(problems) > 0 {
		return store.Pause{}, httpio.Invalid("The orders can't be paused like this.", problems...)
	}
	asked := *order
	asked.Version = version
	r, err = s.pause(ctx, scope, asked, until, by)
	return r.pause, err
}
