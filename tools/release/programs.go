package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// goEnv is the environment of every build. What a machine's own settings could change is set here.
func (r *release) goEnv(ctx context.Context) ([]string, error) {
	env := []string{"CGO_ENABLED=0", "GOFLAGS=-mod=readonly", "GOWORK=off", "GOAMD64=v1", "GOARM64=v8.0", "GOEXPERIMENT="}
	text, err := output(ctx, r.tree, env, "go", "mod", "edit", "-json")
	if err != nil {
		return nil, err
	}
	var mod struct{ Toolchain string }
	if err := json.Unmarshal([]byte(text), &mod); err != nil {
		return nil, err
	}
	if mod.Toolchain == "" {
		return nil, fmt.Errorf("go.mod names no toolchain")
	}
	return append(env, "GOTOOLCHAIN="+mod.Toolchain), nil
}

// golang runs the go command in the tree, for a target or, with none, for this machine.
func (r *release) golang(ctx context.Context, t target, args ...string) (string, error) {
	env, err := r.goEnv(ctx)
	if err != nil {
		return "", err
	}
	if t != (target{}) {
		env = append(env, "GOOS="+t.os, "GOARCH="+t.arch)
	}
	return output(ctx, r.tree, env, "go", args...)
}

// browser builds the browser's program, packed as small as it gets. The programs embed it. Nothing comes from the cache
// of earlier builds.
func (r *release) browser(ctx context.Context) error {
	_, err := r.golang(ctx, target{}, "run", "-trimpath", "./cmd/shopdesk-web", "-quality", "11", "-cache",
		r.tree+".cache",
		"-o", "web/dist")
	return err
}

// programs builds the console for each target.
func (r *release) programs(ctx context.Context) error {
	stamp := fmt.Sprintf("-s -w -X main.version=%s -X main.commit=%s -X main.date=%s",
		r.version, r.commit, r.date.Format(time.RFC3339))
	for _, t := range r.targets {
		_, err := r.golang(ctx, t, "build", "-trimpath", "-buildvcs=false", "-ldflags", stamp, "-o", r.program(t),
			"./cmd/console")
		if err != nil {
			return err
		}
	}
	return nil
}

// program is the file of the program for a target.
func (r *release) program(t target) string {
	name := fmt.Sprintf("console_%s_%s_%s", r.version, t.os, t.arch)
	if t.os == "windows" {
		name += ".exe"
	}
	return filepath.Join(r.out, name)
}

// image makes a folder from which `docker buildx build --platform linux/amd64,linux/arm64` makes the image.
func (r *release) image(context.Context) error {
	folder := filepath.Join(r.out, "image")
	if err := os.MkdirAll(filepath.Join(folder, "data"), 0o750); err != nil {
		return err
	}
	if err := publish(filepath.Join(folder, "data", ".keep"), nil); err != nil {
		return err
	}
	dockerfile, err := os.ReadFile(filepath.Join(r.tree, "deploy", "image", "Dockerfile"))
	if err != nil {
		return err
	}
	if err := publish(filepath.Join(folder, "Dockerfile"), dockerfile); err != nil {
		return err
	}
	for _, t := range r.targets {
		if t.os != "linux" {
			continue
		}
		if err := os.MkdirAll(filepath.Join(folder, t.arch), 0o750); err != nil {
			return err
		}
		if err := os.Link(r.program(t), filepath.Join(folder, t.arch, "console")); err != nil {
			return err
		}
	}
	return nil
}
