package main

import (
	"bytes"
	"context"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"
	"time"

	cyclonedx "github.com/CycloneDX/cyclonedx-go"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// repo is a git work tree with a file and one commit for each subject; "v1.2.3" alone tags the last commit.
func repo(t *testing.T, subjects ...string) *release {
	t.Helper()
	r := &release{version: "v1.3.0", repo: t.TempDir(), out: t.TempDir(), log: io.Discard}
	r.tree = filepath.Join(t.TempDir(), "tree")
	git := func(args ...string) {
		t.Helper()
		args = append([]string{"-c", "user.name=A", "-c", "user.email=a@example.com"}, args...)
		if _, err := r.git(t.Context(), args...); err != nil {
			t.Fatal(err)
		}
	}
	git("init", "-q")
	write(t, filepath.Join(r.repo, "go.mod"), "module example.com/m\n")
	git("add", "-A")
	for _, subject := range subjects {
		if strings.HasPrefix(subject, "v") {
			git("tag", subject)
			continue
		}
		git("commit", "-q", "--allow-empty", "--date", "2026-11-20T12:00:00+08:00", "-m", subject)
	}
	return r
}

func write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestChangedTreeIsRefused(t *testing.T) {
	t.Parallel()
	r := repo(t, "server: Begin")
	if err := r.identify(t.Context()); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(r.repo, "more.go"), "package m\n")
	if err := r.identify(t.Context()); err == nil || !strings.Contains(err.Error(), "more.go") {
		t.Errorf("a new file: %v", err)
	}
}

func TestBuildSeesTheCommitAlone(t *testing.T) {
	t.Parallel()
	r := repo(t, "server: Begin")
	write(t, filepath.Join(r.repo, "ignored.go"), "package m\n")
	if err := r.unpack(t.Context(), filepath.Join(t.TempDir(), "tree.tar")); err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(r.tree)
	if err != nil {
		t.Fatal(err)
	}
	if len(entries) != 1 || entries[0].Name() != "go.mod" {
		t.Errorf("unpacked are %v", entries)
	}
}

func TestChangesSinceTheLastReleaseByArea(t *testing.T) {
	t.Parallel()
	r := repo(t, "server: Begin", "v1.2.3", "server: Answer sooner", "hours: Show the night",
		"server: Close at once", "No area",
		"Board and line: a benchmark")
	if err := r.identify(t.Context()); err != nil {
		t.Fatal(err)
	}
	r.date = time.Date(2026, time.November, 20, 4, 0, 0, 0, time.UTC)
	if err := r.changelog(t.Context()); err != nil {
		t.Fatal(err)
	}
	want := "# v1.3.0\n\n2026-11-20, commit " + r.commit[:12] + ". Changes since v1.2.3:\n" +
		"\n## hours\n\n- Show the night\n\n## other\n\n- No area\n- Board and line: a benchmark\n\n## server\n\n- Answer " +
		"sooner\n- Close at once\n"
	if got := read(t, filepath.Join(r.out, "CHANGES.md")); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}

// A release that is tagged before it is made lists its changes all the same.
func TestOwnTagIsNotTheLastRelease(t *testing.T) {
	t.Parallel()
	r := repo(t, "server: Begin", "v1.2.3", "server: Answer sooner", "v1.3.0")
	if err := r.changelog(t.Context()); err != nil {
		t.Fatal(err)
	}
	got := read(t, filepath.Join(r.out, "CHANGES.md"))
	if !strings.Contains(got, "Answer sooner") || strings.Contains(got, "Begin") {
		t.Errorf("got:\n%s", got)
	}
}

func TestNoticesHaveEachTextOnce(t *testing.T) {
	t.Parallel()
	cache := t.TempDir()
	write(t, filepath.Join(cache, "a", "LICENSE"), "MIT\n")
	write(t, filepath.Join(cache, "b", "LICENSE.md"), "MIT\n")
	write(t, filepath.Join(cache, "b", "inner", "NOTICE"), "by B\n")
	write(t, filepath.Join(cache, "b", "unused", "COPYING"), "GPL\n")
	write(t, filepath.Join(cache, "b", "licenses.go"), "package b\n")
	a := &module{Path: "example.com/a", Version: "v1.0.0", Dir: filepath.Join(cache, "a")}
	b := &module{Path: "example.com/b", Version: "v2.0.0", Dir: filepath.Join(cache, "b")}
	text, err := noticesOf([]listed{{Dir: a.Dir, Module: a}, {Dir: filepath.Join(b.Dir, "inner"), Module: b}})
	if err != nil {
		t.Fatal(err)
	}
	line := strings.Repeat("=", 80)
	want := "Shopdesk contains software of others, under these terms.\n" +
		"\n" + line + "\nexample.com/a v1.0.0, LICENSE\nexample.com/b v2.0.0, LICENSE.md\n\nMIT\n" +
		"\n" + line + "\nexample.com/b v2.0.0, inner/NOTICE\n\nby B\n"
	if string(text) != want {
		t.Errorf("got:\n%s\nwant:\n%s", text, want)
	}
}

