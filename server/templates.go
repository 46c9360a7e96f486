package server

import (
	"context"

	"github.com/shopdesk/shopdesk/platform/rules"
	"github.com/shopdesk/shopdesk/server/internal/shops/change"
	"github.com/shopdesk/shopdesk/server/internal/shops/directory"
	"github.com/shopdesk/shopdesk/server/internal/shops/templates"
	"github.com/shopdesk/shopdesk/server/store"
)

// groupedShops are the shop directory with the groups.
type groupedShops struct {
	*directory.Service
	groups store.Groups
}

// Groups lists all groups with all their shops.
func (g groupedShops) Groups(ctx context.Context) ([]store.Group, error) { return g.groups.Groups(ctx) }

var (
	_ templates.Shops  = groupedShops{}
	_ directory.Drifts = (*templates.Service)(nil)
)

// assembleTemplates makes the service for templates, and gives it to the shop directory.
func (s *Server) assembleTemplates() (err error) {
	o := s.opts
	s.templates, err = templates.New(templates.Options{
		Authoriser: s.auth, Templates: o.Store, Audit: o.Store, Shops: groupedShops{s.roster, o.Store},
		Anchor: o.Platform.Profile.Anchor, Leaves: rules.LeavesOf(o.Platform.Profile), Phones: change.PhoneBook{},
		Pictures: s.photo, Now: o.Now,
	})
	if err == nil {
		s.roster.SetDrifts(s.templates)
	}
	return err
}

// sharedPicture tells whether a template or any shop uses a photo, or whether a run will give it to shops.
func (s *Server) sharedPicture(ctx context.Context, name string) (bool, error) {
	has, err := s.templates.HasPicture(ctx, name)
	if err != nil || has {
		return has, err
	}
	return s.runs.HasPicture(ctx, name)
}
