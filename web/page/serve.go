package page

import (
	"maps"
	"net/http"
	"net/url"
	"strconv"
	"strings"
)

// sharePath is the address to which a device's other programs send a picture. The
// service worker keeps the picture in the browser. Without a service worker the
// picture is lost, and the page says so.
const sharePath = "/share"

// ServeHTTP implements [http.Handler]. Every path except those of files and of the
// API is answered with the one page, because only the program knows which pages
// exist.
func (s *Shell) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	maps.Copy(w.Header(), s.header)
	path, ok := strings.CutPrefix(r.URL.Path, s.config.Prefix)
	switch {
	case ok && path == sharePath && r.Method == http.MethodPost:
		w.Header().Set("Cache-Control", cacheNever)
		w.Header().Set("Connection", "close") // the picture isn't read
		http.Redirect(w, r, s.config.Prefix+sharePath+"?lost=1", http.StatusSeeOther)
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "Only GET and HEAD are answered here.", http.StatusMethodNotAllowed)
	case ok && path == "":
		there := url.URL{Path: s.config.Prefix + "/", RawQuery: r.URL.RawQuery}
		http.Redirect(w, r, there.String(), http.StatusPermanentRedirect)
	case !ok || path[0] != '/' || path == "/api" || strings.HasPrefix(path, "/api/"):
		answer(w, r, http.StatusNotFound, s.missing)
	case s.files[path] != nil:
		s.files[path].ServeHTTP(w, r)
	case strings.HasPrefix(path, "/_/"):
		answer(w, r, http.StatusNotFound, s.missing)
	default:
		s.page.ServeHTTP(w, r)
	}
}

// answer sends a small page that is never cached.
func answer(w http.ResponseWriter, r *http.Request, status int, page []byte) {
	h := w.Header()
	h.Set("Content-Type", htmlType)
	h.Set("Content-Length", strconv.Itoa(len(page)))
	h.Set("Cache-Control", cacheNever)
	w.WriteHeader(status)
	if r.Method != http.MethodHead {
		_, _ = w.Write(page) // an error means that the client left
	}
}
