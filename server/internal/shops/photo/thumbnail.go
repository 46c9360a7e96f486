package photo

import (
	"bytes"
	"context"
	"image"
	"image/color"
	"image/jpeg"
	"net/http"
	"strings"
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/image/draw"
	"golang.org/x/sync/singleflight"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/internal/access/auth"
	"github.com/shopdesk/shopdesk/server/internal/background"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
)

const (
	// A thumbnail is twice as large as lists show it, for screens with two pixels for one.
	thumbnailWidth, thumbnailHeight = 96, 72

	thumbnailPixels = 12_000_000 // a larger photo has no thumbnail: to decode it takes too much memory
	thumbnailsKept  = 4096
	thumbnailSlots  = 4               // photos in memory, before they are decoded
	thumbnailLife   = time.Hour       // then the photo is fetched again, also one that couldn't be had
	searchedFor     = 2 * time.Second // how long the result of a search for photos counts at least
	thumbnailWait   = 2 * time.Second // a browser has few connections, and needs them for orders
)

// thumbnails remembers small photos, by address.
type thumbnails struct {
	known *lru.Cache[string, thumbnail]
	// accepted are the addresses of photos that were checked and are good, which no shop may have yet.
	accepted *lru.Cache[string, struct{}]

	// found are the addresses of the photos that the last search found in the console's data. The result counts until
	// a moment. Only the flights of searches set both.
	found      map[string]bool
	foundUntil time.Time
	searches   singleflight.Group

	flights singleflight.Group
	slots   chan struct{} // photos that are fetched or wait to be decoded
	making  sync.Mutex    // photos are decoded one at a time
	wait    time.Duration // how long an asker waits
}

type thumbnail struct {
	body []byte // empty: couldn't be made
	at   time.Time
}

func newThumbnails() (*thumbnails, error) {
	known, err := lru.New[string, thumbnail](thumbnailsKept)
	if err != nil {
		return nil, err
	}
	accepted, err := lru.New[string, struct{}](thumbnailsKept)
	return &thumbnails{
		known: known, accepted: accepted, slots: make(chan struct{}, thumbnailSlots), wait: thumbnailWait,
	}, err
}

// HandleThumbnail answers a small form of the photo that a shop shows, or of one at an address ([api.PathThumbnail]).
func (s *Service) HandleThumbnail(w http.ResponseWriter, r *http.Request) error {
	address, err := s.asked(r)
	if err != nil {
		return err
	}
	body := s.thumbnail(r.Context(), address)
	if len(body) == 0 {
		w.WriteHeader(http.StatusNoContent)
		return nil
	}
	w.Header().Set("Cache-Control", "private, max-age=86400")
	w.Header().Set("Content-Type", "image/jpeg")
	_, err = w.Write(body) //nolint:gosec // pixels that were encoded here
	return err
}

// asked is the address of the photo that a request is for, "" for a photo that nothing here has.
func (s *Service) asked(r *http.Request) (string, error) {
	ctx, address := r.Context(), r.URL.Query().Get("of")
	if address == "" {
		scope, err := auth.AskedScope(r, s.Authoriser, platform.PermissionShopView)
		if err != nil {
			return "", err
		}
		if address, err = s.InEffect(ctx, scope.ShopID()); err != nil {
			return "", httpio.Unavailable(err)
		}
		return address, nil
	}
	if _, err := s.Authoriser.ShopsWith(ctx, platform.PermissionShopEdit); err != nil {
		return "", err // others see no photo but their shops'
	}
	if s.small.known.Contains(address) || s.small.accepted.Contains(address) {
		return address, nil
	}
	all, err := background.Share(ctx, &s.small.searches, "", s.search)
	if err != nil {
		return "", httpio.Unavailable(err)
	}
	if !all[address] {
		return "", nil
	}
	return address, nil
}

// search returns the addresses of all photos in the console's data, as of the last search. A search reads everything
// that may have a photo: one that took long isn't made again soon. Calls of search share one flight.
func (s *Service) search(ctx context.Context) (map[string]bool, error) {
	began := s.Now()
	if began.Before(s.small.foundUntil) {
		return s.small.found, nil
	}
	all := map[string]bool{}
	_, err := s.HasPicture(ctx, func(address string) bool { all[address] = true; return false })
	if err != nil {
		return nil, err
	}
	ended := s.Now()
	s.small.found, s.small.foundUntil = all, ended.Add(max(searchedFor, 10*ended.Sub(began)))
	return all, nil
}

// thumbnail is the small form of the photo at an address, empty if there is none in time.
func (s *Service) thumbnail(ctx context.Context, address string) []byte {
	if address == "" {
		return nil
	}
	if t, known := s.small.known.Get(address); known && s.Now().Sub(t.at) < thumbnailLife {
		return t.body
	}
	ctx, cancel := context.WithTimeout(ctx, s.small.wait)
	defer cancel()
	body, _ := background.Share(ctx, &s.small.flights, address, func(ctx context.Context) ([]byte, error) {
		return s.makeThumbnail(ctx, address), nil
	})
	return body
}

// makeThumbnail fetches and shrinks a photo, and remembers what came of it. It decodes what others wrote: a fault there
// must not end the server.
func (s *Service) makeThumbnail(ctx context.Context, address string) (body []byte) {
	s.small.slots <- struct{}{}
	err := background.Try(func() error { body = s.small.shrink(s.read(ctx, address)); return nil })
	if err != nil {
		s.Logger.ErrorContext(ctx, "photo: thumbnail", "err", err)
	}
	s.small.known.Add(address, thumbnail{body, s.Now()})
	<-s.small.slots
	return body
}

// read returns a photo, empty for one that can't be had.
func (s *Service) read(ctx context.Context, address string) (body []byte) {
	var err error
	if name, ours := strings.CutPrefix(address, s.Address); ours {
		body, err = s.Blobs.Blob(ctx, name)
	} else {
		body, err = s.Fetcher.Get(ctx, address, platform.PictureBytes)
	}
	if err != nil {
		s.Logger.DebugContext(ctx, "no thumbnail", "err", err)
	}
	return body
}

// shrink returns a photo's small form, empty for what isn't a photo and for a photo of too many pixels.
func (t *thumbnails) shrink(body []byte) []byte {
	if facts := inspect(body); facts.Type == "" || int64(facts.Width)*int64(facts.Height) > thumbnailPixels {
		return nil
	}
	t.making.Lock()
	defer t.making.Unlock()
	whole, _, err := image.Decode(bytes.NewReader(body))
	if err != nil {
		return nil
	}
	small := image.NewRGBA(image.Rect(0, 0, thumbnailWidth, thumbnailHeight))
	draw.Draw(small, small.Bounds(), image.NewUniform(color.White), image.Point{}, draw.Src)
	draw.BiLinear.Scale(small, small.Bounds(), whole, middle(whole.Bounds()), draw.Over, nil)
	var out bytes.Buffer
	if err := jpeg.Encode(&out, small, &jpeg.Options{Quality: 80}); err != nil {
		return nil
	}
	return out.Bytes()
}

// middle is the largest part of a photo that has a thumbnail's shape.
func middle(all image.Rectangle) image.Rectangle {
	width := min(all.Dx(), max(1, all.Dy()*thumbnailWidth/thumbnailHeight))
	height := min(all.Dy(), max(1, all.Dx()*thumbnailHeight/thumbnailWidth))
	from := all.Min.Add(image.Pt((all.Dx()-width)/2, (all.Dy()-height)/2))
	return image.Rectangle{Min: from, Max: from.Add(image.Pt(width, height))}
}
