package page

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"slices"
	"strings"
)

// Headers of dictionary compression (RFC 9842).
const (
	headerAvailable = "Available-Dictionary"
	headerUse       = "Use-As-Dictionary"
)

// differenceCoding is Zstandard with a dictionary (RFC 9842, 5): a browser with an
// earlier form of a file makes the present form from the difference.
const differenceCoding = "dcz"

// Digest is the SHA-256 of a file's plain bytes.
type Digest = [sha256.Size]byte

// File is a file that browsers may get as the difference from an earlier form.
type File struct {
	Name   string
	Digest Digest
	Gzip   []byte // the gzip form
}

// Differences gives the differences of files.
type Differences interface {
	// Difference returns the difference from an earlier form of a file to the
	// present one, in the coding "dcz"; nil where there is none, or none soon.
	Difference(ctx context.Context, name string, had Digest) []byte
}

// dictionary tells how browsers keep a file for later differences.
type dictionary struct {
	File
	match string // addresses of the file in all releases: a URL pattern
	from  Differences
}

// difference gives the difference for a request, by the exact digest of the form
// that the browser has. The result is nil if no difference is shorter than whole.
func (d *dictionary) difference(r *http.Request, whole int) (body []byte, had Digest) {
	if d == nil || quality(r.Header.Get("Accept-Encoding"), differenceCoding) == 0 {
		return nil, had
	}
	had, ok := available(r.Header)
	if !ok {
		return nil, had
	}
	if body = d.from.Difference(r.Context(), d.Name, had); len(body) >= whole {
		return nil, had
	}
	return body, had
}

// available reads the digest of the form that a browser has: one byte sequence (RFC
// 9651, 3.3.5).
func available(h http.Header) (had Digest, ok bool) {
	values := h.Values(headerAvailable)
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

// Files lists the files for which [Config.Differences] is called, by name.
func (s *Shell) Files() []File {
	var files []File
	for _, r := range s.files {
		if r.dictionary != nil {
			files = append(files, r.dictionary.File)
		}
	}
	slices.SortFunc(files, func(a, b File) int { return cmp.Compare(a.Name, b.Name) })
	return files
}
