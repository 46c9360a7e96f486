package server

import (
	"context"
	"slices"

	"golang.org/x/time/rate"

	"github.com/shopdesk/shopdesk/platform/rules"
	"github.com/shopdesk/shopdesk/server/internal/shops/change"
	"github.com/shopdesk/shopdesk/server/internal/shops/directory"
	"github.com/shopdesk/shopdesk/server/internal/shops/templates"
	"github.com/shopdesk/shopdesk/server/store"
)

// assembleDirectory makes the shop directory.
func (s *Server) assembleDirectory() (err error) {
	o := s.opts
	s.directory, err = directory.New(directory.Options{
		Authoriser: s.auth, Roles: s.auth, Platform: s.platform, Store: o.Store,
		Limiter: bothLimits{rate.NewLimiter(rate.Limit(o.Roster.Rate), 1), s.rateLimit.Idle()},
		Anchor:  o.Platform.Profile.Anchor, Listing: o.Platform.Profile.Listing, Pauses: s.pause.Active,
		Access: s.connect.Access, Named: s.named,
		Every: o.Roster.Every, Off: o.Roster.Off, Base: o.base(),
	})
	return err
}

// named reports whether a shop of the options has a name.
func (s *Server) named(shopID int64) bool {
	return slices.ContainsFunc(s.opts.Shops, func(shop store.Shop) bool {
		return shop.ShopID == shopID && shop.Name+shop.EnName != ""
	})
}

// bothLimits waits for two limiters in turn: reading shops again has a rate limit of its own, and waits for the runs.
type bothLimits [2]directory.Limiter

func (b bothLimits) Wait(ctx context.Context) error {
	for _, limiter := range b {
		if err := limiter.Wait(ctx); err != nil {
			return err
		}
	}
	return nil
}

var (
	_ change.Directory = (*directory.Service)(nil)
	_ directory.Drifts = (*templates.Service)(nil)
)

// assembleTemplates makes the service for templates, and gives it to the shop directory.
func (s *Server) assembleTemplates() (err error) {
	o := s.opts
	s.templates, err = templates.New(templates.Options{
		Authoriser: s.auth, Templates: o.Store, Audit: o.Store, Shops: s.directory, Groups: o.Store,
		Anchor: o.Platform.Profile.Anchor, Leaves: rules.LeavesOf(o.Platform.Profile), Phones: change.PossiblePhone,
		Pictures: s.photo, Base: o.base(),
	})
	if err == nil {
		s.directory.SetDriftSource(s.templates)
	}
	return err
}

// photoInEffect is the address of the photo that customers see of a shop.
func (s *Server) photoInEffect(ctx context.Context, shop int64) (string, error) {
	facts, err := s.directory.Facts(ctx, []int64{shop})
	if err != nil || len(facts) == 0 || facts[0].Record == nil {
		return "", err
	}
	return rules.PictureInEffect(facts[0].Record.MainPictures), nil
}

// hasPicture tells whether a template, any shop or a run has a photo whose address fits.
func (s *Server) hasPicture(ctx context.Context, fits func(address string) bool) (bool, error) {
	has, err := s.templates.HasPicture(ctx, fits)
	if err != nil || has {
		return has, err
	}
	return s.runs.HasPicture(ctx, fits)
}