func TestModuleWithoutTermsIsAnError(t *testing.T) {
	t.Parallel()
	m := &module{Path: "example.com/a", Version: "v1.0.0", Dir: t.TempDir()}
	if _, err := noticesOf([]listed{{Dir: m.Dir, Module: m}}); err == nil ||
		!strings.Contains(err.Error(), "example.com/a v1.0.0") {
		t.Errorf("no terms: %v", err)
	}
}

func TestListOfModulesIsTheSameTwice(t *testing.T) {
	t.Parallel()
	var texts []string
	for range 2 {
		r := repo(t)
		r.commit, r.date = "c0ffee", time.Date(2026, time.November, 20, 4, 0, 0, 0, time.UTC)
		bom := r.bom(map[string]string{"example.com/b": "v2.0.0", "example.com/a": "v1.0.0", "std": "1.26.8"})
		if len(*bom.Components) != 3 || (*bom.Components)[0].PackageURL != "pkg:golang/example.com/a@v1.0.0" {
			t.Errorf("components are %v", *bom.Components)
		}
		texts = append(texts, bom.SerialNumber+bom.Metadata.Timestamp)
	}
	if texts[0] != texts[1] || !strings.HasPrefix(texts[0], "urn:uuid:") {
		t.Errorf("two lists begin with %q", texts)
	}
}

// schemas finds the schemas of CycloneDX in the folder of its module, by the names at the end of their addresses.
type schemas struct{ folder string }

// Load reads a schema.
func (s schemas) Load(address string) (any, error) {
	name := path.Base(address)
	switch name {
	case "jsf-0.82.schema.json": // of signatures
		name = "jsf-0.82.schemax.json"
	case "cryptography-defs.schema.json": // which the module lacks; our list has no algorithms
		return map[string]any{"definitions": map[string]any{"algorithmFamiliesEnum": true, "ellipticCurvesEnum": true}}, nil
	}
	file, err := os.Open(filepath.Join(s.folder, "schema", name))
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }()
	return jsonschema.UnmarshalJSON(file)
}

func TestListOfModulesFitsItsSchema(t *testing.T) {
	t.Parallel()
	folder, err := output(t.Context(), ".", nil, "go", "list", "-m", "-f", "{{.Dir}}", "github.com/CycloneDX/cyclonedx-go")
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	compiler.UseLoader(schemas{folder})
	compiler.AssertFormat()
	r := repo(t)
	r.commit, r.date = "c0ffee", time.Date(2026, time.November, 20, 4, 0, 0, 0, time.UTC)
	bom := r.bom(map[string]string{"example.com/b": "v2.0.0", "std": "1.26.8"})
	schema, err := compiler.Compile(bom.JSONSchema)
	if err != nil {
		t.Fatal(err)
	}
	problems := func() error {
		var text bytes.Buffer
		if err := cyclonedx.NewBOMEncoder(&text, cyclonedx.BOMFileFormatJSON).Encode(bom); err != nil {
			t.Fatal(err)
		}
		list, err := jsonschema.UnmarshalJSON(&text)
		if err != nil {
			t.Fatal(err)
		}
		return schema.Validate(list)
	}
	if err := problems(); err != nil {
		t.Error(err)
	}
	bom.SerialNumber = "c0ffee"
	if problems() == nil {
		t.Error("the schema accepts a number that is no UUID")
	}
}

func TestChecksumsCoverEveryFile(t *testing.T) {
	t.Parallel()
	r := &release{out: t.TempDir()}
	write(t, filepath.Join(r.out, "image", "Dockerfile"), "FROM scratch\n")
	write(t, filepath.Join(r.out, "console"), "a program")
	if err := r.checksums(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := output(t.Context(), r.out, nil, "sha256sum", "-c", sums); err != nil {
		t.Error(err)
	}
	if got := strings.Count(read(t, filepath.Join(r.out, sums)), "\n"); got != 2 {
		t.Errorf("%d files have a checksum, want 2", got)
	}
}

func TestWrongFlagsAreRefused(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		args []string
		want string
	}{
		{"no version", []string{"-o", "x"}, "-version"},
		{"a version without v", []string{"-version", "1.2.3", "-o", "x"}, "-version"},
		{"no folder", []string{"-version", "v1.2.3"}, "-o is missing"},
		{"an unknown system", []string{"-version", "v1.2.3", "-o", "x", "-only", "plan9/amd64"}, "-only"},
	} {
		if err := run(context.Background(), tt.args, io.Discard); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want a word on %s", tt.name, err, tt.want)
		}
	}
}
