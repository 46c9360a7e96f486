package e2e

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"net/http"
	"path"
	"slices"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/andybalholm/brotli"

	"github.com/shopdesk/shopdesk/server"
	"github.com/shopdesk/shopdesk/web"
	"github.com/shopdesk/shopdesk/web/asset"
)

// A browser that ran one release gets the next one as differences: its page through the service worker, and the worker
// itself. The new program runs.
func TestUpdateIsADifference(t *testing.T) {
	t.Parallel()
	folder, earlier := earlierRelease(t)
	var embedded fs.FS
	d := start(t, func(o *server.Options) {
		embedded = o.Assets
		o.Assets = folder
	})
	b := newWorkerTab(t)
	d.entered(b, "manager")
	b.until(`navigator.serviceWorker.ready.then(() => !!navigator.serviceWorker.controller)`, "the worker to take over")
	b.open("about:blank")

	d.release(func(o *server.Options) { o.Assets = embedded })
	version := d.version()
	updated := []string{asset.Program, asset.Rest, asset.Boot, asset.Styles, asset.Runtime, asset.Words("en")}
	present, err := asset.Read(web.Assets())
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range updated {
		// The page asks with the earlier form, and the worker after it with the one that the page has got.
		for _, had := range []asset.Index{earlier, present} {
			eventually(t, func() error { return d.hasDifference(version, name, had) })
		}
	}

	var mu sync.Mutex
	codings := map[string][]string{} // of the new release's files
	hear := func(r *http.Request, h http.Header) {
		mu.Lock()
		defer mu.Unlock()
		if folder, name := path.Split(r.URL.Path); folder == "/_/"+version+"/" && h.Get("Use-As-Dictionary") != "" {
			codings[name] = append(codings[name], h.Get("Content-Encoding"))
		}
	}
	d.answered.Store(&hear)
	b.open(d.URL + "/")
	b.inside()
	b.until(fmt.Sprintf(`caches.has("shopdesk:/:%s").then(has => has && caches.match("/", {cacheName: "shopdesk:/:%[1]s"})).then(Boolean)`, version),
		"the new release's worker to have all files")
	mu.Lock()
	defer mu.Unlock()
	for _, name := range updated {
		if got := codings[name]; len(got) == 0 || slices.ContainsFunc(got, func(coding string) bool {
			return coding != "dcz"
		}) {
			t.Errorf("%s was sent as %q", name, got)
		}
	}
}

// earlierRelease is the build with another program: one with a custom section, which browsers pass over.
func earlierRelease(t *testing.T) (fs.FS, asset.Index) {
	t.Helper()
	index, err := asset.Read(web.Assets())
	if err != nil {
		t.Fatal(err)
	}
	folder := fstest.MapFS{}
	names, err := fs.Glob(web.Assets(), "*")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		body, err := fs.ReadFile(web.Assets(), name)
		if err != nil {
			t.Fatal(err)
		}
		folder[name] = &fstest.MapFile{Data: body}
	}
	packed, err := gzip.NewReader(bytes.NewReader(folder[asset.Program+".gz"].Data))
	if err != nil {
		t.Fatal(err)
	}
	program, err := io.ReadAll(packed)
	if err != nil {
		t.Fatal(err)
	}
	program = append(program, "\x00\x08\x07earlier"...) // a section of 8 bytes, of which 7 are its name
	digest := sha256.Sum256(program)
	var br, gz bytes.Buffer
	for _, w := range []io.WriteCloser{brotli.NewWriterLevel(&br, brotli.BestSpeed), gzip.NewWriter(&gz)} {
		if _, err := w.Write(program); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
	}
	at := slices.IndexFunc(index.Files, func(f asset.File) bool { return f.Name == asset.Program })
	index.Files[at] = asset.File{
		Name: asset.Program, Type: index.Files[at].Type, Size: len(program),
		Brotli: br.Len(), Gzip: gz.Len(), Hash: hex.EncodeToString(digest[:]),
	}
	list, err := json.Marshal(index)
	if err != nil {
		t.Fatal(err)
	}
	maps.Copy(folder, fstest.MapFS{
		asset.Program + ".br": {Data: br.Bytes()}, asset.Program + ".gz": {Data: gz.Bytes()}, asset.IndexName: {Data: list},
	})
	return folder, index
}

// version is that of the console's files.
func (d *desk) version() string {
	d.t.Helper()
	answer, err := http.Get(d.URL + "/version.json")
	if err != nil {
		d.t.Fatal(err)
	}
	defer answer.Body.Close()
	var is struct{ Version string }
	if err := json.NewDecoder(answer.Body).Decode(&is); err != nil {
		d.t.Fatal(err)
	}
	return is.Version
}

// hasDifference tells whether a file is sent as the difference from its form in a release.
func (d *desk) hasDifference(version, name string, release asset.Index) error {
	file, _ := release.File(name)
	had, err := hex.DecodeString(file.Hash)
	if err != nil {
		return err
	}
	r, err := http.NewRequest(http.MethodHead, d.URL+"/_/"+version+"/"+name, nil)
	if err != nil {
		return err
	}
	r.Header.Set("Accept-Encoding", "br, dcz")
	r.Header.Set("Available-Dictionary", ":"+base64.StdEncoding.EncodeToString(had)+":")
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return err
	}
	_ = answer.Body.Close()
	if coding := answer.Header.Get("Content-Encoding"); coding != "dcz" {
		return fmt.Errorf("%s is sent as %q", name, coding)
	}
	return nil
}
