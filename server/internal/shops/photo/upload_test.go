package photo_test

import (
	"bytes"
	"net/http"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform/rules"
	"github.com/shopdesk/shopdesk/server/internal/servertest"
)

func TestUploadAcceptsOnlyValidPhotos(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	heavy := func(n int) []byte { b := pngOf(t, 1000, 1000); return append(b, make([]byte, n-len(b))...) }
	for _, test := range []struct {
		name   string
		role   api.Role
		shop   string
		kind   string
		body   []byte
		status int
		code   string
	}{
		{"png", api.RoleManager, "100001", "image/png", pngOf(t, 901, 901), 200, ""},
		{"jpeg", api.RoleOwner, "100003", "image/jpeg", jpegOf(t, 1600, 1280), 200, ""},
		{"webp", api.RoleManager, "100001", "image/webp", webpOf(1200, 960), 200, ""},
		{"just light enough", api.RoleManager, "100001", "image/png", heavy(4_999_999), 200, ""},

		{"900 wide", api.RoleManager, "100001", "image/png", pngOf(t, 900, 1000), 422, rules.CodePictureSmall},
		{"900 high", api.RoleManager, "100001", "image/jpeg", jpegOf(t, 1000, 900), 422, rules.CodePictureSmall},
		{"5 MB", api.RoleManager, "100001", "image/png", heavy(5_000_000), 422, rules.CodePictureHeavy},
		{"lying", api.RoleManager, "100001", "image/jpeg", pngOf(t, 1000, 1000), 422, rules.CodePictureType},
		{"no type", api.RoleManager, "100001", "", pngOf(t, 1000, 1000), 422, rules.CodePictureType},
		{"gif", api.RoleManager, "100001", "image/gif", []byte("GIF89a\xe8\x03\xe8\x03\x00\x00\x00;"), 422,
			rules.CodePictureType},
		{"page", api.RoleManager, "100001", "image/png", []byte("<!doctype html><script>"), 422, rules.CodePictureType},
		{"svg", api.RoleManager, "100001", "image/svg+xml", []byte(`<svg xmlns="http://www.w3.org/2000/svg"/>`), 422,
			rules.CodePictureType},
		{"a PNG's head alone", api.RoleManager, "100001", "image/png", []byte("\x89PNG\r\n\x1a\n...."), 422,
			rules.CodePictureType},
		{"empty", api.RoleManager, "100001", "image/png", nil, 422, rules.CodePictureType},
		{"bomb", api.RoleManager, "100001", "image/png", claiming(t, 60_000, 60_000), 422, rules.CodePictureVast},

		{"signed out", "", "100001", "image/png", pngOf(t, 901, 901), 401, string(api.CodeSignedOut)},
		{"staff", api.RoleStaff, "100001", "image/png", pngOf(t, 901, 901), 403, string(api.CodeForbidden)},
		{"another's shop", api.RoleManager, "100003", "image/png", pngOf(t, 901, 901), 404, string(api.CodeNotFound)},
		{"nobody's shop", api.RoleOwner, "999999", "image/png", pngOf(t, 901, 901), 404, string(api.CodeNotFound)},
		{"no shop", api.RoleManager, "", "image/png", pngOf(t, 901, 901), 404, string(api.CodeNotFound)},
		{"no number", api.RoleManager, "1e5", "image/png", pngOf(t, 901, 901), 404, string(api.CodeNotFound)},
	} {
		r := f.upload(test.role, test.shop, test.kind, test.body)
		if r.status != test.status || r.code() != test.code {
			t.Errorf("%s: %d %s, want %d %s", test.name, r.status, r.body, test.status, test.code)
			continue
		}
		if test.status != http.StatusOK {
			continue
		}
		kept := bytes.TrimRight(test.body, "\x00") // bytes that trail a photo are removed
		if test.kind == "image/webp" {
			kept = test.body
		}
		if got := f.get(r.photo.URL); got.status != http.StatusOK || !bytes.Equal(got.body, kept) ||
			got.header.Get("Content-Type") != test.kind || r.photo.Bytes != int64(len(kept)) {
			t.Errorf("%s: served %d, %d bytes of %s", test.name, got.status, len(got.body), got.header.Get("Content-Type"))
		}
	}
}

