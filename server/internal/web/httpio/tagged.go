package httpio

import (
	"compress/gzip"
	"encoding/hex"
	"encoding/json"
	"hash/fnv"
	"net/http"
	"strconv"
	"strings"
	"sync"
)

// packFrom is the size in bytes from which an answer is worth packing.
const packFrom = 4 << 10

var packers = sync.Pool{New: func() any {
	w, _ := gzip.NewWriterLevel(nil, gzip.BestSpeed) // the level exists
	return w
}}

// WriteHashed answers v as [WriteJSON] does, with a hash of the body as its tag.
func WriteHashed(w http.ResponseWriter, r *http.Request, v any) error {
	body, err := json.Marshal(v)
	if err != nil {
		return err
	}
	sum := fnv.New128a()
	_, _ = sum.Write(body) // a hash takes everything
	return WriteTagged(w, r, `"`+hex.EncodeToString(sum.Sum(nil))+`"`, body)
}

// Unchanged answers 304 and reports true if our program has what a tag, in quotes, names. What follows a dot in the tag
// is a note, and no part of the name.
func Unchanged(w http.ResponseWriter, r *http.Request, tag string) bool {
	h := w.Header()
	h.Set("ETag", tag)
	h.Set("Vary", "Accept-Encoding, Cookie")
	name, _, _ := strings.Cut(tag, ".")
	has, _, _ := strings.Cut(strings.TrimPrefix(r.Header.Get("If-None-Match"), "W/"), ".") // a gateway that packs adds W/
	if name != has {
		return false
	}
	w.WriteHeader(http.StatusNotModified)
	return true
}

// WriteTagged answers JSON that our program may keep under a tag, unless it is [Unchanged]. Long answers are packed.
func WriteTagged(w http.ResponseWriter, r *http.Request, tag string, body []byte) error {
	if Unchanged(w, r, tag) {
		return nil
	}
	h := w.Header()
	h.Set("Content-Type", "application/json")
	if len(body) < packFrom || !takesGzip(r.Header.Get("Accept-Encoding")) {
		h.Set("Content-Length", strconv.Itoa(len(body)))
		_, _ = w.Write(body) // an error means that the client left
		return nil
	}
	h.Set("Content-Encoding", "gzip")
	packer := packers.Get().(*gzip.Writer)
	defer packers.Put(packer)
	packer.Reset(w)
	_, _ = packer.Write(body)
	_ = packer.Close()
	return nil
}

// takesGzip reports whether the client takes gzip, as all browsers do. A client
// that gives gzip a weight gets the plain form.
func takesGzip(accept string) bool {
	for item := range strings.SplitSeq(accept, ",") {
		if strings.EqualFold(strings.TrimSpace(item), "gzip") {
			return true
		}
	}
	return false
}
