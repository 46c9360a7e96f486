package page_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"testing"

	"github.com/andybalholm/brotli"

	"github.com/shopdesk/shopdesk/web/page"
)

func TestBestAcceptedCodingIsSent(t *testing.T) {
	t.Parallel()
	server, s := serve(t, page.Config{Prefix: "/c"})
	program := server.URL + "/c/_/" + s.Version() + "/app.wasm"
	tests := []struct{ name, accept, want string }{
		{"a browser", "gzip, deflate, br, zstd", "br"},
		{"no brotli", "gzip, deflate", "gzip"},
		{"nothing", "", ""},
		{"identity", "identity", ""},
		{"brotli refused", "br;q=0, gzip", "gzip"},
		{"gzip preferred", "br;q=0.5, gzip;q=0.8", "gzip"},
		{"equal weights", "gzip;q=0.7,br;q=0.7", "br"},
		{"anything", "*", "br"},
		{"anything but brotli", "*, br;q=0", "gzip"},
		{"all refused", "*;q=0", ""},
		{"capitals and blanks", " GZIP ; q=1", "gzip"},
		{"a word that begins alike", "brx, gzipped", ""},
		{"a broken weight", "br;q=much", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			response, body := ask(t, "GET", program, map[string]string{"Accept-Encoding": tt.accept})
			if got := response.header.Get("Content-Encoding"); got != tt.want {
				t.Fatalf("coding %q, want %q", got, tt.want)
			}
			if response.header.Get("Vary") != "Accept-Encoding" {
				t.Error("no Vary")
			}
			if response.length != int64(len(body)) {
				t.Errorf("Content-Length %d, body %d", response.length, len(body))
			}
			var plain io.Reader = bytes.NewReader(body)
			switch tt.want {
			case "br":
				plain = brotli.NewReader(plain)
			case "gzip":
				unpacked, err := gzip.NewReader(plain)
				if err != nil {
					t.Fatal(err)
				}
				plain = unpacked
			}
			if got, err := io.ReadAll(plain); err != nil || string(got) != programText {
				t.Errorf("%q, %v", got, err)
			}
		})
	}
}

func TestKnownFormAnswersNotModified(t *testing.T) {
	t.Parallel()
	server, s := serve(t, page.Config{Prefix: "/c"})
	tags := map[string]string{}
	for _, accept := range []string{"br", "gzip", "identity"} {
		for _, path := range []string{"/", "/_/" + s.Version() + "/app.wasm", "/icon-192.png", "/sw.js"} {
			url := server.URL + "/c" + path
			first, _ := ask(t, "GET", url, map[string]string{"Accept-Encoding": accept})
			tag := first.header.Get("ETag")
			tags[path+" "+tag] = first.header.Get("Content-Encoding")
			for _, header := range []string{tag, "W/" + tag, `"x", ` + tag, "*"} {
				again, body := ask(t, "GET", url, map[string]string{"Accept-Encoding": accept, "If-None-Match": header})
				if again.status != http.StatusNotModified || len(body) != 0 || again.header.Get("ETag") != tag ||
					again.header.Get("Content-Security-Policy") == "" {
					t.Errorf("%s with %s: %d, %d bytes, %v", path, header, again.status, len(body), again.header)
				}
			}
			if again, _ := ask(t, "GET", url, map[string]string{"Accept-Encoding": accept,
				"If-None-Match": `"x"`}); again.status != 200 {
				t.Errorf("%s with another tag: %d", path, again.status)
			}
		}
	}
	// the program has three forms, page and worker have two, the picture has one
	if len(tags) != 3+2+2+1 {
		t.Errorf("forms share tags: %v", tags)
	}
}
