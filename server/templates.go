package server

import (
	"context"

	"github.com/shopdesk/shopdesk/server/shops/change"
	"github.com/shopdesk/shopdesk/server/shops/directory"
	"github.com/shopdesk/shopdesk/server/shops/templates"
	"github.com/shopdesk/shopdesk/server/store"
)

// groupedShops are our own picture of all shops, and their groups.
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

// assembleTemplates makes what knows how shops differ from their templates, and
// tells the picture of all shops.
func (s *Server) assembleTemplates() (err error) {
	o := s.opts
	s.templates, err = templates.New(templates.Options{
		Authoriser: s.auth, Templates: o.Store, Audit: o.Store, Shops: groupedShops{s.roster, o.Store},
		Anchor: o.Platform.Profile.Anchor, Phones: change.PhoneBook{}, Pictures: s.photo, Now: o.Now,
	})
	if err == nil {
		s.roster.SetDrifts(s.templates)
	}
	return err
}

// sharedPicture tells whether a template or any shop has a picture, or is to get
// it by a run.
func (s *Server) sharedPicture(ctx context.Context, name string) (bool, error) {
	has, err := s.templates.HasPicture(ctx, name)
	if err != nil || has {
		return has, err
	}
	return s.runs.HasPicture(ctx, name)
}
