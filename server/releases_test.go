package server_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/klauspost/compress/zstd"

	"github.com/shopdesk/shopdesk/internal/postgrestest"
	"github.com/shopdesk/shopdesk/internal/sqlitetest"
	"github.com/shopdesk/shopdesk/internal/sqlstore"
	"github.com/shopdesk/shopdesk/server"
	"github.com/shopdesk/shopdesk/web/asset"
)

// releaseOf is a build whose program is the given text.
func releaseOf(t testing.TB, program string) fs.FS {
	t.Helper()
	folder := fstest.MapFS{}
	var index asset.Index
	for _, name := range asset.Required {
		body := name
		if name == asset.Program {
			body = program
		}
		digest := sha256.Sum256([]byte(body))
		f := asset.File{Name: name, Type: "text/plain", Size: len(body), Hash: hex.EncodeToString(digest[:])}
		if strings.HasSuffix(name, ".png") {
			folder[name] = &fstest.MapFile{Data: []byte(body)}
		} else {
			packed := gzipped(t, body)
			f.Gzip, f.Brotli = len(packed), 1000 // no test reads brotli
			folder[name+".gz"], folder[name+".br"] = &fstest.MapFile{Data: packed},
				&fstest.MapFile{Data: make([]byte, 1000)}
		}
		index.Files = append(index.Files, f)
	}
	list, err := json.Marshal(index)
	if err != nil {
		t.Fatal(err)
	}
	folder[asset.IndexName] = &fstest.MapFile{Data: list}
	return folder
}

// gzips has the packed form of each body.
var gzips sync.Map

// gzipped packs a body once: the packer's memory is far larger than the bodies of these releases.
func gzipped(t testing.TB, body string) []byte {
	t.Helper()
	if made, ok := gzips.Load(body); ok {
		return made.([]byte)
	}
	var text bytes.Buffer
	w := gzip.NewWriter(&text)
	_, err := io.WriteString(w, body)
	if err := errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	gzips.Store(body, text.Bytes())
	return text.Bytes()
}

// program requests the console's program like a browser that has an earlier one.
func (b *bench) program(had string) (coding string, body []byte) {
	b.t.Helper()
	var is struct{ Version string }
	if _, text := b.do(b.browser(), http.MethodGet, "/version.json", nil, nil); json.Unmarshal([]byte(text), &is) != nil {
		b.t.Fatal(text)
	}
	r, err := http.NewRequestWithContext(b.t.Context(), http.MethodGet,
		b.web.URL+mount+"/_/"+is.Version+"/"+asset.Program, nil)
	if err != nil {
		b.t.Fatal(err)
	}
	digest := sha256.Sum256([]byte(had))
	r.Header.Set("Accept-Encoding", "br, dcz")
	r.Header.Set("Available-Dictionary", ":"+base64.StdEncoding.EncodeToString(digest[:])+":")
	answer, err := b.browser().Do(r)
	if err != nil {
		b.t.Fatal(err)
	}
	defer answer.Body.Close()
	if body, err = io.ReadAll(answer.Body); err != nil {
		b.t.Fatal(err)
	}
	return answer.Header.Get("Content-Encoding"), body
}

// upgrade replaces the console by one with other options on the same store.
func (b *bench) upgrade(o server.Options) {
	b.t.Helper()
	if err := b.console.Close(); err != nil {
		b.t.Error(err)
	}
	var err error
	if b.console, err = server.New(context.WithoutCancel(b.t.Context()), o); err != nil {
		b.t.Fatal(err)
	}
}

// A console that starts on the store of an earlier release sends a browser the difference from the earlier release. A
// console that keeps no releases sends every file whole, and deletes the kept files.
func TestUpdateIsSentAsDifference(t *testing.T) {
	t.Parallel()
	const old, now = "the program of the first release", "the program of the second release"
	engines := map[string]func(testing.TB) *sqlstore.Store{"SQLite": sqlitetest.Open, "PostgreSQL": postgrestest.Open}
	for name, engine := range engines {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			db := engine(t)
			var options server.Options
			b := open(t, func(o *server.Options) {
				o.Store, o.Assets = db, releaseOf(t, old)
				options = *o
			})
			kept := func() bool { coding, _ := b.program(old); return coding == "dcz" }
			b.eventually("kept the first release", kept)
			options.Assets = releaseOf(t, now)
			b.upgrade(options)
			b.eventually("had the difference", kept)
			_, body := b.program(old)
			decoder, err := zstd.NewReader(nil, zstd.WithDecoderDictRaw(0, []byte(old)))
			if err != nil {
				t.Fatal(err)
			}
			defer decoder.Close()
			if got, err := decoder.DecodeAll(body, nil); err != nil || string(got) != now {
				t.Errorf("the difference gives %q, %v", got, err)
			}
			if coding, _ := b.program("the program of a stranger"); coding != "br" {
				t.Errorf("an unknown dictionary is answered with %q", coding)
			}
			options.KeepReleases = -1
			b.upgrade(options)
			b.eventually("deleted what was kept", func() bool {
				left, err := db.Released(t.Context(), asset.Program)
				return err == nil && len(left) == 0
			})
			if kept() {
				t.Error("an update is sent as a difference all the same")
			}
		})
	}
}
