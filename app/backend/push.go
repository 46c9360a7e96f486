package backend

import (
	"context"

	"github.com/shopdesk/shopdesk/api"
)

// Push reads what this device is told of.
func (b *Backend) Push(ctx context.Context) (*api.Push, error) {
	answer := new(api.Push)
	return answer, b.get(ctx, api.PathPush, answer)
}

// PushOn has this device told.
func (b *Backend) PushOn(ctx context.Context, request api.PushOn) (*api.Push, error) {
	answer := new(api.Push)
	return answer, b.post(ctx, api.PathPush, request, answer)
}

// PushOff has it told no more.
func (b *Backend) PushOff(ctx context.Context) (*api.Push, error) {
	answer := new(api.Push)
	return answer, b.post(ctx, api.PathPushOff, struct{}{}, answer)
}

// PushTest has it told something now.
func (b *Backend) PushTest(ctx context.Context) (*api.PushTested, error) {
	answer := new(api.PushTested)
	return answer, b.post(ctx, api.PathPushTest, struct{}{}, answer)
}
