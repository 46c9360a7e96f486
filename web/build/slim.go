package build

import (
	"embed"
	"fmt"
	"io/fs"
	"path"
	"strings"
)

// engine is the module whose copy the program is built with. The copy lacks the
// server's half, with which every browser would download an HTTP server and TLS
// (see docs/adr/0002-slim-engine.md).
const engine = "github.com/maxence-charriere/go-app/v10"

// added are the files that stand in for what was taken out. The go command passes over a folder of such a name.
//
//go:embed all:_engine
var added embed.FS

// slimFiles makes the copy of the engine found in a folder.
func slimFiles(stock fs.FS) (map[string][]byte, error) {
	files := map[string][]byte{"go.mod": []byte("module " + engine + "\n\ngo 1.23.0\n")}
	for _, folder := range []string{"pkg/app", "pkg/errors"} {
		sources, err := fs.Glob(stock, folder+"/*.go")
		if err != nil {
			return nil, fmt.Errorf("build: %w", err)
		}
		for _, source := range sources {
			if strings.HasSuffix(source, "_test.go") {
				continue
			}
			if files[source], err = fs.ReadFile(stock, source); err != nil {
				return nil, fmt.Errorf("build: %w", err)
			}
		}
	}
	for _, name := range dropped {
		if _, ok := files["pkg/app/"+name]; !ok {
			return nil, fmt.Errorf("build: the engine has no %s to leave out", name)
		}
		delete(files, "pkg/app/"+name)
	}
	if err := add(files); err != nil {
		return nil, err
	}
	for _, e := range edits {
		name := "pkg/app/" + e.file
		body, err := e.apply(string(files[name]))
		if err != nil {
			return nil, err
		}
		files[name] = []byte(body)
	}
	elements, err := oneElement(string(files["pkg/app/"+elementsFile]))
	if err != nil {
		return nil, err
	}
	files["pkg/app/"+elementsFile] = []byte(elements)
	return files, nil
}

// add adds our files to the copy.
func add(files map[string][]byte) error {
	ours, err := fs.Glob(added, "_engine/*.go")
	if err != nil {
		return fmt.Errorf("build: %w", err)
	}
	for _, file := range ours {
		name := "pkg/app/" + path.Base(file)
		if _, ok := files[name]; ok {
			return fmt.Errorf("build: the engine has a %s of its own", path.Base(file))
		}
		if files[name], err = added.ReadFile(file); err != nil {
			return fmt.Errorf("build: %w", err)
		}
	}
	return nil
}
