package build

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
)

// libraryEdits leave out of packages of the standard library what a page doesn't need.
var libraryEdits = map[string][]edit{
	"slices":           sortEdits,
	"internal/godebug": settingEdits,
	"net/url":          hostEdits,
}

// sortEdits have lists sorted in one short way. The three kinds of sort of package slices are compiled anew for
// each type of list, 8 to 20 KB each.
var sortEdits = []edit{
	{"zsortanyfunc.go", "func stableCmpFunc[E any](data []E, n int, cmp func(a, b E) int) {\n", "",
		`func stableCmpFunc[E any](data []E, n int, cmp func(a, b E) int) {
	mergeSort(data[:n], cmp)
}

// mergeSort is stable.
func mergeSort[E any](data []E, cmp func(a, b E) int) {
	if len(data) < 2 {
		return
	}
	middle := len(data) / 2
	mergeSort(data[:middle], cmp)
	mergeSort(data[middle:], cmp)
	if cmp(data[middle], data[middle-1]) >= 0 {
		return
	}
	left := append([]E(nil), data[:middle]...)
	i, j, to := 0, middle, 0
	for i < len(left) && j < len(data) {
		if cmp(data[j], left[i]) < 0 {
			data[to] = data[j]
			j++
		} else {
			data[to] = left[i]
			i++
		}
		to++
	}
	copy(data[to:], left[i:])
}

func symMergeStable[E any](data []E, n int, cmp func(a, b E) int) {
`},
	{"zsortanyfunc.go", "func pdqsortCmpFunc[E any](data []E, a, b, limit int, cmp func(a, b E) int) {\n", "",
		`func pdqsortCmpFunc[E any](data []E, a, b, limit int, cmp func(a, b E) int) {
	mergeSort(data[a:b], cmp)
}

func quickSort[E any](data []E, a, b, limit int, cmp func(a, b E) int) {
`},
	{"zsortordered.go", "func pdqsortOrdered[E cmp.Ordered](data []E, a, b, limit int) {\n", "",
		`func pdqsortOrdered[E cmp.Ordered](data []E, a, b, limit int) {
	mergeSort(data[a:b], cmp.Compare[E])
}

func quickSortOrdered[E cmp.Ordered](data []E, a, b, limit int) {
`},
}

// settingEdits leave each setting of GODEBUG at its default: a page has no environment. With the settings go their
// counters, and with the counters all of the runtime's metrics.
var settingEdits = []edit{
	{"godebug.go", "import (\n", "// A Setting is", "import \"unsafe\"\n\n"},
	{"godebug.go", "\tname string\n\tonce sync.Once\n", "// New returns", "\tname string\n}\n\n"},
	{"godebug.go", "func (s *Setting) IncNonDefault() {\n", "type runtimeStderr struct{}\n", `func (s *Setting) IncNonDefault() {}

// Value returns "", the default.
func (s *Setting) Value() string { return "" }

`},
}

// hostEdits check of a host in brackets only that it has a colon: the server checks every address that counts.
var hostEdits = []edit{
	{"url.go", "\t\"net/netip\"\n", "", ""},
	{"url.go", "\t\taddr, err := netip.ParseAddr(unescapedHostname)\n",
		"\t\t\treturn \"\", errors.New(\"invalid IP-literal\")\n",
		"\t\tif !strings.Contains(unescapedHostname, \":\") {\n"},
}

// toolchain is how the program is compiled: by which go command, in which environment and with which flags.
type toolchain struct {
	command    string
	env, flags []string
}

// edited is the toolchain with the edited library. A standard library that reads differently stays as it is, with a
// warning: a new release of Go must not stop a build. Only where sizes are checked this is an error.
func (o options) edited(ctx context.Context, folder string) (toolchain, error) {
	root, err := goroot(ctx)
	if err != nil {
		return toolchain{}, err
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return toolchain{}, fmt.Errorf("build: %w", err)
	}
	t, err := withEdits(ctx, root, folder)
	if err == nil || o.check {
		return t, err
	}
	fmt.Fprintf(o.stderr, "\n*** WARNING: the standard library is compiled unedited:\n*** %v\n\n", err)
	return stock, nil
}

var stock = toolchain{command: "go"}

// withEdits names the library by a link where it was downloaded by the go command, which replaces no file beneath
// the cache of modules.
func withEdits(ctx context.Context, root, folder string) (toolchain, error) {
	modules, err := goCommand(ctx, stock, "", nil, "env", "GOMODCACHE")
	if err != nil {
		return toolchain{}, err
	}
	if inside, err := filepath.Rel(modules, root); err == nil && filepath.IsLocal(inside) {
		link := filepath.Join(folder, "goroot")
		if err := os.Symlink(root, link); err != nil {
			return toolchain{}, fmt.Errorf("build: %w", err)
		}
		root = link
	}
	overlay, err := editedLibrary(folder, root)
	if err != nil {
		return toolchain{}, err
	}
	return toolchain{
		command: filepath.Join(root, "bin", "go"),
		env:     []string{"GOROOT=" + root, "GOTOOLCHAIN=local"},
		flags:   []string{"-overlay=" + overlay},
	}, nil
}

// editedLibrary writes the edited files below a folder, and gives the file that tells the go command of them. It fails
// for a standard library that reads differently.
func editedLibrary(folder, goroot string) (overlay string, err error) {
	replaced, bodies := map[string]string{}, map[string]string{}
	for name, edits := range libraryEdits {
		for _, e := range edits {
			stock := filepath.Join(goroot, "src", filepath.FromSlash(name), e.file)
			if bodies[stock] == "" {
				body, err := os.ReadFile(stock)
				if err != nil {
					return "", fmt.Errorf("build: %w", err)
				}
				bodies[stock] = string(body)
			}
			if bodies[stock], err = e.apply(bodies[stock]); err != nil {
				return "", err
			}
			replaced[stock] = filepath.Join(folder, e.file)
		}
	}
	list, err := json.Marshal(map[string]any{"Replace": replaced})
	if err != nil {
		return "", fmt.Errorf("build: %w", err)
	}
	overlay = filepath.Join(folder, "library.json")
	files := map[string]string{overlay: string(list)}
	for stock, to := range replaced {
		files[to] = bodies[stock]
	}
	for to, body := range files {
		if err := os.WriteFile(to, []byte(body), 0o600); err != nil {
			return "", fmt.Errorf("build: %w", err)
		}
	}
	return overlay, nil
}
