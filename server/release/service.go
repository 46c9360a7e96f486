package release

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"runtime/debug"
	"time"

	"github.com/shopdesk/shopdesk/server/shell"
	"github.com/shopdesk/shopdesk/server/store"
)

// largest bounds a file that the store is asked for, in bytes of its plain form.
const largest = 64 << 20

// Options set up a [Service]. All but the last two are required.
type Options struct {
	Store store.Releases
	Files []shell.File // that browsers are given now
	// Offer is told of each difference: a file's name, the digest of its earlier form, and the difference.
	Offer  func(name string, had shell.Digest, difference []byte)
	Keep   int              // how many earlier forms of a file are kept; 0 and below: none, and the present one isn't either
	Now    func() time.Time // default: time.Now
	Logger *slog.Logger     // default: discards
}

// Service keeps files and makes differences.
type Service struct{ Options }

// New checks the options.
func New(o Options) (*Service, error) {
	if o.Store == nil || o.Offer == nil {
		return nil, errors.New("release: Options.Store and Offer are required")
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	return &Service{o}, nil
}

// Run keeps the present files, offers the differences from those that are kept, one after another, and ends. What goes
// wrong is logged: browsers are then sent the whole file.
func (s *Service) Run(ctx context.Context) {
	err := s.keep(ctx)
	for _, f := range s.Files {
		if err != nil {
			break
		}
		err = s.offerAll(ctx, f)
	}
	if err != nil && ctx.Err() == nil {
		s.Logger.WarnContext(ctx, "updates are sent whole", "err", err)
	}
}

func (s *Service) keep(ctx context.Context) error {
	if s.Keep <= 0 {
		return s.Store.DropReleased(ctx, 0)
	}
	for _, f := range s.Files {
		present := store.Released{Name: f.Name, Hash: hex.EncodeToString(f.Digest[:]), ServedAt: s.Now().UnixMilli()}
		if err := s.Store.PutReleased(ctx, present, f.Gzip); err != nil {
			return err
		}
	}
	return s.Store.DropReleased(ctx, s.Keep+1)
}

func (s *Service) offerAll(ctx context.Context, f shell.File) error {
	kept, err := s.Store.Released(ctx, f.Name)
	if err != nil {
		return err
	}
	now, err := unpack(f.Gzip, f.Digest)
	if err != nil {
		return err
	}
	for _, earlier := range kept {
		if err := s.offer(ctx, f, now, earlier); err != nil {
			s.Logger.WarnContext(ctx, "updates are sent whole", "file", f.Name, "from", earlier.Hash, "err", err)
		}
	}
	return ctx.Err()
}

// offer makes the difference from one that is kept. The present form counts as an earlier one too: its address has
// changed where any other file did.
func (s *Service) offer(ctx context.Context, f shell.File, now []byte, earlier store.Released) error {
	digest, err := hex.DecodeString(earlier.Hash)
	if err != nil || len(digest) != sha256.Size {
		return errors.New("release: a kept file's hash is no SHA-256")
	}
	had := now
	if shell.Digest(digest) != f.Digest {
		packed, err := s.Store.ReleasedBody(ctx, f.Name, earlier.Hash)
		if errors.Is(err, store.ErrNotFound) {
			return nil // another replica, of another release, has dropped it
		}
		if err == nil {
			had, err = unpack(packed, shell.Digest(digest))
		}
		if err != nil {
			return err
		}
	}
	difference, err := Difference(had, now)
	if errors.Is(err, errOutgrown) {
		return nil
	}
	if err != nil {
		return err
	}
	s.Offer(f.Name, shell.Digest(digest), difference)
	if len(now) > leastWindow {
		debug.FreeOSMemory() // the next difference, and then the server, need what this one took
	}
	return nil
}

// unpack answers the plain form, and an error unless it is what the digest says.
func unpack(packed []byte, digest shell.Digest) ([]byte, error) {
	reader, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, fmt.Errorf("release: unpack: %w", err)
	}
	body, err := io.ReadAll(io.LimitReader(reader, largest))
	if err != nil {
		return nil, fmt.Errorf("release: unpack: %w", err)
	}
	if sha256.Sum256(body) != digest {
		return nil, errors.New("release: a kept file isn't what its hash says")
	}
	return body, nil
}
