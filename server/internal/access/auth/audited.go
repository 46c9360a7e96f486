package auth

import (
	"context"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/server/internal/background"
)

// audited makes one change of the store and writes the audit entry of p in the same
// transaction: both are kept, or neither. request holds no secret. The change is
// finished even if the client leaves. Errors are the store's.
func (s *Service) audited(ctx context.Context, p *Principal, action string, request any,
	do func(ctx context.Context) error) error {
	ctx, cancel := background.Finish(ctx, background.SaveWithin)
	defer cancel()
	err := s.Store.WithAudit(ctx, p.Entry(action, 0, request, s.Now()), do)
	if err == nil {
		s.event(ctx, eventChanged, "operator", p.OperatorID, "action", action, "address", p.Address)
	}
	return err
}

// The audit keeps of a change of people the request and the person's name at that
// time, because the person may be gone when the audit is read.
type (
	rolesOf struct {
		api.SetRoles
		Person string `json:"person"`
	}
	passwordOf struct {
		Keep bool `json:"keep,omitempty"` // the other devices stay signed in
	}
	disabling struct {
		api.DisableOperator
		Person string `json:"person"`
	}
	aboutPerson struct {
		api.OperatorRef
		Person string `json:"person"`
	}
	aboutInvitation struct {
		ID     int64       `json:"id,string,omitempty"`
		Name   string      `json:"name,omitempty"`
		By     string      `json:"inviter,omitempty"`
		Grants []api.Grant `json:"grants,omitempty"`
	}
)
