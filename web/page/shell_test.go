package page_test

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/andybalholm/brotli"
	"github.com/google/go-cmp/cmp"

	"github.com/shopdesk/shopdesk/internal/markup"
	"github.com/shopdesk/shopdesk/web/asset"
	"github.com/shopdesk/shopdesk/web/page"
)

const programText = "the program, the program, the program"

// built is a folder as the build writes it, with more files if given.
func built(t *testing.T, more ...string) fstest.MapFS {
	t.Helper()
	folder := fstest.MapFS{}
	var index asset.Index
	for _, name := range slices.Concat(asset.Required, more) {
		body, mediaType := []byte("content of "+name), "text/plain; charset=utf-8"
		switch name {
		case asset.Program, asset.Gallery:
			body, mediaType = []byte(programText), "application/wasm"
		case asset.Worker:
			body, mediaType = []byte("worker();\n"), "text/javascript; charset=utf-8"
		}
		sum := sha256.Sum256(body)
		f := asset.File{Name: name, Type: mediaType, Size: len(body), Hash: hex.EncodeToString(sum[:])}
		if strings.HasSuffix(name, ".png") {
			f.Type = "image/png"
			folder[name] = &fstest.MapFile{Data: body}
		} else {
			br, gz := pack(t, body)
			f.Brotli, f.Gzip = len(br), len(gz)
			folder[name+".br"] = &fstest.MapFile{Data: br}
			folder[name+".gz"] = &fstest.MapFile{Data: gz}
		}
		index.Files = append(index.Files, f)
	}
	folder[asset.Map(asset.Program)+".gz"] = &fstest.MapFile{Data: []byte("names and lines")}
	list, err := json.Marshal(index)
	if err != nil {
		t.Fatal(err)
	}
	folder[asset.IndexName] = &fstest.MapFile{Data: list}
	return folder
}

func pack(t *testing.T, body []byte) (br, gz []byte) {
	t.Helper()
	var small, zipped bytes.Buffer
	b, z := brotli.NewWriter(&small), gzip.NewWriter(&zipped)
	for _, w := range []io.WriteCloser{b, z} {
		if _, err := w.Write(body); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
	}
	return small.Bytes(), zipped.Bytes()
}

// serve starts a server with the [page.Shell] at every path.
func serve(t *testing.T, c page.Config) (*httptest.Server, *page.Shell) {
	t.Helper()
	if c.Assets == nil {
		c.Assets = built(t)
	}
	s, err := page.New(c)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	return server, s
}

// answer is an answer without its body.
type answer struct {
	status int
	header http.Header
	length int64 // the value of Content-Length
}

// ask sends a request without following redirects or unpacking the answer.
func ask(t *testing.T, method, url string, header map[string]string) (answer, []byte) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Accept-Encoding", "identity")
	for name, value := range header {
		request.Header.Set(name, value)
	}
	response, err := http.DefaultTransport.RoundTrip(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer{response.StatusCode, response.Header, response.ContentLength}, body
}

