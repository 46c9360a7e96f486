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
func (s *Server) keepReleases(ctx context.Context) {
	if s.release != nil {
		if err := s.release.Put(ctx, s.shell.Files()); err == nil {
			s.release.Run(ctx)
		} else if ctx.Err() == nil {
			s.log.WarnContext(ctx, "updates are sent whole", "err", err)
		}
		return
	}
	if err := s.store.DropReleased(ctx, 0); err != nil && ctx.Err() == nil {
		s.log.WarnContext(ctx, "the files of earlier releases aren't deleted", "err", err)
	}
}
