package page_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/shopdesk/shopdesk/web/asset"
	"github.com/shopdesk/shopdesk/web/page"
)

// kept has the difference from one earlier form of one file.
type kept struct {
	name       string
	had        page.Digest
	difference []byte
}

func (k kept) Difference(_ context.Context, name string, had page.Digest) []byte {
	if name != k.name || had != k.had {
		return nil
	}
	return k.difference
}

// names gives the value of an Available-Dictionary header.
func names(digest page.Digest) string {
	return ":" + base64.StdEncoding.EncodeToString(digest[:]) + ":"
}

func TestBrowserWithTheEarlierFormGetsTheDifference(t *testing.T) {
	t.Parallel()
	had := sha256.Sum256([]byte("the earlier program"))
	difference := []byte("difference")
	for _, prefix := range []string{"", "/admin/console"} {
		server, s := serve(t, page.Config{Prefix: prefix, Differences: kept{asset.Program, had, difference}})
		program := server.URL + prefix + "/_/" + s.Version() + "/" + asset.Program
		whole, _ := ask(t, "GET", program, map[string]string{"Accept-Encoding": "br"})
		all := "gzip, deflate, br, zstd, dcb, dcz"
		for _, tt := range []struct {
			name, method, accept, available string
			more                            map[string]string
			want                            string // coding
		}{
			{"one who has it", "GET", all, names(had), nil, "dcz"},
			{"HEAD", "HEAD", all, names(had), nil, "dcz"},
			{"a part of it", "GET", all, names(had), map[string]string{"Range": "bytes=0-3"}, "dcz"},
			{"spaces around", "GET", all, " " + names(had) + " ", nil, "dcz"},
			{"a first visit", "GET", "gzip, br", "", nil, "br"},
			{"without a dictionary", "GET", all, "", nil, "br"},
			{"another dictionary", "GET", all, names(sha256.Sum256([]byte("a stranger's"))), nil, "br"},
			{"the beginning of its digest", "GET", all, ":" + base64.StdEncoding.EncodeToString(had[:16]) + ":", nil, "br"},
			{"no byte sequence", "GET", all, strings.Trim(names(had), ":"), nil, "br"},
			{"no base64", "GET", all, ":" + strings.Repeat("%", 44) + ":", nil, "br"},
			{"two dictionaries", "GET", all, names(had) + ", " + names(had), nil, "br"},
			{"one who reads no dcz", "GET", "gzip, br, dcb", names(had), nil, "br"},
			{"one who refuses dcz", "GET", "br, dcz;q=0", names(had), nil, "br"},
			{"one who prefers brotli", "GET", "br, dcz;q=0.5", names(had), nil, "br"},
		} {
			t.Run(prefix+" "+tt.name, func(t *testing.T) {
				t.Parallel()
				header := map[string]string{"Accept-Encoding": tt.accept}
				if tt.available != "" {
					header["Available-Dictionary"] = tt.available
				}
				for name, value := range tt.more {
					header[name] = value
				}
				response, body := ask(t, tt.method, program, header)
				h := response.header
				got := []any{response.status, h.Get("Content-Encoding"), h.Get("Content-Type"), h.Get("Cache-Control"),
					h.Get("Use-As-Dictionary"), h.Values("Vary")}
				want := []any{200, tt.want, "application/wasm", "public, max-age=31536000, immutable",
					`match="` + prefix + `/_/*/app.wasm"`, []string{"Available-Dictionary", "Accept-Encoding"}}
				if diff := cmp.Diff(want, got); diff != "" {
					t.Error(diff)
				}
				if tt.want != "dcz" {
					if tag := h.Get("ETag"); tag != whole.header.Get("ETag") {
						t.Errorf("tag %s", tag)
					}
					return
				}
				if response.length != int64(len(difference)) || tt.method == "GET" && !bytes.Equal(body, difference) {
					t.Errorf("%d bytes: %q", response.length, body)
				}
				if tag := h.Get("ETag"); tag == whole.header.Get("ETag") || !strings.Contains(tag, hex.EncodeToString(had[:8])) {
					t.Errorf("tag %s", tag)
				}
				checkHeaders(t, h, prefix)
			})
		}
	}
}

// Dictionaries are the files that are equal for everybody and whose address changes
// with every release.
func TestOnlyVersionedFilesAreDictionaries(t *testing.T) {
	t.Parallel()
	server, s := serve(t, page.Config{Prefix: "/c", Differences: kept{}})
	var files []string
	for _, f := range s.Files() {
		files = append(files, f.Name)
	}
	want := []string{asset.Program, asset.Boot, asset.Styles, asset.Runtime, asset.Words("en"), asset.World}
	slices.Sort(want)
	if diff := cmp.Diff(want, files); diff != "" {
		t.Error(diff)
	}
	for _, path := range []string{"/", "/sw.js", "/version.json", "/manifest.webmanifest", "/icon.svg",
		"/_/" + s.Version() + "/icon-192.png", "/_/none/app.wasm"} {
		if response, _ := ask(t, "GET", server.URL+"/c"+path, nil); response.header.Get("Use-As-Dictionary") != "" {
			t.Errorf("%s is a dictionary", path)
		}
	}
}

func TestLongDifferenceIsNotSent(t *testing.T) {
	t.Parallel()
	had := sha256.Sum256(nil)
	server, s := serve(t, page.Config{Differences: kept{asset.Program, had, make([]byte, 1000)}})
	response, _ := ask(t, "GET", server.URL+"/_/"+s.Version()+"/app.wasm",
		map[string]string{"Accept-Encoding": "br, dcz", "Available-Dictionary": names(had)})
	if got := response.header.Get("Content-Encoding"); got != "br" {
		t.Errorf("sent as %q", got)
	}
}

func TestWithoutDifferencesNoFileIsADictionary(t *testing.T) {
	t.Parallel()
	server, s := serve(t, page.Config{})
	response, _ := ask(t, "GET", server.URL+"/_/"+s.Version()+"/app.wasm",
		map[string]string{"Accept-Encoding": "br, dcz", "Available-Dictionary": names(page.Digest{})})
	h := response.header
	if got := []any{h.Get("Content-Encoding"), h.Get("Use-As-Dictionary"), h.Values("Vary")}; !cmp.Equal(got,
		[]any{"br", "", []string{"Accept-Encoding"}}) {
		t.Error(got)
	}
	if files := s.Files(); files != nil {
		t.Errorf("%d files are kept", len(files))
	}
}
