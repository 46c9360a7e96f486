package photo

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/access/auth"
	"github.com/shopdesk/shopdesk/server/store"
	"github.com/shopdesk/shopdesk/server/web/httpio"
)

const (
	day        = 24 * time.Hour
	unsentLife = day      // of a picture that the platform was never sent
	sentLife   = 30 * day // of one that it was, before the first look
	lookEvery  = 7 * day  // at one that is used
	retryAfter = 6 * time.Hour
	sweepMost  = 500 // at a time

	// perDay bounds what a shop's people can fill the disk with.
	perDay = 40

	// Uploads are held in memory while they arrive: so many at once of a session,
	// an operator, and all.
	ofSession  = 2
	ofOperator = 6
	atOnce     = 16
)

// Authoriser proves that whoever asks may do something to a shop. Its errors
// are answers.
type Authoriser interface {
	Scope(ctx context.Context, shopID int64, permission platform.Permission) (auth.ShopScope, error)
}

// Platform tells which pictures a shop uses.
type Platform interface {
	Shop(ctx context.Context, request platform.ShopRef) (*platform.Shop, error)
}

// Fetcher reads what stands at a stranger's address; see package fetch.
type Fetcher interface {
	Get(ctx context.Context, address string, limit int64) ([]byte, error)
}

// Options set up a [Service]. All but the last three are required.
type Options struct {
	Authoriser Authoriser
	Platform   Platform
	Photos     store.Photos
	Blobs      store.Blobs
	Fetcher    Fetcher
	Address    string           // of the pictures in front of their names: "https://pos.example/admin/photos/"
	Now        func() time.Time // default: time.Now
	Logger     *slog.Logger     // default: discards
	// Shared tells whether a template or a shop that it wasn't uploaded for has
	// the picture of that name, or a run is to give it to some: then it stays, and
	// every shop may have it.
	// Default: none has.
	Shared func(ctx context.Context, name string) (bool, error)
}

// Service takes, serves, checks and sweeps pictures.
type Service struct {
	Options
	arriving *httpio.AtOnce
}

// New checks the options.
func New(o Options) (*Service, error) {
	if o.Authoriser == nil || o.Platform == nil || o.Photos == nil || o.Blobs == nil || o.Fetcher == nil ||
		o.Address == "" {
		return nil, errors.New("photo: Options.Authoriser, Platform, Photos, Blobs, Fetcher and Address are required")
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	if o.Shared == nil {
		o.Shared = func(context.Context, string) (bool, error) { return false, nil }
	}
	return &Service{o, httpio.NewAtOnce(ofSession, ofOperator, atOnce)}, nil
}

func (s *Service) millis() int64 { return s.Now().UnixMilli() }
