package photo

import (
	"bytes"
	"context"
	"io"

	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/sync/semaphore"

	"github.com/shopdesk/shopdesk/server/store"
)

const (
	servedKept  = 16 // photos in memory that were served last
	servedReads = 4  // photos that are read from the store at once
)

// served has the bytes of photos that are being served. Clients of one photo share its bytes, and a client that waits
// for the network holds none: what its next piece is taken from is read again, if other photos came in between.
type served struct {
	blobs store.Blobs
	known *lru.Cache[string, []byte]
	reads *semaphore.Weighted
}

func newServed(blobs store.Blobs) (*served, error) {
	known, err := lru.New[string, []byte](servedKept)
	return &served{blobs, known, semaphore.NewWeighted(servedReads)}, err
}

// open returns a photo's reader.
func (s *served) open(ctx context.Context, name string) (*io.SectionReader, error) {
	body, err := s.body(ctx, name)
	return io.NewSectionReader(pieces(func() ([]byte, error) { return s.body(ctx, name) }), 0, int64(len(body))), err
}

func (s *served) body(ctx context.Context, name string) ([]byte, error) {
	if body, ok := s.known.Get(name); ok {
		return body, nil
	}
	if err := s.reads.Acquire(ctx, 1); err != nil {
		return nil, err
	}
	defer s.reads.Release(1)
	if body, ok := s.known.Get(name); ok { // read meanwhile
		return body, nil
	}
	body, err := s.blobs.Blob(ctx, name)
	if err == nil {
		s.known.Add(name, body)
	}
	return body, err
}

// pieces reads pieces of what it returns.
type pieces func() ([]byte, error)

// ReadAt implements [io.ReaderAt].
func (p pieces) ReadAt(piece []byte, at int64) (int, error) {
	body, err := p()
	if err != nil {
		return 0, err
	}
	return bytes.NewReader(body).ReadAt(piece, at)
}
