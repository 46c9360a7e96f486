package pause

import (
	"context"
	"fmt"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/internal/gateway/upstream"
	"github.com/shopdesk/shopdesk/server/store"
)

// tell makes a call that changes the shop, between the audit's intent and outcome. No call is sent before its intent
// is in the audit.
func (s *Service) tell(ctx context.Context, p store.Pause, path string, by actor) error {
	call := s.Platform.Rest
	if path == platform.PathShopOpen {
		call = s.Platform.Open
	}
	if by.recorded {
		return call(ctx, platform.ShopRef{ShopID: p.ShopID})
	}
	endpoint, _ := platform.EndpointAt(path)
	finish, err := s.calls.Begin(ctx, s.entry(p, endpoint.Audit, by))
	if err != nil {
		return &platform.UnreachableError{Path: path, Err: fmt.Errorf("pause: audit: %w", err)}
	}
	err = call(ctx, platform.ShopRef{ShopID: p.ShopID})
	o, detail := upstream.OutcomeOf(err)
	finish(o.Audited(), detail)
	return err
}

// entry is an audit entry about a pause.
func (s *Service) entry(p store.Pause, action string, by actor) store.Entry {
	request := struct {
		ShopID int64  `json:"shopId"`
		Until  int64  `json:"until,omitempty"`
		Reason string `json:"reason,omitempty"`
		Note   string `json:"note,omitempty"`
	}{p.ShopID, p.Until, p.Reason, p.Note}
	return by.Entry(action, p.ShopID, request, s.Now())
}
