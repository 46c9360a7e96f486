package server

import (
	"context"
	"slices"

	"github.com/shopdesk/shopdesk/server/web/page"
	"github.com/shopdesk/shopdesk/server/web/release"
)

// page is what the browser's side is made of.
func (c checked) page() page.Config {
	images := c.ImageHosts
	// Whoever came by another name of the console still sees uploaded pictures.
	if c.public != nil && (len(c.Hosts) > 0 || c.Demo) {
		images = append(slices.Clone(images), c.public.String())
	}
	return page.Config{
		Prefix: c.mount, Assets: c.Assets,
		FrameAncestors: c.FrameAncestors, ImageHosts: images,
		Gallery: c.Gallery,
	}
}

// assembleShell makes the browser's side, with the files of earlier releases.
func (s *Server) assembleShell() (err error) {
	o, c := s.opts, s.opts.page()
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
