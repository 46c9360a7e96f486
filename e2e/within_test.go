package e2e

import (
	"archive/tar"
	"archive/zip"
	"bufio"
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/shopdesk/shopdesk/web"
	"github.com/shopdesk/shopdesk/web/asset"
)

const (
	module  = "github.com/shopdesk/shopdesk"
	release = "v0.9.9"
)

// Another company's server, in a module that knows only our module's path: its own page, its own people, the console
// under its own path. The module cache has what git would ship of us, and nothing comes from the network.
func TestForeignModule(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	h := newForeign(t, folder)
	files := []string{"main.go", "host.go", "people.go"}
	for _, name := range files {
		body, err := os.ReadFile(filepath.Join("../examples/embed", name))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, name), body, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	h.run("go", "mod", "init", "pos.example/backoffice")
	h.run("go", "get", "-tool", module+"/cmd/shopdesk-web@"+release)
	h.generate("main.go")
	h.isOurProgram()
	h.run("go", "build", "-trimpath", "-o", "backoffice", ".")
	address := h.start("./backoffice")

	b := newTab(t)
	b.expect("favicon.ico") // the host has none
	b.open(address + "/admin/console/")
	b.sees("Sign in on the site this console belongs to")
	b.shot("embed-nobody")
	b.open(address + "/")
	b.clickText("Enter as Grace")
	b.sees("Signed in as Grace Ho")
	b.clickText("Shops on the delivery platform")
	b.sees("Grace Ho")
	b.until(`location.pathname.startsWith("/admin/console/shops")`, "the console under the host's path")
	b.open(address + "/admin/console/shops/100001/hours")
	b.fill("#fri-0-start", "10")
	b.click("#hours-save")
	b.saved()
	b.reload()
	b.settled()
	if got := b.value("#fri-0-start"); got != "10:00" {
		t.Errorf("Friday opens at %q after a reload", got)
	}
	b.shot("embed-hours")

	b.open(address + "/")
	b.clickText("Leave")
	b.clickText("Enter as Leo")
	b.sees("Signed in as Leo Yip")
	b.open(address + "/admin/console/shops")
	b.sees("Leo Yip")
	b.sees("1 shop")
	b.seesNot("Sign out")
}

