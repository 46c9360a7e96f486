package pause

import (
	"context"
	"net/http"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/server/access/auth"
	"github.com/shopdesk/shopdesk/server/store"
)

// Apply pauses or resumes in the name of whom the scope is for, without a
// request of theirs and without an entry of the audit: that is the caller's.
// With order nil it resumes. The version is that of the pause as it was looked
// at, as in [api.PauseOrders]. The pause that it gives is under way still when
// its state is PauseAsked or PauseResuming: then the worker goes on with it.
func (s *Service) Apply(ctx context.Context, scope auth.ShopScope, order *api.PauseOrders,
	version int64) (store.Pause, error) {
	s.changes.Begin()
	defer s.changes.End()
	ctx, cancel := within(ctx)
	defer cancel()
	by := person(scope)
	by.recorded = true
	var r result
	var err error
	if order == nil {
		r, err = s.resume(ctx, scope, version, by)
		return r.pause, err
	}
	until, problems := s.end(*order)
	if len(problems) > 0 {
		return store.Pause{}, &api.Error{Status: http.StatusUnprocessableEntity, Code: api.CodeInvalid,
			Message: "The orders can't be paused like this.", Problems: problems}
	}
	asked := *order
	asked.Version = version
	r, err = s.pause(ctx, scope, asked, until, by)
	return r.pause, err
}
