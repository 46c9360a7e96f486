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
	"math/bits"
	"runtime/debug"
	"sync"
	"time"

	"github.com/klauspost/compress/zstd"

	"github.com/shopdesk/shopdesk/server/internal/background"
	"github.com/shopdesk/shopdesk/server/store"
	"github.com/shopdesk/shopdesk/web/page"
)

// largest bounds a file read from the store, in bytes of its plain form.
const largest = 64 << 20

// patience is the time that a request waits for a difference in the making; after
// that the whole file is sent. Making a difference of the program takes less than a
// second; sending the whole program to a tablet often takes more.
var patience = 3 * time.Second

// Options set up a [Service]. Store and KeepReleases are required.
type Options struct {
	Store        store.Releases
	KeepReleases int // number of earlier forms kept of each file
	background.Base
}

// Service keeps files and makes each difference that browsers ask for once.
type Service struct {
	*background.Job // makes the differences; call Put first

	Options

	mu    sync.Mutex
	all   map[key]*difference
	asked chan *difference // has room for all
}

var _ page.Differences = (*Service)(nil)

// key names a difference.
type key struct {
	file string
	had  page.Digest
}

// difference is a difference that can be made.
type difference struct {
	had   page.Digest
	to    page.File
	asked bool          // guarded by the service's mutex
	made  chan struct{} // closed when the difference has been made
	body  []byte        // the difference, once made; nil if making it failed
}

func newDifference(had page.Digest, to page.File) *difference {
	return &difference{had: had, to: to, made: make(chan struct{})}
}

// New checks the options.
func New(o Options) (*Service, error) {
	if o.Store == nil || o.KeepReleases < 1 {
		return nil, errors.New("release: Options.Store and KeepReleases are required")
	}
	o.Defaults()
	s := &Service{Options: o}
	s.Job = background.New(background.Config{Name: "releases", Every: time.Minute, Look: s.work})
	return s, nil
}

// Publish stores the present files, and lists the forms that browsers may have. The
// present forms are listed too, because the address of each file changes when any
// file changes.
func (s *Service) Publish(ctx context.Context, files []page.File) error {
	for _, f := range files {
		present := store.Released{Name: f.Name, Hash: hex.EncodeToString(f.Digest[:]), ServedAt: s.Millis()}
		if err := s.Store.PutReleased(ctx, present, f.Gzip); err != nil {
			return err
		}
	}
	if err := s.Store.DropReleased(ctx, s.KeepReleases+1); err != nil {
		return err
	}
	all := map[key]*difference{}
	for _, f := range files {
		kept, err := s.Store.Released(ctx, f.Name)
		if err != nil {
			return err
		}
		for _, earlier := range kept {
			digest, err := hex.DecodeString(earlier.Hash)
			if err != nil || len(digest) != sha256.Size {
				return errors.New("release: a kept file's hash is no SHA-256")
			}
			had := page.Digest(digest)
			all[key{f.Name, had}] = newDifference(had, f)
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.all, s.asked = all, make(chan *difference, len(all))
	return nil
}

// Difference implements [page.Differences]. Only stored files have a difference.
func (s *Service) Difference(ctx context.Context, name string, had page.Digest) []byte {
	d := s.ask(key{name, had})
	if d == nil {
		return nil
	}
	select {
	case <-d.made:
		return d.body
	case <-time.After(patience):
	case <-ctx.Done():
	}
	return nil
}

// ask asks the job for a difference, if the difference can be made.
func (s *Service) ask(k key) *difference {
	s.mu.Lock()
	defer s.mu.Unlock()
	d := s.all[k]
	if d != nil && !d.asked {
		d.asked = true
		s.asked <- d // has room for all
		s.Ring()
	}
	return d
}

// work makes the differences that browsers ask for, one after another. A failure is
// logged, and browsers get the whole file. Only a failure of the store is tried again,
// because strangers can ask as often as they like.
func (s *Service) work(ctx context.Context) error {
	s.mu.Lock()
	asked := s.asked
	s.mu.Unlock()
	for ctx.Err() == nil {
		select {
		case d := <-asked:
			var packed []byte
			err := background.Try(func() (err error) { packed, err = s.earlier(ctx, d); return err })
			if err != nil {
				s.mu.Lock()
				s.all[key{d.to.Name, d.had}] = newDifference(d.had, d.to) // the next browser has it tried again
				s.mu.Unlock()
			} else {
				err = background.Try(func() error { return d.fill(packed) })
			}
			if err != nil && ctx.Err() == nil {
				s.Logger.WarnContext(ctx, "an update is sent whole", "file", d.to.Name, "from",
					hex.EncodeToString(d.had[:]), "err", err)
			}
			close(d.made)
		default:
			return nil
		}
	}
	return nil
}

// earlier reads the packed form from which the difference is made.
func (s *Service) earlier(ctx context.Context, d *difference) ([]byte, error) {
	if d.had == d.to.Digest {
		return d.to.Gzip, nil
	}
	return s.Store.ReleasedBody(ctx, d.to.Name, hex.EncodeToString(d.had[:]))
}

// fill makes the difference from the packed earlier form.
func (d *difference) fill(packed []byte) error {
	had, err := unpack(packed, d.had)
	if err != nil {
		return err
	}
	now := had
	if d.had != d.to.Digest {
		if now, err = unpack(d.to.Gzip, d.to.Digest); err != nil {
			return err
		}
	}
	if d.body, err = Difference(had, now); err != nil {
		return err
	}
	if len(now) > leastWindow {
		debug.FreeOSMemory() // gives back the memory that this difference took
	}
	return nil
}

// unpack returns the plain form, or an error if the form doesn't match the digest.
func unpack(packed []byte, digest page.Digest) ([]byte, error) {
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

// head begins each difference (RFC 9842, 5): a frame that decoders skip, whose 32
// bytes are the SHA-256 of the earlier form.
var head = []byte{0x5e, 0x2a, 0x4d, 0x18, 0x20, 0, 0, 0}

// leastWindow is the window that every decoder has room for, in bytes (RFC 9842,
// 5).
const leastWindow = 8 << 20

// errOutgrown is the error for a file that is too large for the decoder's window,
// whose size depends on the earlier form.
var errOutgrown = errors.New("release: the file has outgrown its earlier form")

// Difference makes the difference from an earlier form of a file to the present
// one, in the coding "dcz". For forms of 11 MB, Difference takes half a second of
// processor time and 95 MB of memory besides the forms.
func Difference(had, now []byte) ([]byte, error) {
	if len(now) > max(leastWindow, len(had)+len(had)/4) {
		return nil, errOutgrown
	}
	// the distance from the end of one form to the beginning of the other
	reach := max(1<<bits.Len(uint(len(had)+len(now))), zstd.MinWindowSize)
	level := zstd.SpeedBestCompression
	if len(now) < 1<<20 || bytes.Equal(had, now) {
		level = zstd.SpeedBetterCompression // takes a quarter of the time, and tables of 2 MB, not 70 MB
	}
	encoder, err := zstd.NewWriter(nil, zstd.WithEncoderDictRaw(0, had), zstd.WithEncoderLevel(level),
		zstd.WithWindowSize(reach), zstd.WithSingleSegment(true), // the decoder's window is the file's size
		zstd.WithEncoderConcurrency(1), zstd.WithLowerEncoderMem(true))
	if err != nil {
		return nil, fmt.Errorf("release: %w", err)
	}
	digest := sha256.Sum256(had)
	return encoder.EncodeAll(now, append(append([]byte{}, head...), digest[:]...)), nil
}
