package page

import (
	"bytes"
	"compress/gzip"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"strconv"

	"github.com/shopdesk/shopdesk/web/asset"
)

// Cache-Control values.
const (
	cacheForever = "public, max-age=31536000, immutable" // the address contains the version
	cacheCheck   = "no-cache"                            // kept, but checked each time
	cacheNever   = "no-store"
)

// resource is a file that browsers can fetch, in its forms. Built files come
// without their plain form, which is unpacked from gzip for the few clients that
// need it.
type resource struct {
	mediaType string
	cache     string
	tag       string // identifies the content
	size      int    // of the plain form
	plain     []byte
	gzip      []byte
	brotli    []byte

	dictionary *dictionary // nil: the file is always sent whole
}

// read makes a resource of a built file.
func read(folder fs.FS, f asset.File, cache string) (*resource, error) {
	r := &resource{mediaType: f.Type, cache: cache, tag: f.Hash, size: f.Size}
	if len(r.tag) > 24 {
		r.tag = r.tag[:24]
	}
	load := func(into *[]byte, name string, size int) error {
		body, err := fs.ReadFile(folder, name)
		if err != nil {
			return fmt.Errorf("page: read asset: %w", err)
		}
		if len(body) != size {
			return fmt.Errorf("page: asset %s has %d bytes, the index says %d", name, len(body), size)
		}
		*into = body
		return nil
	}
	if f.Brotli == 0 {
		return r, load(&r.plain, f.Name, f.Size)
	}
	if err := load(&r.brotli, f.Name+".br", f.Brotli); err != nil {
		return nil, err
	}
	return r, load(&r.gzip, f.Name+".gz", f.Gzip)
}

// text makes a resource of a small body that is written at the start.
func text(mediaType, cache, tag string, body []byte) *resource {
	var packed bytes.Buffer
	w, _ := gzip.NewWriterLevel(&packed, gzip.BestCompression) // the level exists
	_, _ = w.Write(body)                                       // a buffer takes everything
	_ = w.Close()
	return &resource{mediaType: mediaType, cache: cache, tag: tag, size: len(body), plain: body, gzip: packed.Bytes()}
}

// ServeHTTP answers GET and HEAD.
func (a *resource) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Type", a.mediaType)
	h.Set("Cache-Control", a.cache)
	var offered []string
	if a.dictionary != nil {
		h.Set(headerUse, `match="`+a.dictionary.match+`"`)
		h.Add("Vary", headerAvailable)
	}
	difference, had := a.dictionary.difference(r, len(a.brotli))
	if difference != nil {
		offered = append(offered, differenceCoding)
	}
	if a.brotli != nil {
		offered = append(offered, brotliCoding)
	}
	if a.gzip != nil {
		offered = append(offered, gzipCoding)
		h.Add("Vary", "Accept-Encoding")
	}
	body, size := a.plain, a.size
	form := coding(r.Header.Get("Accept-Encoding"), offered)
	suffix := form
	switch form {
	case differenceCoding:
		body, size = difference, len(difference)
		suffix += "-" + hex.EncodeToString(had[:8])
	case brotliCoding:
		body, size = a.brotli, len(a.brotli)
	case gzipCoding:
		body, size = a.gzip, len(a.gzip)
	}
	tag := `"` + a.tag + `"`
	if form != identityCoding {
		h.Set("Content-Encoding", form)
		tag = `"` + a.tag + "-" + suffix + `"`
	}
	if a.cache != cacheNever {
		h.Set("ETag", tag)
		if matches(r.Header.Get("If-None-Match"), tag) {
			h.Del("Content-Encoding")
			w.WriteHeader(http.StatusNotModified)
			return
		}
	}
	h.Set("Content-Length", strconv.Itoa(size))
	if r.Method == http.MethodHead {
		return
	}
	if body == nil {
		a.unpack(w)
		return
	}
	_, _ = w.Write(body) //nolint:gosec // the request chooses among forms of our own file; an error has no reader
}

// unpack writes the plain form of a compressed file.
func (a *resource) unpack(w io.Writer) {
	plain, err := gzip.NewReader(bytes.NewReader(a.gzip))
	if err != nil {
		panic(http.ErrAbortHandler) // a broken build: the answer is cut short, so that the client sees the failure
	}
	if _, err := io.CopyN(w, plain, int64(a.size)); err != nil {
		panic(http.ErrAbortHandler)
	}
}