func TestEveryPathHasItsAnswerAndHeaders(t *testing.T) {
	t.Parallel()
	for _, prefix := range []string{"", "/admin/console"} {
		server, s := serve(t, page.Config{Prefix: prefix})
		files := "/_/" + s.Version() + "/"
		tests := []struct {
			name, method, path string
			status             int
			mediaType, cache   string
		}{
			{"home", "GET", "/", 200, "text/html; charset=utf-8", "no-cache"},
			{"deep link", "GET", "/shops/100001/hours?day=fri", 200, "text/html; charset=utf-8", "no-cache"},
			{"head", "HEAD", "/shops", 200, "text/html; charset=utf-8", "no-cache"},
			{"program", "GET", files + "app.wasm", 200, "application/wasm", "public, max-age=31536000, immutable"},
			{"picture", "GET", files + "icon-192.png", 200, "image/png", "public, max-age=31536000, immutable"},
			{"worker", "GET", "/sw.js", 200, "text/javascript; charset=utf-8", "no-cache"},
			{"map of the program", "GET", files + "app.wasm.map", 404, "text/html; charset=utf-8", "no-store"},
			{"map of the program, packed", "GET", files + "app.wasm.map.gz", 404, "text/html; charset=utf-8", "no-store"},
			{"worker without its version", "GET", files + "sw.js", 404, "text/html; charset=utf-8", "no-store"},
			{"manifest", "GET", "/manifest.webmanifest", 200, "application/manifest+json", "no-cache"},
			{"version", "GET", "/version.json", 200, "application/json", "no-store"},
			{"robots", "GET", "/robots.txt", 200, "text/plain; charset=utf-8", "no-cache"},
			{"icon", "GET", "/icon-512.png", 200, "image/png", "no-cache"},
			{"favicon", "GET", "/favicon.ico", 200, "image/png", "no-cache"},
			{"another version", "GET", "/_/0123456789abcdef/app.wasm", 404, "text/html; charset=utf-8", "no-store"},
			{"another file", "GET", files + "secret", 404, "text/html; charset=utf-8", "no-store"},
			{"index", "GET", files + "assets.json", 404, "text/html; charset=utf-8", "no-store"},
			{"folder", "GET", files, 404, "text/html; charset=utf-8", "no-store"},
			{"up and away", "GET", files + "../../go.mod", 404, "text/html; charset=utf-8", "no-store"},
			{"up, encoded", "GET", files + "%2e%2e%2fapp.wasm", 404, "text/html; charset=utf-8", "no-store"},
			{"the API's", "GET", "/api/session", 404, "text/html; charset=utf-8", "no-store"},
			{"sending", "POST", "/", 405, "text/plain; charset=utf-8", ""},
		}
		for _, tt := range tests {
			t.Run(prefix+" "+tt.name, func(t *testing.T) {
				t.Parallel()
				response, body := ask(t, tt.method, server.URL+prefix+tt.path, nil)
				h := response.header
				got := []any{response.status, h.Get("Content-Type"), h.Get("Cache-Control")}
				if diff := cmp.Diff([]any{tt.status, tt.mediaType, tt.cache}, got); diff != "" {
					t.Error(diff)
				}
				if tt.method != "HEAD" && response.length != int64(len(body)) {
					t.Errorf("Content-Length %d, body %d", response.length, len(body))
				}
				if tt.method == "HEAD" && response.length <= 0 {
					t.Error("no Content-Length")
				}
				checkHeaders(t, h, prefix)
			})
		}
	}
}

// hash is the policy's name of a text within the page.
func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// The policy lets no other text within the page through: what the build made stands there to the byte.
func TestPageHasItsFirstLooksWithin(t *testing.T) {
	t.Parallel()
	server, _ := serve(t, page.Config{Prefix: "/c"})
	_, body := ask(t, "GET", server.URL+"/c/shops", nil)
	for element, want := range map[string]string{
		"<style": "<style>content of frame.css</style>", "<script data": `<script data-mount="/c" data-rest="">content of early.js</script>`,
	} {
		if !bytes.Contains(body, []byte(want)) || bytes.Count(body, []byte(element)) != 1 {
			t.Errorf("not %s alone in\n%s", want, body)
		}
	}
}

// A browser that translated the page, as some do by themselves, took away texts of which the program has others follow,
// and so ended it. An iPad makes links of numbers and times.
func TestBrowsersLeaveTheTextsAlone(t *testing.T) {
	t.Parallel()
	server, _ := serve(t, page.Config{})
	_, body := ask(t, "GET", server.URL+"/", nil)
	markup.Holds(t, string(body), []string{`<html lang="en" dir="ltr" translate="no">`, `name="format-detection"`}, nil)
}

