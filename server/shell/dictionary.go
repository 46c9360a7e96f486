package shell

import (
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strings"
	"sync"
)

// Headers of dictionary compression (RFC 9842).
const (
	headerDictionary = "Available-Dictionary"
	headerOffered    = "Use-As-Dictionary"
)

// differenceCoding is Zstandard with a dictionary (RFC 9842, 5): what a browser that has an earlier form of a file needs
// to make the present one.
const differenceCoding = "dcz"

// Digest is the SHA-256 of a file's plain bytes.
type Digest = [sha256.Size]byte

// File is a file of which browsers may get the difference from an earlier form.
type File struct {
	Name   string
	Digest Digest
	Size   int    // bytes of the plain form
	Gzip   []byte // the gzip form
}

// differences are the forms of one file for browsers that have an earlier one. A nil *differences has none.
type differences struct {
	match  string // addresses of the file in all releases: a URL pattern
	digest Digest // of the present form

	mu  sync.RWMutex
	all map[Digest][]byte // by the earlier form
}

// to is the difference for a request, by the exact digest of what its browser has; nil without one.
func (d *differences) to(r *http.Request) (body []byte, had Digest) {
	if d == nil {
		return nil, had
	}
	had, ok := availableDictionary(r.Header)
	if !ok {
		return nil, had
	}
	d.mu.RLock()
	defer d.mu.RUnlock()
	return d.all[had], had
}

// availableDictionary reads what a browser has: a byte sequence of RFC 9651.
func availableDictionary(h http.Header) (had Digest, ok bool) {
	values := h.Values(headerDictionary)
	if len(values) != 1 {
		return had, false
	}
	text, begins := strings.CutPrefix(strings.TrimSpace(values[0]), ":")
	text, ends := strings.CutSuffix(text, ":")
	digest, err := base64.StdEncoding.DecodeString(text)
	if !begins || !ends || err != nil || len(digest) != len(had) {
		return had, false
	}
	return Digest(digest), true
}

// Files are the files that [Shell.Offer] takes differences of; none unless [Config.Differences] is set.
func (s *Shell) Files() []File {
	var files []File
	for path, r := range s.files {
		if r.differences == nil {
			continue
		}
		name := path[strings.LastIndexByte(path, '/')+1:]
		files = append(files, File{Name: name, Digest: r.differences.digest, Size: r.size, Gzip: r.gzip})
	}
	return files
}

// Offer has browsers that have an earlier form of a file get the difference, in the form of RFC 9842, 5. One that isn't
// smaller than the file is ignored.
func (s *Shell) Offer(name string, had Digest, body []byte) {
	r := s.files["/"+filesAt(s.version)+name]
	if r == nil || r.differences == nil || len(body) >= len(r.brotli) {
		return
	}
	d := r.differences
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.all == nil {
		d.all = map[Digest][]byte{}
	}
	d.all[had] = body
}