// The README shows the host's main.go as it is built above.
func TestReadmeShowsTheHost(t *testing.T) {
	t.Parallel()
	readme, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	main, err := os.ReadFile("../examples/embed/main.go")
	if err != nil {
		t.Fatal(err)
	}
	want := string(main[max(0, bytes.Index(main, []byte("package main"))):])
	_, rest, _ := strings.Cut(string(readme), "```go\n")
	got, _, _ := strings.Cut(rest, "```\n")
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// foreign is a module of a host, and what its commands may use.
type foreign struct {
	t      *testing.T
	folder string
	env    []string
}

// newForeign makes a module cache of its own, filled from our sources and from what this machine has downloaded.
func newForeign(t *testing.T, folder string) *foreign {
	t.Helper()
	cache, proxy := t.TempDir(), t.TempDir()
	publish(t, proxy)
	downloaded, err := exec.CommandContext(t.Context(), "go", "env", "GOMODCACHE").Output()
	if err != nil {
		t.Fatal(err)
	}
	h := &foreign{t, folder, append(os.Environ(),
		"GOPROXY=file://"+proxy+",file://"+filepath.Join(strings.TrimSpace(string(downloaded)), "cache/download")+",off",
		"GOSUMDB=off", "GOWORK=off", "GOMODCACHE="+cache, "GOFLAGS=",
	)}
	if os.Getenv("SHOPDESK_PROGRAM") != "" { // ours is as it was linked
		h.env = append(h.env, "SHRINK=0")
	}
	t.Cleanup(func() { // the cache is read-only
		clean := exec.Command("go", "clean", "-modcache")
		clean.Env = h.env
		if out, err := clean.CombinedOutput(); err != nil {
			t.Errorf("%v: %s", err, out)
		}
	})
	return h
}

func (h *foreign) run(name string, args ...string) {
	h.t.Helper()
	command := exec.CommandContext(h.t.Context(), name, args...)
	command.Dir, command.Env = h.folder, h.env
	if out, err := command.CombinedOutput(); err != nil {
		h.t.Fatalf("%s: %v\n%s", command, err, out)
	}
}

// generate runs the directive of a file with the quality that takes seconds, and with the repository's cache.
func (h *foreign) generate(file string) {
	h.t.Helper()
	body, err := os.ReadFile(filepath.Join(h.folder, file))
	if err != nil {
		h.t.Fatal(err)
	}
	directive := regexp.MustCompile(`(?m)^//go:generate (.+)$`).FindSubmatch(body)
	if directive == nil {
		h.t.Fatalf("%s has no go:generate", file)
	}
	cache, err := filepath.Abs("../build/cache")
	if err != nil {
		h.t.Fatal(err)
	}
	words := append(strings.Fields(string(directive[1])), "-quality", "5", "-cache", cache)
	h.run(words[0], words[1:]...)
}

// isOurProgram compares what the host has built with what this test embeds: the same sources give the same bytes.
func (h *foreign) isOurProgram() {
	h.t.Helper()
	got, err := asset.Read(os.DirFS(filepath.Join(h.folder, "dist")))
	if err != nil {
		h.t.Fatal(err)
	}
	want, err := asset.Read(web.Assets())
	if err != nil {
		h.t.Fatal(err)
	}
	for _, f := range got.Files {
		if ours, _ := want.File(f.Name); ours.Hash != f.Hash {
			h.t.Errorf("%s differs from ours: is web/dist built from the present sources?", f.Name)
		}
	}
}

// start starts the host and answers its address.
func (h *foreign) start(program string, args ...string) string {
	h.t.Helper()
	host := exec.Command(program, append([]string{"-listen", "127.0.0.1:0"}, args...)...)
	host.Dir, host.Env, host.Stderr = h.folder, h.env, logWriter{h.t}
	out, err := host.StdoutPipe()
	if err != nil {
		h.t.Fatal(err)
	}
	if err := host.Start(); err != nil {
		h.t.Fatal(err)
	}
	h.t.Cleanup(func() {
		_ = host.Process.Signal(os.Interrupt)
		if err := host.Wait(); err != nil {
			h.t.Errorf("the host did not stop cleanly: %v", err)
		}
	})
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		h.t.Fatal(err)
	}
	return strings.TrimSuffix(strings.TrimSpace(line[strings.Index(line, "http://"):]), "/")
}

// publish makes a module proxy, in a folder, of the files that git would ship: those of the present tree.
func publish(t *testing.T, proxy string) {
	t.Helper()
	index := filepath.Join(t.TempDir(), "index")
	git := func(args ...string) []byte {
		command := exec.CommandContext(t.Context(), "git", args...)
		command.Dir, command.Env = "..", append(os.Environ(), "GIT_INDEX_FILE="+index)
		var said bytes.Buffer
		command.Stderr = &said
		out, err := command.Output()
		if err != nil {
			t.Fatalf("%s: %v\n%s", command, err, said.String())
		}
		return out
	}
	git("read-tree", "HEAD")
	git("add", "--all")
	shipped := git("archive", "--format=tar", strings.TrimSpace(string(git("write-tree"))))
	folder := filepath.Join(proxy, module, "@v")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	goMod, packed := moduleZip(t, shipped)
	for name, body := range map[string][]byte{
		"list": []byte(release + "\n"), release + ".info": []byte(`{"Version":"` + release + `"}`), release + ".mod": goMod,
		release + ".zip": packed,
	} {
		if err := os.WriteFile(filepath.Join(folder, name), body, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// moduleZip makes the module's zip file of an archive, without the modules that are inside.
func moduleZip(t *testing.T, shipped []byte) (goMod, packed []byte) {
	t.Helper()
	files := map[string][]byte{}
	for r := tar.NewReader(bytes.NewReader(shipped)); ; {
		header, err := r.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if header.Typeflag != tar.TypeReg {
			continue
		}
		if files[header.Name], err = io.ReadAll(r); err != nil {
			t.Fatal(err)
		}
	}
	other := func(name string) bool {
		for folder := path.Dir(name); folder != "."; folder = path.Dir(folder) {
			if _, inside := files[folder+"/go.mod"]; inside {
				return true
			}
		}
		return false
	}
	var whole bytes.Buffer
	w := zip.NewWriter(&whole)
	for name, body := range files {
		if other(name) {
			continue
		}
		f, err := w.Create(module + "@" + release + "/" + name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Write(body); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return files["go.mod"], whole.Bytes()
}
