package inbox

import (
	"context"
	"fmt"
	"net/http"
	"strconv"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/server/internal/access/auth"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
	"github.com/shopdesk/shopdesk/server/store"
)

// ShopsAdded recalls the messages of added shops.
func (s *Service) ShopsAdded() { s.recall.Ring() }

// recallMessages makes messages wait again that were given up shortly before their shop was added. Its looks at the
// start and each hour find shops of the options.
func (s *Service) recallMessages(ctx context.Context) error {
	now := s.Now()
	n, err := s.Store.RecallMessages(ctx, store.WhyForeign, now.Add(-recallFor).UnixMilli(), now.UnixMilli())
	if n > 0 {
		s.Logger.InfoContext(ctx, "inbox: messages of added shops wait again", "messages", n)
		s.look()
	}
	return err
}

// HandleReplay returns dead letters to the queue of work ([api.PathHooksReplay]).
func (s *Service) HandleReplay(w http.ResponseWriter, r *http.Request) error {
	who, request, err := auth.Required[api.ReplayHooks](s.Authoriser, w, r, auth.PermissionHooks)
	if err != nil {
		return err
	}
	var ids []int64
	for i, text := range request.IDs {
		id, err := strconv.ParseInt(text, 10, 64)
		if err != nil || len(request.IDs) > api.HookRows {
			return httpio.Invalid("These are no messages.", api.Problem{Path: fmt.Sprintf("ids[%d]", i), Code: "id"})
		}
		ids = append(ids, id)
	}
	entry := who.Entry("hooks.replay", 0, request, s.Now())
	err = s.Audit.WithAudit(r.Context(), entry, func(ctx context.Context) error {
		_, err := s.Store.ReplayMessages(ctx, ids, s.Millis())
		return err
	})
	if store.Optional(err) != nil { // none is dead any more: another replay was faster
		return httpio.Unavailable(err)
	}
	s.look()
	return s.answerHooks(w, r)
}
