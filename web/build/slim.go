package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// engine is the module whose copy the program is built with. The copy lacks the
// server's half, with which every browser would download an HTTP server and TLS
// (see docs/adr/0002-slim-engine.md).
const engine = "github.com/maxence-charriere/go-app/v10"

// edit takes something out of a file of the engine: everything from one mark,
// up to but without another, becomes new text. Without an end mark it is the
// first mark alone. Each mark must be there exactly once.
type edit struct {
	file        string
	from, until string
	become      string
}

// dropped are the engine's files that only a server needs, with the encryption
// of stored states, which we don't use.
var dropped = []string{"http.go", "static.go", "wasm.go", "wasmexec.go", "scripts.go", "cache.go", "crypto.go"}

// edits take out what refers to the dropped files.
var edits = []edit{
	{"resource.go", "import (", "func clientResourceResolver(", "import \"strings\"\n\n"},
	{"context.go", "\t\"github.com/google/uuid\"\n", "", ""},
	{"context.go", "uuid.NewString()", "", "newID()"},
	{"context.go", "// Encrypt enciphers", "// Notifications accesses", ""},
	{"context.go", "\t\"encoding/json\"\n", "", ""},
	{"context.go", "\t\"strings\"\n", "", ""},
	{"state.go", "\t\"github.com/google/uuid\"\n", "", ""},
	{"state.go", "uuid.NewString()", "", "newID()"},
	{"state.go", "// PersistWithEncryption ensures", "// Broadcast signals", ""},
	{"state.go", "\tif encrypt {\n", "\t\tb, err := json.Marshal(s.value)\n\t\tif err != nil {\n\t\t\tLog(errors.New(\"persisting state failed\")", "\t{\n"},
	{"state.go", "\t\treturn ctx.Decrypt(value.EncryptedValue, receiver)\n", "", "\t\treturn errors.New(\"encrypted states aren't supported by this build\")\n"},
}

// added replaces google/uuid: an id that tells tabs apart, and no secret.
const added = `package app

import (
	"math/rand/v2"
	"strconv"
)

func newID() string {
	return strconv.FormatUint(rand.Uint64(), 36) + strconv.FormatUint(rand.Uint64(), 36)
}
`

// slim writes the engine's copy and a go.mod that uses it to the build folder,
// and answers the go.mod's name. A release of the engine that an edit doesn't
// fit is an error.
func slim(ctx context.Context, root string) (string, error) {
	stock, err := goCommand(ctx, root, "list", "-mod=readonly", "-m", "-f", "{{.Dir}}", engine)
	if err == nil && stock == "" { // known, but not fetched yet
		if _, err = goCommand(ctx, root, "mod", "download", engine); err == nil {
			stock, err = goCommand(ctx, root, "list", "-mod=readonly", "-m", "-f", "{{.Dir}}", engine)
		}
	}
	if err != nil {
		return "", err
	}
	files, err := slimFiles(stock)
	if err != nil {
		return "", err
	}
	folder := filepath.Join(root, "build", "slim")
	for name, body := range files {
		target := filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
			return "", fmt.Errorf("build: %w", err)
		}
		if err := putFile(target, body); err != nil {
			return "", err
		}
	}
	return slimModule(root)
}

// slimModule is our own go.mod with the copy in the engine's place.
func slimModule(root string) (string, error) {
	target := filepath.Join(root, "build", "slim.mod")
	for from, end := range map[string]string{"go.mod": "\nreplace " + engine + " => ./build/slim\n", "go.sum": ""} {
		body, err := os.ReadFile(filepath.Join(root, from))
		if err != nil {
			return "", fmt.Errorf("build: %w", err)
		}
		into := strings.TrimSuffix(target, ".mod") + filepath.Ext(from)
		if err := putFile(into, append(body, end...)); err != nil {
			return "", err
		}
	}
	return target, nil
}

// slimFiles makes the copy of the engine found in a folder.
func slimFiles(stock string) (map[string][]byte, error) {
	files := map[string][]byte{
		"go.mod":        []byte("module " + engine + "\n\ngo 1.23.0\n"),
		"pkg/app/id.go": []byte(added),
	}
	for _, folder := range []string{"pkg/app", "pkg/errors"} {
		sources, err := filepath.Glob(filepath.Join(stock, folder, "*.go"))
		if err != nil {
			return nil, fmt.Errorf("build: %w", err)
		}
		for _, source := range sources {
			if strings.HasSuffix(source, "_test.go") {
				continue
			}
			body, err := os.ReadFile(source)
			if err != nil {
				return nil, fmt.Errorf("build: %w", err)
			}
			files[folder+"/"+filepath.Base(source)] = body
		}
	}
	for _, name := range dropped {
		if _, ok := files["pkg/app/"+name]; !ok {
			return nil, fmt.Errorf("build: the engine has no %s to leave out", name)
		}
		delete(files, "pkg/app/"+name)
	}
	for _, e := range edits {
		name := "pkg/app/" + e.file
		body, err := e.apply(string(files[name]))
		if err != nil {
			return nil, err
		}
		files[name] = []byte(body)
	}
	return files, nil
}

func (e edit) apply(body string) (string, error) {
	before, after, found := strings.Cut(body, e.from)
	if !found || strings.Contains(after, e.from) {
		return "", fmt.Errorf("build: the engine's %s hasn't %q exactly once", e.file, e.from)
	}
	if e.until == "" {
		return before + e.become + after, nil
	}
	_, rest, found := strings.Cut(after, e.until)
	if !found || strings.Contains(rest, e.until) {
		return "", fmt.Errorf("build: the engine's %s hasn't %q exactly once after %q", e.file, e.until, e.from)
	}
	return before + e.become + e.until + rest, nil
}
