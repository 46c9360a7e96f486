package build

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
)

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