func checkHeaders(t *testing.T, h http.Header, prefix string) {
	t.Helper()
	want := map[string]string{
		"Content-Security-Policy": "default-src 'none'; script-src 'self' 'wasm-unsafe-eval' " + hash("content of early.js") +
			"; style-src 'self' " + hash("content of frame.css") + "; img-src 'self' blob:; connect-src 'self'; " +
			"manifest-src 'self'; worker-src 'self'; font-src 'self'; form-action 'none'; base-uri 'none'; object-src " +
			"'none'; frame-ancestors 'none'; " +
			"require-trusted-types-for 'script'; trusted-types shopdesk; report-uri " + prefix + "/api/csp",
		"Cross-Origin-Opener-Policy":   "same-origin",
		"Cross-Origin-Resource-Policy": "same-origin",
		"Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=(), " +
			"publickey-credentials-get=(self), publickey-credentials-create=(self)",
		"Referrer-Policy":        "no-referrer",
		"X-Content-Type-Options": "nosniff",
		"X-Frame-Options":        "DENY",
		"X-Robots-Tag":           "noindex",
	}
	got := map[string]string{}
	for name := range want {
		got[name] = h.Get(name)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if h.Get("Set-Cookie") != "" {
		t.Error("sets a cookie")
	}
}

func TestPathsOutsideThePrefixAreNotFound(t *testing.T) {
	t.Parallel()
	server, _ := serve(t, page.Config{Prefix: "/admin/console"})
	for path, want := range map[string]int{"/": 404, "/admin": 404, "/admin/consolette/": 404, "/sw.js": 404} {
		if response, _ := ask(t, "GET", server.URL+path, nil); response.status != want {
			t.Errorf("%s: %d, want %d", path, response.status, want)
		}
	}
	response, _ := ask(t, "GET", server.URL+"/admin/console?from=mail", nil)
	if got := response.header.Get("Location"); response.status != http.StatusPermanentRedirect ||
		got != "/admin/console/?from=mail" {
		t.Errorf("without the slash: %d to %q", response.status, got)
	}
}

func TestPageIsEqualForEverybody(t *testing.T) {
	t.Parallel()
	server, s := serve(t, page.Config{Prefix: "/c"})
	_, want := ask(t, "GET", server.URL+"/c/", nil)
	for _, path := range []string{"/c/shops/1", `/c/"><script>x</script>`, "/c/setup?token=1", "/c/a.php"} {
		_, got := ask(t, "GET", server.URL+strings.ReplaceAll(path, " ", "%20"),
			map[string]string{"Cookie": "__Host-id=1", "Accept-Language": "ar", "Host": "evil.example"})
		if !bytes.Equal(want, got) {
			t.Errorf("%s: another page", path)
		}
	}
	whole := markup.Parse(t, string(want))
	for _, selector := range []string{
		`link[rel=preload][as=fetch][type="application/wasm"][crossorigin][href="/c/_/` + s.Version() + `/app.wasm"]`,
		`[data-mount="/c"]`, `[data-version="` + s.Version() + `"]`, `div.desk[id=boot]`, `noscript`,
	} {
		if !whole.Has(selector) {
			t.Errorf("the page lacks %s", selector)
		}
	}
	for _, selector := range []string{"[style]", "[onload]"} {
		if whole.Has(selector) {
			t.Errorf("the page has %s", selector)
		}
	}
	for _, part := range []string{"http:", "https:"} {
		if strings.Contains(string(want), part) {
			t.Errorf("the page has %s", part)
		}
	}
}

func TestVersionChangesWithThePageAndItsFiles(t *testing.T) {
	t.Parallel()
	version := func(c page.Config) string {
		_, s := serve(t, c)
		return s.Version()
	}
	plain := version(page.Config{})
	if again := version(page.Config{}); again != plain {
		t.Errorf("%s, then %s", plain, again)
	}
	other := built(t)
	other[asset.IndexName].Data = bytes.Replace(other[asset.IndexName].Data, []byte(`"hash":"`), []byte(`"hash":"f`), 1)
	for name, c := range map[string]page.Config{
		"files": {Assets: other}, "headers": {ImageHosts: []string{"https://img.example"}},
		"prefix": {Prefix: "/c"}, "gallery": {Gallery: true, Assets: built(t, asset.Gallery)},
	} {
		if version(c) == plain {
			t.Errorf("other %s, same version", name)
		}
	}
}

func TestManifestHasLanguageNameAndIcons(t *testing.T) {
	t.Parallel()
	server, _ := serve(t, page.Config{Prefix: "/admin/console"})
	for lang, want := range map[string][]string{"": {"en", "ltr", "Orders"}, ".en": {"en", "ltr", "Orders"},
		".ar": {"ar", "rtl", "الطلبات"}, ".zh-Hant": {"zh-Hant", "ltr", "訂單"}, ".pt": {"pt", "ltr", "Pedidos"}} {
		_, body := ask(t, "GET", server.URL+"/admin/console/manifest"+lang+".webmanifest", nil)
		var m struct {
			Lang, Dir string
			Shortcuts []struct{ Name string }
		}
		if err := json.Unmarshal(body, &m); err != nil || len(m.Shortcuts) != 2 ||
			!slices.Equal(want, []string{m.Lang, m.Dir, m.Shortcuts[0].Name}) {
			t.Errorf("%q: %+v, %v", lang, m, err)
		}
	}
	_, body := ask(t, "GET", server.URL+"/admin/console/manifest.webmanifest", nil)
	var m struct {
		ID, Name, Scope, Display string
		StartURL                 string `json:"start_url"`
		Icons                    []struct{ Src, Sizes, Purpose string }
		Share                    struct {
			Action, Method, Enctype string
			Params                  struct{ Files []struct{ Name string } }
		} `json:"share_target"`
	}
	if err := json.Unmarshal(body, &m); err != nil {
		t.Fatal(err)
	}
	at := "/admin/console/"
	if diff := cmp.Diff([]string{at, at, at, "standalone", "Shopdesk"},
		[]string{m.ID, m.Scope, m.StartURL, m.Display, m.Name}); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{at + "share", "POST", "multipart/form-data"},
		[]string{m.Share.Action, m.Share.Method, m.Share.Enctype}); diff != "" {
		t.Error(diff)
	}
	if len(m.Share.Params.Files) != 1 || m.Share.Params.Files[0].Name != "photo" {
		t.Errorf("shared files: %+v", m.Share.Params.Files)
	}
	purposes := ""
	for _, icon := range m.Icons {
		purposes += icon.Sizes + " " + icon.Purpose + ";"
		if response, _ := ask(t, "GET", server.URL+icon.Src, nil); response.status != 200 {
			t.Errorf("%s: %d", icon.Src, response.status)
		}
	}
	if diff := cmp.Diff("192x192 ;512x512 ;512x512 maskable;any ;", purposes); diff != "" {
		t.Error(diff)
	}
}

