package backend

import (
	"context"

	"github.com/shopdesk/shopdesk/api"
)

// Pauses lists the pauses of the operator's shops that haven't ended.
func (b *Backend) Pauses(ctx context.Context) ([]api.Pause, error) {
	var answer api.Pauses
	err := b.get(ctx, api.PathPauses, &answer)
	return answer.Pauses, err
}

// ResumeOrders reopens a shop.
func (b *Backend) ResumeOrders(ctx context.Context, request api.ResumeOrders) (api.Pause, error) {
	var answer api.Pause
	err := b.post(ctx, api.PathResume, request, &answer)
	return answer, err
}
