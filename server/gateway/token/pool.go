package token

import (
	"context"

	"github.com/shopdesk/shopdesk/server/gateway/upstream"
)

// Pool gives each shop the token of its own connection, or else the
// application-level one. Finding out takes no lock and asks nobody.
type Pool struct {
	Vault *Vault
	App   *Keeper // nil where there is no application-level grant
}

var _ upstream.Tokens = (*Pool)(nil)

// Token is as [Vault.Token] and [Keeper.Token]. The application-level token
// also stands in for a connection that the platform no longer renews.
func (p *Pool) Token(ctx context.Context, shopID int64) (string, error) {
	if !p.Vault.Covers(shopID) {
		if p.App != nil {
			return p.App.Token(ctx, shopID)
		}
		p.Vault.lookAgain(ctx)
	}
	token, err := p.Vault.Token(ctx, shopID)
	if err != nil && p.App != nil && !isUnreachable(err) && ctx.Err() == nil {
		return p.App.Token(ctx, shopID)
	}
	return token, err
}

// Refused tells whichever gave the token.
func (p *Pool) Refused(ctx context.Context, shopID int64, token string) {
	p.Vault.Refused(ctx, shopID, token)
	if p.App != nil {
		p.App.Refused(ctx, shopID, token)
	}
}

func isUnreachable(err error) bool { return classOf(err) == Unreachable }
