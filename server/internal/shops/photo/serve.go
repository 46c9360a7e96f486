package photo

import (
	"errors"
	"io"
	"net/http"
	"regexp"
	"strconv"
	"time"

	"github.com/shopdesk/shopdesk/server/store"
)

// nameForm is the form of our names: 26 letters and digits hold 130 random bits. Other names answer 404 without a
// look at the store.
var nameForm = regexp.MustCompile(`^[a-z2-7]{26}\.(jpg|png|webp)$`)

// ServeHTTP answers the photo called {name} in the pattern. It needs no session: the platform fetches photos, and the
// name is the secret.
func (s *Service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Security-Policy", "default-src 'none'; sandbox; frame-ancestors 'none'")
	h.Set("Cross-Origin-Resource-Policy", "cross-origin") // the platform's own pages may show it
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("X-Robots-Tag", "noindex")
	h.Set("Cache-Control", "no-store")
	name := r.PathValue("name")
	if !nameForm.MatchString(name) {
		http.NotFound(w, r)
		return
	}
	photo, err := s.Photos.Photo(r.Context(), name)
	var body io.ReadSeeker
	if err == nil {
		body, err = s.served.open(r.Context(), name)
	}
	switch {
	case errors.Is(err, store.ErrNotFound):
		http.NotFound(w, r)
		return
	case err != nil:
		if r.Context().Err() == nil {
			s.Logger.ErrorContext(r.Context(), "photo not served", "err", err)
		}
		http.Error(w, "The picture can't be read right now.", http.StatusServiceUnavailable)
		return
	}
	h.Set("Cache-Control", "public, max-age=31536000, immutable")
	h.Set("Content-Type", photo.Type)
	if endings[photo.Type] == "" { // no photo is shown as a page
		h.Set("Content-Type", "application/octet-stream")
	}
	h.Set("ETag", strconv.Quote(name))
	http.ServeContent(w, r, "", time.UnixMilli(photo.CreatedAt), body)
}
