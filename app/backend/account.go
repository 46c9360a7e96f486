package backend

import (
	"context"

	"github.com/shopdesk/shopdesk/api"
)

// Account reads the operator's own.
func (b *Backend) Account(ctx context.Context) (*api.Account, error) {
	answer := new(api.Account)
	return answer, b.get(ctx, api.PathAccount, answer)
}

// ChangeAccount asks for a change at one of the account's paths and answers the
// account as it is then.
func (b *Backend) ChangeAccount(ctx context.Context, path string, request any) (*api.Account, error) {
	answer := new(api.Account)
	return answer, b.post(ctx, path, request, answer)
}

// SetPreferences keeps how the operator wants the console.
func (b *Backend) SetPreferences(ctx context.Context, request api.Preferences) (*api.Session, error) {
	answer := new(api.Session)
	return answer, b.post(ctx, api.PathPreferences, request, answer)
}

// AskPasskey asks, at one of the passkeys' paths, what a passkey is to answer.
func (b *Backend) AskPasskey(ctx context.Context, path string) (*api.PasskeyAsk, error) {
	answer := new(api.PasskeyAsk)
	return answer, b.post(ctx, path, struct{}{}, answer)
}

// SignInPasskey signs in with a passkey.
func (b *Backend) SignInPasskey(ctx context.Context, request api.PasskeySignIn) (*api.Session, error) {
	answer := new(api.Session)
	return answer, b.post(ctx, api.PathSignInPasskey, request, answer)
}

// StepUpWays asks how the operator can prove who they are.
func (b *Backend) StepUpWays(ctx context.Context) (*api.StepUpWays, error) {
	answer := new(api.StepUpWays)
	return answer, b.get(ctx, api.PathStepUp, answer)
}

// StepUp proves it.
func (b *Backend) StepUp(ctx context.Context, request api.StepUp) (*api.Session, error) {
	answer := new(api.Session)
	return answer, b.post(ctx, api.PathStepUp, request, answer)
}

// OIDCStart asks where to go to sign in at the provider, or to be linked.
func (b *Backend) OIDCStart(ctx context.Context, request api.OIDCStart) (*api.OIDCGo, error) {
	answer := new(api.OIDCGo)
	return answer, b.post(ctx, api.PathOIDCStart, request, answer)
}
