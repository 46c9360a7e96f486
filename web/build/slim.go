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
	if err := sweepSlim(folder, files); err != nil {
		return "", err
	}
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

// sweepSlim removes what an earlier copy had and this one hasn't.
func sweepSlim(folder string, files map[string][]byte) error {
	there, err := filepath.Glob(filepath.Join(folder, "pkg", "*", "*.go"))
	if err != nil {
		return fmt.Errorf("build: %w", err)
	}
	for _, name := range there {
		inside, err := filepath.Rel(folder, name)
		if err != nil {
			return fmt.Errorf("build: %w", err)
		}
		if _, ok := files[filepath.ToSlash(inside)]; ok {
			continue
		}
		if err := os.Remove(name); err != nil {
			return fmt.Errorf("build: %w", err)
		}
	}
	return nil
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
	files := map[string][]byte{"go.mod": []byte("module " + engine + "\n\ngo 1.23.0\n")}
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
	for name, body := range added {
		if _, ok := files["pkg/app/"+name]; ok {
			return nil, fmt.Errorf("build: the engine has a %s of its own", name)
		}
		files["pkg/app/"+name] = []byte(body)
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