func TestWorkerKnowsVersionAndFiles(t *testing.T) {
	t.Parallel()
	server, s := serve(t, page.Config{Prefix: "/c"})
	_, body := ask(t, "GET", server.URL+"/c/sw.js", nil)
	at := "_/" + s.Version() + "/"
	want := `const VERSION = "` + s.Version() + `", FILES = ["` + at + `app.wasm","` + at + `wasm_exec.js","` + at +
		`boot.js","` + at +
		`console.css","` + at + `world.svg"], WORDS = ["` + at + `words.en.txt"];` + "\nworker();\n"
	if diff := cmp.Diff(want, string(body)); diff != "" {
		t.Error(diff)
	}
}

// A program in two files is named with both, and the worker keeps both. The gallery is in one.
func TestProgramMayBeInTwoFiles(t *testing.T) {
	t.Parallel()
	for _, gallery := range []bool{false, true} {
		server, s := serve(t, page.Config{Prefix: "/c", Assets: built(t, asset.Rest, asset.Gallery), Gallery: gallery})
		rest := "_/" + s.Version() + "/" + asset.Rest
		want := ` data-rest="/c/` + rest + `"`
		if gallery {
			want = ` data-rest=""`
		}
		if _, body := ask(t, "GET", server.URL+"/c/", nil); !strings.Contains(string(body), want) {
			t.Errorf("with gallery %v the page lacks%s:\n%s", gallery, want, body)
		}
		if _, body := ask(t, "GET", server.URL+"/c/sw.js", nil); strings.Contains(string(body), rest) == gallery {
			t.Errorf("with gallery %v the worker keeps %s", gallery, body)
		}
	}
}

