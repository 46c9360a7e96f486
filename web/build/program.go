package build

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
	"github.com/shopdesk/shopdesk/web/asset"
)

// inlining is kept only in Go's runtime, whose collector otherwise holds up the
// page (docs/adr/0006-first-load.md). The last flag that fits a package holds.
var inlining = []string{"-gcflags=all=-l", "-gcflags=runtime=", "-gcflags=internal/runtime/...="}

// programs are what runs in the browser: the console, and for development and tests the console with the gallery.
func programs(ctx context.Context, o options) (_ []source, err error) {
	packages, err := listProgram(ctx, o)
	if err != nil {
		return nil, err
	}
	folder, err := os.MkdirTemp("", "shopdesk-web")
	if err != nil {
		return nil, fmt.Errorf("build: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	t, err := copyTree(folder, packages)
	if err != nil {
		return nil, err
	}
	compiler := stock
	if o.shrink {
		if compiler, err = o.edited(ctx, filepath.Join(folder, "library")); err != nil {
			return nil, err
		}
	}
	names := []string{asset.Program}
	if o.gallery {
		names = append(names, asset.Gallery)
	}
	var all []source
	for _, name := range names {
		o.say("compiling %s", name)
		linked, err := compile(ctx, compiler, t, name)
		if err != nil {
			return nil, err
		}
		body, err := shrunk(o, name, linked)
		if err != nil {
			return nil, err
		}
		known := mapOf(linked)
		if known != nil {
			all = append(all, source{asset.Map(name), keptType, known.Encode()})
		}
		files, err := divided(o, name, linked, body, known)
		if err != nil {
			return nil, err
		}
		all = append(all, files...)
	}
	return all, nil
}

const wasmType = "application/wasm"

// compile builds one program for the browser. The go command's own cache makes
// a second build quick; without version control stamps the same sources give
// the same bytes, and so the same version.
func compile(ctx context.Context, compiler toolchain, t tree, name string) ([]byte, error) {
	target := filepath.Join(t.folder, name)
	args := []string{"build", "-mod=readonly", "-buildvcs=false", "-ldflags=-s -w"}
	if name == asset.Gallery {
		args = append(args, "-tags=gallery")
	}
	args = slices.Concat(args, compiler.flags, inlining, []string{"-o", target, t.main})
	env := []string{"GOFLAGS=-trimpath", "GOWORK=off"} // an empty GOFLAGS would be the one that "go env -w" keeps
	if _, err := goCommand(ctx, compiler, t.folder, env, args...); err != nil {
		return nil, err
	}
	body, err := os.ReadFile(target)
	if err != nil {
		return nil, fmt.Errorf("build: %w", err)
	}
	return body, nil
}

// wasmExec is the script that belongs to the toolchain which compiled the
// program: another version's doesn't fit.
func wasmExec(ctx context.Context) ([]byte, error) {
	root, err := goroot(ctx)
	if err != nil {
		return nil, err
	}
	body, err := os.ReadFile(filepath.Join(root, "lib", "wasm", "wasm_exec.js"))
	if err != nil {
		return nil, fmt.Errorf("build: %w", err)
	}
	return small("wasm_exec.js", body, api.LoaderJS)
}

func goroot(ctx context.Context) (string, error) {
	return goCommand(ctx, stock, "", nil, "env", "GOROOT")
}

// goCommand runs the go command for the browser in a folder ("" is the current one) and answers what it printed.
func goCommand(ctx context.Context, t toolchain, folder string, env []string, args ...string) (string, error) {
	command := exec.CommandContext(ctx, t.command, args...)
	command.Dir = folder
	command.Env = slices.Concat(os.Environ(), []string{"GOOS=js", "GOARCH=wasm"}, t.env, env)
	var stdout, stderr bytes.Buffer
	command.Stdout, command.Stderr = &stdout, &stderr
	err := command.Run()
	if errors.Is(err, exec.ErrNotFound) {
		return "", errors.New("build: the go command isn't on the PATH: the program is compiled with the Go toolchain " +
			"(https://go.dev/dl)")
	}
	if err != nil {
		return "", fmt.Errorf("build: go %s: %w\n%s", args[0], err, strings.TrimSpace(stderr.String()))
	}
	return strings.TrimSpace(stdout.String()), nil
}
