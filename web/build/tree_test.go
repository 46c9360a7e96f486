package build

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/shopdesk/shopdesk"
)

// files are the hashes of a folder's files, by name.
func files(t *testing.T, folder string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := fs.WalkDir(os.DirFS(folder), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		body, err := os.ReadFile(filepath.Join(folder, name))
		all[name] = hash(body)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// treeAt is what the current folder's module compiles.
func treeAt(t *testing.T) map[string]string {
	t.Helper()
	packages, err := listProgram(t.Context(), options{program: defaultProgram, stderr: t.Output()})
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	if _, err := copyTree(folder, packages); err != nil {
		t.Fatal(err)
	}
	return files(t, folder)
}

// Whether a host has our module in a replaced folder, in a workspace or in a vendor folder, the same is compiled as in
// our own checkout. The flow of e2e has it in the module cache. The bugs: flags of the host's own programs, as
// distributions set them, ended the build, and so did a vendor folder below one with a bracket in its name.
func TestTreeIsEqualWhereverTheSourcesLie(t *testing.T) {
	t.Setenv("GOFLAGS", "")
	t.Setenv("GOPROXY", "off")
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	goMod, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	goSum, err := os.ReadFile(filepath.Join(root, "go.sum"))
	if err != nil {
		t.Fatal(err)
	}
	host := strings.Replace(string(goMod), "module "+module, "module pos.example/backoffice", 1) +
		"\ntool " + defaultProgram + "\n"
	replaced := "\nrequire " + module + " v0.9.9\nreplace " + module + " => " + root + "\n"
	want := treeAt(t)
	t.Setenv("GOFLAGS", "-buildmode=pie -race")
	for _, tt := range []struct {
		name, more string
		vendor     bool
	}{{"replaced", replaced, false}, {"workspace", "", false}, {"vendor", replaced, true}} {
		t.Run(tt.name, func(t *testing.T) {
			folder := filepath.Join(t.TempDir(), "our [new] shop")
			if err := os.Mkdir(folder, 0o700); err != nil {
				t.Fatal(err)
			}
			files := map[string]string{"go.mod": host + tt.more, "go.sum": string(goSum)}
			if tt.name == "workspace" {
				files["go.work"] = "go 1.26.0\n\nuse .\nuse " + root + "\n"
			}
			for name, body := range files {
				if err := os.WriteFile(filepath.Join(folder, name), []byte(body), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			t.Chdir(folder)
			if tt.vendor {
				if _, err := goCommand(t.Context(), stock, "", nil, "mod", "vendor"); err != nil {
					t.Fatal(err)
				}
			}
			if diff := cmp.Diff(want, treeAt(t)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// Bug: flags that a user's `go env -w` keeps, or that a distribution sets, ended the build or changed the program.
func TestProgramIsCompiledWithItsOwnFlagsAlone(t *testing.T) {
	folder := t.TempDir()
	for name, body := range map[string]string{"env": "GOFLAGS=-buildmode=pie\n", "go.mod": "module m\n",
		"main.go": "package main\n\nfunc main() {}\n"} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(body), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("GOENV", filepath.Join(folder, "env"))
	if _, err := compile(t.Context(), stock, tree{folder, "."}, "app.wasm"); err != nil {
		t.Error(err)
	}
}

func TestMissingModuleIsSaid(t *testing.T) {
	t.Setenv("GOPROXY", "off")
	t.Chdir(t.TempDir())
	if err := os.WriteFile("go.mod", []byte("module pos.example/backoffice\n\ngo 1.26.0\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	err := Run(t.Context(), []string{"-cache", t.TempDir()}, t.Output(), t.Output())
	if err == nil || !strings.Contains(err.Error(), "go get -tool "+defaultProgram) {
		t.Errorf("got %v", err)
	}
}

func TestMissingToolchainIsSaid(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	err := Run(t.Context(), []string{"-cache", t.TempDir()}, t.Output(), t.Output())
	if err == nil || !strings.Contains(err.Error(), "the go command isn't on the PATH") {
		t.Errorf("got %v", err)
	}
}

// The patterns that embed the sources name each depth of folders: a sheet below the deepest would be left out.
func TestEverySheetIsEmbedded(t *testing.T) {
	t.Parallel()
	for _, folder := range []string{"app", "components", "web/css"} {
		err := fs.WalkDir(os.DirFS("../.."), folder, func(name string, _ fs.DirEntry, err error) error {
			if err != nil || path.Ext(name) != ".css" {
				return err
			}
			_, err = fs.Stat(shopdesk.Sources, name)
			return err
		})
		if err != nil {
			t.Error(err)
		}
	}
}