// All addresses have the one page. A console with the gallery runs the program with
// the gallery, which a release build lacks.
func TestGalleryRunsTheProgramWithTheGallery(t *testing.T) {
	t.Parallel()
	if _, err := page.New(page.Config{Assets: built(t), Gallery: true}); err == nil ||
		!strings.Contains(err.Error(), "no gallery") {
		t.Errorf("a build without the gallery: %v", err)
	}
	for _, tt := range []struct {
		gallery bool
		program string
	}{{false, asset.Program}, {true, asset.Gallery}} {
		server, _ := serve(t, page.Config{Prefix: "/c", Assets: built(t, asset.Gallery), Gallery: tt.gallery})
		for _, path := range []string{"/c/", "/c/shops/1/hours", "/c/settings", "/c/gallery/all/dark", "/c/nowhere"} {
			_, body := ask(t, "GET", server.URL+path, nil)
			if n := strings.Count(string(body), "/"+tt.program+`"`); n != 2 { // once in the preload and once in the boot script
				t.Errorf("%s names %s %d times:\n%s", path, tt.program, n, body)
			}
			if styled := strings.Contains(string(body), "/"+asset.GalleryStyles+`"`); styled != tt.gallery {
				t.Errorf("%s has the gallery's styles: %v", path, styled)
			}
		}
		if _, body := ask(t, "GET", server.URL+"/c/sw.js", nil); !strings.Contains(string(body), "/"+tt.program+`",`) {
			t.Errorf("the worker doesn't keep %s", tt.program)
		}
	}
}

func TestPolicyNamesAncestorsAndImageHosts(t *testing.T) {
	t.Parallel()
	server, _ := serve(t, page.Config{
		FrameAncestors: []string{"'self'", "https://portal.example"},
		ImageHosts:     []string{"https://*.img.example", "http://127.0.0.1:8081"},
	})
	response, _ := ask(t, "GET", server.URL+"/", nil)
	policy := response.header.Get("Content-Security-Policy")
	for _, part := range []string{"; frame-ancestors 'self' https://portal.example;",
		"; img-src 'self' blob: https://*.img.example http://127.0.0.1:8081;"} {
		if !strings.Contains(policy, part) {
			t.Errorf("%q isn't in %s", part, policy)
		}
	}
	if got := response.header.Get("X-Frame-Options"); got != "" {
		t.Errorf("X-Frame-Options: %s", got)
	}
}

func TestBadConfigIsRefused(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		in   page.Config
		want string
	}{
		{"slash at the end", page.Config{Prefix: "/console/"}, "prefix"},
		{"no slash", page.Config{Prefix: "console"}, "prefix"},
		{"up", page.Config{Prefix: "/a/../b"}, "prefix"},
		{"markup in the prefix", page.Config{Prefix: `/a"b`}, "prefix"},
		{"directive in the prefix", page.Config{Prefix: "/a;b"}, "prefix"},
		{"ancestor with a path", page.Config{FrameAncestors: []string{"https://a.example/x"}}, "frame ancestor"},
		{"ancestor star", page.Config{FrameAncestors: []string{"*"}}, "frame ancestor"},
		{"ancestor that goes on", page.Config{FrameAncestors: []string{"https://a.example; script-src *"}}, "frame ancestor"},
		{"image host that goes on", page.Config{ImageHosts: []string{"https://a.example 'unsafe-inline'"}}, "image host"},
		{"image host scheme", page.Config{ImageHosts: []string{"data:"}}, "image host"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			tt.in.Assets = built(t)
			_, err := page.New(tt.in)
			if err == nil || !strings.Contains(err.Error(), "page: "+tt.want) {
				t.Errorf("got %v, want a %s", err, tt.want)
			}
		})
	}
	if _, err := page.New(page.Config{}); err == nil {
		t.Error("no assets are accepted")
	}
}

func TestFolderWithoutABuildIsRefused(t *testing.T) {
	t.Parallel()
	_, err := page.New(page.Config{Prefix: "c", Assets: fstest.MapFS{".gitkeep": {}}})
	if !errors.Is(err, asset.ErrNotBuilt) || !strings.Contains(err.Error(), "prefix") {
		t.Errorf("got %v, want both that there is no build and that the prefix is wrong", err)
	}
}

func TestBrokenBuildIsRefused(t *testing.T) {
	t.Parallel()
	for name, spoil := range map[string]func(fstest.MapFS){
		"file missing":   func(f fstest.MapFS) { delete(f, "app.wasm.br") },
		"file cut short": func(f fstest.MapFS) { f["app.wasm.gz"].Data = f["app.wasm.gz"].Data[:9] },
		"index broken":   func(f fstest.MapFS) { f[asset.IndexName].Data = []byte("{") },
		"index empty":    func(f fstest.MapFS) { f[asset.IndexName].Data = []byte("{}") },
	} {
		folder := built(t)
		spoil(folder)
		if _, err := page.New(page.Config{Assets: folder}); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}