// A photo is never unpacked: a photo of sixty thousand pixels a side would take gigabytes.
func TestBombIsNotUnpacked(t *testing.T) {
	t.Parallel()
	bomb := claiming(t, 8000, 8000) // just within the bound
	f := newFixture(t)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if r := f.upload(api.RoleManager, "100001", "image/png", bomb); r.status != http.StatusOK {
		t.Fatalf("%d %s", r.status, r.body)
	}
	runtime.ReadMemStats(&after)
	if grown := after.TotalAlloc - before.TotalAlloc; grown > 200<<20 {
		t.Errorf("%d MB were used", grown>>20)
	}
}

func TestUploadsPerDayAreBounded(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	body := pngOf(t, 901, 901)
	for i := range 40 {
		if r := f.upload(api.RoleManager, "100001", "image/png", body); r.status != http.StatusOK {
			t.Fatalf("picture %d: %d %s", i, r.status, r.body)
		}
	}
	r := f.upload(api.RoleManager, "100001", "image/png", body)
	if r.status != http.StatusTooManyRequests || r.error.Code != api.CodeSlowDown || r.error.RetryAfter == 0 {
		t.Errorf("%d %s", r.status, r.body)
	}
	if r := f.upload(api.RoleManager, "100002", "image/png", body); r.status != http.StatusOK {
		t.Errorf("another shop: %d %s", r.status, r.body)
	}
}

func TestPhotoIsServedImmutable(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	address := f.good()
	if !regexp.MustCompile(`^http://127\.0\.0\.1:\d+/admin/console/photos/[a-z2-7]{26}\.png$`).MatchString(address) {
		t.Errorf("address %s", address)
	}
	got := f.get(address)
	for name, want := range map[string]string{
		"Cache-Control": "public, max-age=31536000, immutable", "X-Content-Type-Options": "nosniff",
		"Content-Type":                 "image/png",
		"Content-Security-Policy":      "default-src 'none'; sandbox; frame-ancestors 'none'",
		"Cross-Origin-Resource-Policy": "cross-origin", "Accept-Ranges": "bytes", "Set-Cookie": "",
	} {
		if got.header.Get(name) != want {
			t.Errorf("%s: %q, want %q", name, got.header.Get(name), want)
		}
	}
	head := servertest.Must(http.NewRequestWithContext(t.Context(), http.MethodHead, address, nil))(t)
	if r := f.do(head); r.status != http.StatusOK || len(r.body) != 0 || r.header.Get("Content-Length") == "" {
		t.Errorf("HEAD: %d", r.status)
	}
	part := servertest.Must(http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil))(t)
	part.Header.Set("Range", "bytes=1-3")
	if r := f.do(part); r.status != http.StatusPartialContent || string(r.body) != "PNG" {
		t.Errorf("a range: %d %q", r.status, r.body)
	}
	again := servertest.Must(http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil))(t)
	again.Header.Set("If-None-Match", got.header.Get("ETag"))
	if r := f.do(again); r.status != http.StatusNotModified {
		t.Errorf("again: %d", r.status)
	}
	dir := address[:strings.LastIndex(address, "/")+1]
	for _, name := range []string{
		strings.Repeat("a", 26) + ".png", "x.png", strings.TrimSuffix(address[len(dir):], ".png") + ".jpg",
		"..%2f..%2fkeys", "%00.png",
	} {
		if r := f.get(dir + name); r.status != http.StatusNotFound || r.header.Get("Cache-Control") != "no-store" {
			t.Errorf("%s: %d, %s", name, r.status, r.header.Get("Cache-Control"))
		}
	}
}
