package pause

import (
	"context"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/server/internal/access/auth"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
	"github.com/shopdesk/shopdesk/server/store"
)

// Apply pauses or resumes for the scope's operator, outside a request. The caller writes the audit entry. A nil order
// resumes. The version is that of the pause as the caller read it, as in [api.PauseOrders]. A returned pause in state
// PauseAsked or PauseResuming is still under way: the worker continues it.
func (s *Service) Apply(ctx context.Context, scope auth.ShopScope, order *api.PauseOrders,
	version int64) (store.Pause, error) {
	s.changes.Begin()
	defer s.changes.End()
	ctx, cancel := within(ctx)
	defer cancel()
	by := actor{scope.Principal(), true}
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
