package hosts

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/andybalholm/brotli"
	gingzip "github.com/gin-contrib/gzip"
	"github.com/gin-gonic/gin"
	"github.com/go-chi/chi/v5"
	"github.com/go-chi/chi/v5/middleware"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/internal/sqlitetest"
	"github.com/shopdesk/shopdesk/sandbox"
	"github.com/shopdesk/shopdesk/server"
	"github.com/shopdesk/shopdesk/server/store"
	"github.com/shopdesk/shopdesk/server/store/sealed"
	"github.com/shopdesk/shopdesk/web"
)

const (
	mount = "/admin/console"
	limit = 3 * time.Second // of a request, by the host
	beat  = time.Second     // of a stream
)

// hosts put a console behind what a host has in front of all its handlers. docs/operations/front.md says what they must
// leave out.
var hosts = map[string]func(console http.Handler) http.Handler{
	"chi": func(console http.Handler) http.Handler {
		r := chi.NewRouter()
		r.Use(middleware.RequestID, middleware.Recoverer, middleware.Compress(5), middleware.Timeout(limit))
		r.Handle(mount+"/*", console)
		return r
	},
	"gin": func(console http.Handler) http.Handler {
		gin.SetMode(gin.ReleaseMode)
		r := gin.New()
		r.Use(gin.Recovery(), gingzip.Gzip(gingzip.DefaultCompression,
			gingzip.WithExcludedPaths([]string{mount})), func(c *gin.Context) {
			ctx, cancel := context.WithTimeout(c.Request.Context(), limit)
			defer cancel()
			c.Request = c.Request.WithContext(ctx)
			c.Next()
		})
		r.Any(mount+"/*path", gin.WrapH(console))
		return r
	},
	"net/http": func(console http.Handler) http.Handler {
		r := http.NewServeMux()
		r.Handle(mount+api.PathLive, console)
		r.Handle(mount+"/", http.TimeoutHandler(console, limit, "too late"))
		return r
	},
}

// open serves a console through a host, over HTTP/2 or HTTP/1, and without a host at the second address. The client
// knows the host's certificate.
func open(t *testing.T, host func(http.Handler) http.Handler, two bool) (c *http.Client, through, direct string) {
	t.Helper()
	box := new(sandbox.Sandbox)
	platform := httptest.NewServer(box)
	t.Cleanup(platform.Close)
	file := filepath.Join(t.TempDir(), "keys")
	if err := sealed.Create(file); err != nil {
		t.Fatal(err)
	}
	keys, err := sealed.Load(file)
	if err != nil {
		t.Fatal(err)
	}
	var handler http.Handler
	site := httptest.NewUnstartedServer(
		http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { handler.ServeHTTP(w, r) }))
	if site.EnableHTTP2 = two; two {
		site.StartTLS()
	} else {
		site.Start()
	}
	t.Cleanup(site.Close)
	shop := box.Directory()[0]
	console, err := server.New(context.WithoutCancel(t.Context()), server.Options{
		PublicURL: site.URL + mount, Demo: true, Keys: keys, Store: sqlitetest.Open(t), Assets: web.Assets(), Heartbeat: beat,
		Platform: server.Platform{URL: platform.URL, ClientID: sandbox.DemoClientID, ClientSecret: sandbox.DemoClientSecret},
		Shops:    []store.Shop{{ShopID: shop.ShopID, Name: shop.Name, EnName: shop.EnName, Zone: shop.Zone}},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = console.Close() })
	handler = host(console)
	bare := httptest.NewServer(console)
	t.Cleanup(bare.Close)
	return site.Client(), site.URL + mount, bare.URL + mount
}

// get reads an answer as a browser that knows these codings does.
func get(t *testing.T, c *http.Client, address, codings string) []byte {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Accept-Encoding", codings)
	res, err := c.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	body := io.Reader(res.Body)
	switch coding := strings.Join(res.Header.Values("Content-Encoding"), ", "); coding {
	case "":
	case "br":
		body = brotli.NewReader(body)
	case "gzip":
		if body, err = gzip.NewReader(body); err != nil {
			t.Fatalf("%s: %v", address, err)
		}
	default:
		t.Fatalf("%s: coded as %s", address, coding)
	}
	plain, err := io.ReadAll(body)
	if err != nil || res.StatusCode != http.StatusOK {
		t.Fatalf("%s: %d, %v", address, res.StatusCode, err)
	}
	return plain
}

// Browsers read what the console has written, whatever a host packs, and a stream outlives the host's limit.
func TestConsoleBehindRouters(t *testing.T) {
	t.Parallel()
	for name, host := range hosts {
		for protocol, two := range map[string]bool{"HTTP/1": false, "HTTP/2": true} {
			t.Run(name+", "+protocol, func(t *testing.T) { t.Parallel(); behind(t, host, two) })
		}
	}
}

func behind(t *testing.T, host func(http.Handler) http.Handler, two bool) {
	t.Helper()
	c, through, direct := open(t, host, two)
	var err error
	if c.Jar, err = cookiejar.New(nil); err != nil {
		t.Fatal(err)
	}
	body, err := json.Marshal(api.DemoSignIn{Role: api.RoleOwner})
	if err != nil {
		t.Fatal(err)
	}
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, through+api.PathDemo, bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set(api.HeaderConsole, "1")
	res, err := c.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	_ = res.Body.Close()
	if res.StatusCode != http.StatusOK {
		t.Fatalf("signed in: %d", res.StatusCode)
	}
	page := get(t, c, through+"/", "gzip")
	files := regexp.MustCompile(`"`+mount+`(/_/[^"/]+/[^"]+)"`).FindAllSubmatch(page, -1)
	if len(files) == 0 {
		t.Error("the page names no file")
	}
	paths := []string{"/"}
	for _, file := range files {
		paths = append(paths, string(file[1]))
	}
	for _, path := range paths {
		for _, codings := range []string{"", "gzip", "br, gzip"} {
			got := get(t, c, through+path, codings)
			if want := get(t, c, direct+path, codings); !bytes.Equal(got, want) {
				t.Errorf("%s with %q: %d bytes, want %d", path, codings, len(got), len(want))
			}
		}
	}
	text := get(t, c, through+api.PathSession, "gzip")
	var session api.Session
	if err := json.Unmarshal(text, &session); err != nil || session.Operator == nil {
		t.Errorf("session: %v, %s", err, text)
	}
	stream(t, c, through+api.PathLive)
}

// stream reads a stream for longer than the host's limit.
func stream(t *testing.T, c *http.Client, address string) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Accept-Encoding", "gzip")
	began := time.Now()
	res, err := c.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	if coding := res.Header.Get("Content-Encoding"); coding != "" || res.StatusCode != http.StatusOK {
		t.Fatalf("stream: %d, coded as %q", res.StatusCode, coding)
	}
	beats := 0
	for lines := bufio.NewScanner(res.Body); beats < int(limit/beat)+2; {
		if !lines.Scan() {
			t.Fatalf("the stream ended after %v: %v", time.Since(began), lines.Err())
		}
		if lines.Text() == "event: "+string(api.LiveBeat) {
			beats++
		}
	}
}
