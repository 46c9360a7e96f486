package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/shopdesk/shopdesk/web/asset"
)

// inlining is kept only in Go's runtime, whose collector otherwise holds up the
// page (docs/adr/0006-first-load.md). The last flag that fits a package holds.
var inlining = []string{"-gcflags=all=-l", "-gcflags=runtime=", "-gcflags=internal/runtime/...="}

// programs are what runs in the browser: the console, and for development and tests the console with the gallery.
func programs(ctx context.Context, o options) ([]source, error) {
	module, err := slim(ctx, o.root)
	if err != nil {
		return nil, err
	}
	names := []string{asset.Program}
	if o.gallery {
		names = append(names, asset.Gallery)
	}
	var all []source
	for _, name := range names {
		linked, err := compile(ctx, o, module, name)
		if err != nil {
			return nil, err
		}
		body, err := shrunk(o, name, linked)
		if err != nil {
			return nil, err
		}
		all = append(all, source{name, wasmType, body})
		if m, ok := mapOf(name, linked); ok {
			all = append(all, m)
		}
	}
	return all, nil
}

const wasmType = "application/wasm"

// compile builds one program for the browser. The go command's own cache makes
// a second build quick; without version control stamps the same sources give
// the same bytes, and so the same version.
func compile(ctx context.Context, o options, module, name string) ([]byte, error) {
	target := filepath.Join(o.root, "build", "wasm", name)
	if o.program != defaultProgram {
		target = filepath.Join(o.out, "."+name)
		defer os.Remove(target)
	}
	if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
		return nil, fmt.Errorf("build: %w", err)
	}
	args := []string{"build", "-mod=readonly", "-modfile=" + module, "-trimpath", "-buildvcs=false", "-ldflags=-s -w"}
	if name == asset.Gallery {
		args = append(args, "-tags=gallery")
	}
	args = append(append(args, inlining...), "-o", target, o.program)
	if _, err := goCommand(ctx, o.root, args...); err != nil {
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
func wasmExec(ctx context.Context, root string) ([]byte, error) {
	goroot, err := goCommand(ctx, root, "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	body, err := os.ReadFile(filepath.Join(goroot, "lib", "wasm", "wasm_exec.js"))
	if err != nil {
		return nil, fmt.Errorf("build: %w", err)
	}
	return body, nil
}

// goCommand runs the go command for the browser in the module's folder and
// answers what it printed.
func goCommand(ctx context.Context, root string, args ...string) (string, error) {
	command := exec.CommandContext(ctx, "go", args...)
	command.Dir = root
	command.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "GOWORK=off")
	var stdout, stderr bytes.Buffer
	command.Stdout, command.Stderr = &stdout, &stderr
	if err := command.Run(); err != nil {
		return "", fmt.Errorf("build: go %s: %w\n%s", args[0], err, strings.TrimSpace(stderr.String()))
	}
	return strings.TrimSpace(stdout.String()), nil
}
