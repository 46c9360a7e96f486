package server

import (
	"context"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/doctor"
	"github.com/shopdesk/shopdesk/server/internal/gateway/upstream"
)

// examination are the doctor's options for this console, without the shops.
func (s *Server) examination(ctx context.Context) (doctor.Options, error) {
	o := s.opts
	address := o.public.String() + o.mount
	known, err := noted(ctx, s.store, address, o.Hooks.Test)
	if err != nil {
		return doctor.Options{}, err
	}
	return doctor.Options{
		PlatformURL: o.platform, ClientID: o.Platform.ClientID, Presenter: s.presenter(), PublicURL: address,
		AuthorizeURL: o.Platform.AuthorizeURL, ImageHosts: o.page().ImageHosts,
		Grant: map[Grant]string{
			GrantApp: platform.GrantApp, GrantLegacy: platform.GrantLegacy, GrantNone: doctor.NoGrant,
		}[o.Platform.Grant],
		Token: s.vault.Token, HookRule: o.Hooks.Rule, Known: &doctor.Known{Heartbeat: known.Heartbeat,
			Registered: known.Registered, Shown: known.Shown},
		Transport: upstream.NewTransport(), Now: o.Now,
	}, nil
}

// presenter is how calls carry their token.
func (s *Server) presenter() platform.Presenter {
	p := s.opts.Platform
	return platform.Presenter{Profile: p.Profile, AppID: p.AppID, Secret: p.ClientSecret}
}
