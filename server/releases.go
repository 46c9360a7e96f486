package server

import (
	"context"

	"github.com/shopdesk/shopdesk/server/web/page"
	"github.com/shopdesk/shopdesk/server/web/release"
)

// assembleShell makes the browser's side, with the files of earlier releases.
func (s *Server) assembleShell(images []string) (err error) {
	o := s.opts
	c := page.Config{
		Prefix: o.mount, Assets: o.Assets,
		FrameAncestors: o.FrameAncestors, ImageHosts: images,
		Gallery: o.Gallery,
	}
	if o.KeepReleases > 0 {
		s.release, err = release.New(release.Options{Store: o.Store, Keep: o.KeepReleases, Now: o.Now, Logger: s.log})
		if err != nil {
			return err
		}
		c.Differences = s.release
	}
	s.shell, err = page.New(c)
	return err
}

// keepReleases keeps the browser's files for later releases, or deletes those that were kept.
func (s *Server) keepReleases(ctx context.Context) error {
	if s.release == nil {
		return s.store.DropReleased(ctx, 0)
	}
	return s.release.Put(ctx, s.shell.Files())
}
