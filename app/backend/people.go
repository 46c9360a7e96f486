package backend

import (
	"context"

	"github.com/shopdesk/shopdesk/api"
)

// Operators lists the people whom the operator may see.
func (b *Backend) Operators(ctx context.Context) (*api.Operators, error) {
	answer := new(api.Operators)
	return answer, b.get(ctx, api.PathOperators, answer)
}

// ChangePeople asks for a change of the people at one of their paths and answers
// the new list.
func (b *Backend) ChangePeople(ctx context.Context, path string, request any) (*api.Operators, error) {
	answer := new(api.Operators)
	return answer, b.post(ctx, path, request, answer)
}

// OneTimeLink makes a link, for somebody new or for a new password.
func (b *Backend) OneTimeLink(ctx context.Context, path string, request any) (*api.OneTimeLink, error) {
	answer := new(api.OneTimeLink)
	return answer, b.post(ctx, path, request, answer)
}

// InviteLook asks what a one-time link is for.
func (b *Backend) InviteLook(ctx context.Context, token string) (*api.InviteInfo, error) {
	answer := new(api.InviteInfo)
	return answer, b.post(ctx, api.PathInviteLook, api.InviteToken{Token: token}, answer)
}

// AcceptInvite uses a one-time link and signs in.
func (b *Backend) AcceptInvite(ctx context.Context, request api.AcceptInvite) (*api.Session, error) {
	answer := new(api.Session)
	return answer, b.post(ctx, api.PathInvite, request, answer)
}

// Devices lists the operator's sessions.
func (b *Backend) Devices(ctx context.Context) (*api.Devices, error) {
	answer := new(api.Devices)
	return answer, b.get(ctx, api.PathDevices, answer)
}

// SignOutDevice signs a device out; with "" all but this one.
func (b *Backend) SignOutDevice(ctx context.Context, id string) (*api.Devices, error) {
	answer := new(api.Devices)
	if id == "" {
		return answer, b.post(ctx, api.PathDeviceOthers, struct{}{}, answer)
	}
	return answer, b.post(ctx, api.PathDeviceRevoke, api.DeviceRef{ID: id}, answer)
}

// Profile reads how the platform is spoken to.
func (b *Backend) Profile(ctx context.Context) (*api.ProfileFacts, error) {
	answer := new(api.ProfileFacts)
	return answer, b.get(ctx, api.PathProfile, answer)
}

// Crashes lists how the program crashed in browsers.
func (b *Backend) Crashes(ctx context.Context) (*api.Crashes, error) {
	answer := new(api.Crashes)
	return answer, b.get(ctx, api.PathCrashes, answer)
}
