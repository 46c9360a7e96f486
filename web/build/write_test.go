package build

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"
	"github.com/google/go-cmp/cmp"

	"github.com/shopdesk/shopdesk/web/asset"
	"github.com/shopdesk/shopdesk/web/crash"
)

// everything is one small file of each kind that a build must make.
func everything() []source {
	var files []source
	for _, name := range asset.Required {
		mediaType := "text/plain"
		if strings.HasSuffix(name, ".png") {
			mediaType = pngType
		}
		files = append(files, source{name, mediaType, []byte(strings.Repeat("content of "+name+"\n", 9))})
	}
	return files
}

func names(t *testing.T, folder string) []string {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, entry := range entries {
		list = append(list, entry.Name())
	}
	return list
}

func TestWrite(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	for _, name := range []string{".gitkeep", "old.js.br", asset.IndexName} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte("old"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	p := packer{cache: cache{filepath.Join(t.TempDir(), "cache")}, quality: 3}
	index, err := write(folder, p, everything())
	if err != nil {
		t.Fatal(err)
	}
	got, err := asset.Read(os.DirFS(folder))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(index, got); diff != "" {
		t.Error(diff)
	}
	want := []string{".gitkeep", asset.IndexName}
	for _, f := range everything() {
		if f.mediaType == pngType {
			want = append(want, f.name)
			continue
		}
		want = append(want, f.name+".br", f.name+".gz")
		checkForms(t, folder, f)
	}
	slices.Sort(want)
	if diff := cmp.Diff(want, names(t, folder)); diff != "" {
		t.Error(diff)
	}
}

// A folder with other files isn't written to: the sources of the program that the build was for were removed.
func TestFolderOfOtherFilesIsRefused(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "go.mod"), []byte("module shop"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := write(folder, packer{cache: cache{t.TempDir()}, quality: 3}, everything())
	if got := names(t, folder); err == nil || !strings.Contains(err.Error(), "go.mod") || len(got) != 1 {
		t.Errorf("%v, left %v", err, got)
	}
}

func checkForms(t *testing.T, folder string, f source) {
	t.Helper()
	for suffix, open := range map[string]func(io.Reader) (io.Reader, error){
		".br": func(r io.Reader) (io.Reader, error) { return brotli.NewReader(r), nil },
		".gz": func(r io.Reader) (io.Reader, error) { return gzip.NewReader(r) },
	} {
		packed, err := os.ReadFile(filepath.Join(folder, f.name+suffix))
		if err != nil {
			t.Fatal(err)
		}
		plain, err := open(bytes.NewReader(packed))
		if err != nil {
			t.Fatal(err)
		}
		if body, err := io.ReadAll(plain); err != nil || !bytes.Equal(body, f.body) {
			t.Errorf("%s%s unpacks to %q, %v", f.name, suffix, body, err)
		}
	}
}

// The map of a program stands in the folder for the server, and the index, which says what browsers get, hasn't it.
func TestMapIsNotListed(t *testing.T) {
	t.Parallel()
	folder, file := t.TempDir(), asset.Map(asset.Program)
	p := packer{cache: cache{t.TempDir()}, quality: 3}
	index, err := write(folder, p, append(everything(), source{file, keptType, crashMap.Encode()}))
	if err != nil {
		t.Fatal(err)
	}
	if f, listed := index.File(file); listed {
		t.Errorf("listed as %+v", f)
	}
	got, err := crash.Load(os.DirFS(folder), file+".gz")
	if diff := cmp.Diff(crashMap, got); err != nil || diff != "" {
		t.Errorf("%v\n%s", err, diff)
	}
	if slices.Contains(names(t, folder), file+".br") {
		t.Error("packed for browsers")
	}
}

var crashMap = &crash.Map{Imports: 1, Functions: []crash.Function{
	{Name: "main.main", Places: []crash.Place{{File: "main.go", Line: 3, Call: -1}}},
}}

// What was compressed once is taken from the cache, and an unchanged file isn't
// written again: its time is what tells the go command to link.
func TestSecondWriteReuses(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	p := packer{cache: cache{t.TempDir()}, quality: 3}
	if _, err := write(folder, p, everything()); err != nil {
		t.Fatal(err)
	}
	boot := filepath.Join(folder, asset.Boot+".br")
	before, err := os.Stat(boot)
	if err != nil {
		t.Fatal(err)
	}
	entry := filepath.Join(p.cache.folder, hash([]byte("fresh"))+".br3")
	if err := os.WriteFile(entry, []byte("from the cache"), 0o600); err != nil {
		t.Fatal(err)
	}
	files := everything()
	files[0].body = []byte("fresh")
	if _, err := write(folder, p, files); err != nil {
		t.Fatal(err)
	}
	if after, err := os.Stat(boot); err != nil || !os.SameFile(before, after) {
		t.Errorf("the unchanged file was replaced (%v)", err)
	}
	if got, err := os.ReadFile(filepath.Join(folder, files[0].name+".br")); err != nil || string(got) != "from the cache" {
		t.Errorf("compressed again: %q, %v", got, err)
	}
}

func TestBudget(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	index, err := write(folder, packer{cache: cache{t.TempDir()}, quality: 11}, everything())
	if err != nil {
		t.Fatal(err)
	}
	var table bytes.Buffer
	if err := budget(os.DirFS(folder), index, &table); err != nil {
		t.Fatal(err)
	}
	for _, name := range slices.Concat([]string{asset.Program, "the page", "words.en.txt",
		"all but the program"}, firstLoad) {
		if !strings.Contains(table.String(), name) {
			t.Errorf("the table lacks %s:\n%s", name, table.String())
		}
	}
	tests := []struct {
		program, first, quality, others int
		want                            string
	}{
		{programBudget, firstBudget, 11, otherBudget, "<nil>"},
		{programBudget, programBudget, 11, otherBudget, "<nil>"}, // not divided
		{programBudget + 1, 0, 11, 0, "build: the program is 1 bytes over its budget of 1600000 at quality 11"},
		{quickBudget, quickFirstBudget, 9, 0, "<nil>"},
		{quickBudget + 3, 0, 9, 0, "build: the program is 3 bytes over its budget of 1840000 at quality 9"},
		{programBudget, firstBudget + 4, 11, 0, "build: what pages wait for is 4 bytes over its budget of 950000 at " +
			"quality 11: run make later, which finds what they don't need"},
		{0, 0, 11, otherBudget + 2, "build: the other files are 2 bytes over their budget of 60000"},
	}
	for _, tt := range tests {
		if got := fmt.Sprint(overBudget(tt.program, tt.first, tt.quality, tt.others)); got != tt.want {
			t.Errorf("%+v: %s", tt, got)
		}
	}
}

func TestOptions(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{{"-quality", "12"}, {"-quality", "-1"}, {"-check", "-shrink=false"}, {"dist"}} {
		if _, err := parse(args, io.Discard); err == nil {
			t.Errorf("%v: accepted", args)
		}
	}
	o, err := parse(nil, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	if o.quality != 11 || o.out != "dist" || filepath.Base(o.cache.folder) != "shopdesk-web" {
		t.Errorf("got %+v", o)
	}
}

// A check spares a program within its budget the slow packing, and nothing else.
func TestCheckPacksAsForARelease(t *testing.T) {
	within, over := bytes.Repeat([]byte("a word "), 1000), make([]byte, quickBudget+100_000)
	_, _ = rand.NewChaCha8([32]byte{}).Read(over)
	for _, test := range []struct {
		name    string
		file    source
		release bool
		refused bool
	}{
		{"a program within its budget", source{"app.wasm", wasmType, within}, false, false},
		{"a program over it", source{"app.wasm", wasmType, over}, true, true},
		{"the program with the gallery", source{"gallery.wasm", wasmType, over}, false, false},
		{"another file", source{"boot.js", scriptType, within}, true, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			p := packer{cache: cache{t.TempDir()}, quality: 0, check: true}
			if _, err := p.pack(test.file); (err != nil) != test.refused {
				t.Fatal(err)
			}
			_, err := os.Stat(filepath.Join(p.cache.folder, hash(test.file.body)+".br11"))
			if got := err == nil; got != test.release {
				t.Errorf("packed as for a release: %v", got)
			}
		})
	}
}
