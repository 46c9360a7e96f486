package backend

import (
	"context"

	"github.com/shopdesk/shopdesk/api"
)

// Hooks reads how the platform reaches us.
func (b *Backend) Hooks(ctx context.Context) (*api.Hooks, error) {
	answer := new(api.Hooks)
	return answer, b.get(ctx, api.PathHooks, answer)
}

// RegisterHooks asks the platform to send events to us.
func (b *Backend) RegisterHooks(ctx context.Context, request api.RegisterHooks) (*api.Hooks, error) {
	answer := new(api.Hooks)
	return answer, b.post(ctx, api.PathHooksRegister, request, answer)
}

// ReplayHooks has dead letters worked on again.
func (b *Backend) ReplayHooks(ctx context.Context, request api.ReplayHooks) (*api.Hooks, error) {
	answer := new(api.Hooks)
	return answer, b.post(ctx, api.PathHooksReplay, request, answer)
}
