package server

import (
	"context"

	"github.com/shopdesk/shopdesk/server/internal/gateway/connect"
	"github.com/shopdesk/shopdesk/server/internal/gateway/token"
	"github.com/shopdesk/shopdesk/server/internal/gateway/upstream"
)

// Purposes of the key ring.
const (
	purposeTokens = "tokens" // the platform's tokens
	purposeOrders = "orders" // the platform's records of orders
)

// assembleTokens makes the vault of tokens, the connections, and their metrics.
func (s *Server) assembleTokens(calls upstream.Options) error {
	o := s.opts
	sealer, err := o.Keys.Sub(purposeTokens)
	if err != nil {
		return err
	}
	s.vault, err = token.New(token.Options{
		BaseURL: o.platform, ClientID: o.Platform.ClientID, ClientSecret: token.Secret(o.Platform.ClientSecret),
		Profile: o.Platform.Profile, App: o.Platform.Grant != GrantNone, Legacy: o.Platform.Grant == GrantLegacy,
		Store: o.Store, Sealer: sealer, Transport: calls.Transport, Base: o.base(),
		Spool: o.Spool, Count: s.metrics.renewed,
	})
	if err != nil {
		return err
	}
	s.connect, err = connect.New(connect.Options{
		Authoriser: s.auth, Vault: s.vault, Shops: o.Store, Audit: o.Store, Redirects: s.redirects,
		Platform: calls, Authorise: o.Platform.AuthorizeURL, AppID: o.Platform.AppID,
		Origin: o.public.String(), Mount: o.mount, Base: o.base(),
		Changed: func(ctx context.Context, shops []int64) {
			for _, shop := range shops {
				s.directory.Publish(ctx, shop)
				s.directory.RequestRefresh(ctx, shop)
			}
		},
	})
	return err
}
