package server

import (
	"context"
	"runtime/debug"
	"slices"

	"github.com/shopdesk/shopdesk/server/internal/web/release"
	"github.com/shopdesk/shopdesk/web/asset"
	"github.com/shopdesk/shopdesk/web/page"
)

// page is the configuration of the browser's page and files.
func (c checkedOptions) page() page.Config {
	images := c.ImageHosts
	// Uploaded photos also show for an operator who uses another name of the console.
	if c.public != nil && (len(c.Hosts) > 0 || c.Demo) {
		images = append(slices.Clone(images), c.public.String())
	}
	return page.Config{
		Prefix: c.mount, Assets: c.Assets,
		FrameAncestors: c.FrameAncestors, ImageHosts: images,
		Gallery: c.Gallery,
	}
}

// assemblePage makes the page and the browser's files, with the files of earlier releases.
func (s *Server) assemblePage() (err error) {
	o, c := s.opts, s.opts.page()
	if o.KeepReleases > 0 {
		s.release, err = release.New(release.Options{Store: o.Store, KeepReleases: o.KeepReleases, Base: o.base()})
		if err != nil {
			return err
		}
		c.Differences = s.release
	}
	if s.page, err = page.New(c); err != nil {
		return err
	}
	index, err := asset.Read(c.Assets)
	if info, ok := debug.ReadBuildInfo(); ok && index.Differs(info) {
		s.log.Warn("browsers get the program of another version: run go generate", "program", index.Version,
			"server", asset.Version(info))
	}
	return err
}

// keepReleases keeps the browser's files for later releases, or deletes the kept files.
func (s *Server) keepReleases(ctx context.Context) error {
	if s.release == nil {
		return s.store.DropReleased(ctx, 0)
	}
	return s.release.Publish(ctx, s.page.Files())
}
