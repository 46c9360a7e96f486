package sandbox

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"io"
	"net/http"
	"sync"

	_ "golang.org/x/image/webp"
)

// The bounds of a profile image (interface 4.4, rule 3), read as strictly as
// they can be: more than 900 on both sides, under 5 million bytes.
const (
	pictureAbove = 900       // pixels
	pictureUnder = 5_000_000 // bytes
)

const (
	fetchRedirects = 3
	keptPictures   = 32
)

// fetched is a picture that was fetched for a review.
type fetched struct {
	body          []byte
	kind          string // media type
	width, height int
}

// fetchPicture fetches the image and judges it. The caller's own limit ends a fetch that hangs.
func (s *Sandbox) fetchPicture(ctx context.Context, address string) (*fetched, *failure) {
	if kept := s.copies.get(address); kept != nil {
		return kept, nil
	}
	body, err := s.download(ctx, address)
	if err != nil {
		s.logger().Info("sandbox: picture", "error", err)
		return nil, broken("The image at pictureUrl could not be fetched.")
	}
	if len(body) >= pictureUnder {
		return nil, broken("The image at pictureUrl must be under 5 MB.")
	}
	// The header alone: the pixels of a hostile one might not fit in memory.
	config, format, err := image.DecodeConfig(bytes.NewReader(body))
	if err != nil || format != "jpeg" && format != "png" && format != "webp" {
		return nil, broken("What is at pictureUrl is not a JPEG, PNG or WebP image.")
	}
	if config.Width <= pictureAbove || config.Height <= pictureAbove {
		return nil, broken("The image at pictureUrl is %d×%d pixels; it must be larger than 900×900.",
			config.Width, config.Height)
	}
	picture := &fetched{body: body, kind: "image/" + format, width: config.Width, height: config.Height}
	s.copies.put(address, picture)
	return picture, nil
}

// download reads one byte more than a picture may have, at most.
func (s *Sandbox) download(ctx context.Context, address string) ([]byte, error) {
	client := http.Client{Transport: s.Transport, CheckRedirect: func(_ *http.Request, via []*http.Request) error {
		if len(via) > fetchRedirects {
			return errors.New("too many redirects")
		}
		return nil
	}}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, err
	}
	response, err := client.Do(request)
	if err != nil {
		return nil, err
	}
	defer func() { _ = response.Body.Close() }()
	if response.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("status %d", response.StatusCode)
	}
	return io.ReadAll(io.LimitReader(response.Body, pictureUnder))
}

// copies keeps what was fetched, for the review page, in memory.
type copies struct {
	mu   sync.Mutex
	kept map[string]*fetched
}

func (c *copies) get(address string) *fetched {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.kept[address]
}

func (c *copies) put(address string, p *fetched) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.kept == nil || len(c.kept) >= keptPictures {
		c.kept = make(map[string]*fetched)
	}
	c.kept[address] = p
}

// drop forgets a picture, so that a new request fetches it again.
func (c *copies) drop(address string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.kept, address)
}
