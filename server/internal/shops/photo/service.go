package photo

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/internal/access/auth"
	"github.com/shopdesk/shopdesk/server/internal/background"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
	"github.com/shopdesk/shopdesk/server/store"
)

const (
	// perDay bounds the disk space that the operators of a shop can fill in a day.
	perDay = 40

	// Uploads are held in memory while they arrive. These are the bounds of parallel uploads per session, per operator,
	// and in total.
	ofSession  = 2
	ofOperator = 6
	atOnce     = 16
)

// Fetcher reads from an address of a third party; see package fetch.
type Fetcher interface {
	Get(ctx context.Context, address string, limit int64) ([]byte, error)
}

// Options set up a [Service]. Those without a default are required.
type Options struct {
	Authoriser auth.Authoriser
	Platform   *platform.Client // reads a shop's record, which names the photos in use
	Photos     store.Photos
	Blobs      store.Blobs
	Fetcher    Fetcher
	InEffect   func(ctx context.Context, shop int64) (address string, err error) // of the photo that the shop shows
	// HasPicture tells whether a shop, a template or a run has a photo whose address fits. Then the photo stays, and every
	// shop may have it. Default: none has.
	HasPicture func(ctx context.Context, fits func(address string) bool) (bool, error)
	// prefix of the photos' names: "https://pos.example/admin/photos/"
	Address string
	background.Base
}

// Service takes, serves, checks and sweeps photos.
type Service struct {
	Sweep *background.Job // deletes photos that no shop uses

	Options

	uploads *httpio.Concurrency
	small   *thumbnails
	served  *served
}

// New checks the options.
func New(o Options) (*Service, error) {
	if o.Authoriser == nil || o.Platform == nil || o.Photos == nil || o.Blobs == nil || o.Fetcher == nil ||
		o.InEffect == nil || o.Address == "" {
		return nil, errors.New("photo: Options.Authoriser, Platform, Photos, Blobs, Fetcher, InEffect and Address are " +
			"required")
	}
	o.Defaults()
	if o.HasPicture == nil {
		o.HasPicture = func(context.Context, func(string) bool) (bool, error) { return false, nil }
	}
	small, err := newThumbnails()
	if err != nil {
		return nil, err
	}
	served, err := newServed(o.Blobs)
	if err != nil {
		return nil, err
	}
	s := &Service{Options: o, uploads: httpio.NewAtOnce(ofSession, ofOperator, atOnce), small: small, served: served}
	s.Sweep = background.New(background.Config{Name: "photos.sweep", Every: time.Hour, Look: s.sweep,
		Clock: background.Deletes})
	return s, nil
}

// shared tells whether the photo of that name, which can't be guessed, is in use.
func (s *Service) shared(ctx context.Context, name string) (bool, error) {
	return s.HasPicture(ctx, func(address string) bool { return strings.HasSuffix(address, "/"+name) })
}
