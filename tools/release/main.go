package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"time"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Args[1:], os.Stdout)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

// release is what is made, and of what.
type release struct {
	version string
	commit  string
	date    time.Time // of the commit
	repo    string    // the git work tree
	tree    string    // the commit's files, in a folder of their own
	out     string    // where the release goes
	targets []target
	log     io.Writer
}

// target is a system that the program is built for.
type target struct{ os, arch string }

func (t target) String() string { return t.os + "/" + t.arch }

var allTargets = []target{
	{"linux", "amd64"}, {"linux", "arm64"}, {"darwin", "amd64"}, {"darwin", "arm64"}, {"windows", "amd64"},
	{"windows", "arm64"},
}

// versionForm is a version of semver.org with Go's v.
var versionForm = regexp.MustCompile(`^v\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$`)

func run(ctx context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("release", flag.ContinueOnError)
	r := release{log: out}
	flags.StringVar(&r.version, "version", "", "the version, as in v1.2.3")
	flags.StringVar(&r.repo, "repo", ".", "the git work tree")
	flags.StringVar(&r.out, "o", "", "the folder for the release; its content is replaced")
	only := flags.String("only", "", "build for these systems alone, as in linux/amd64,windows/arm64")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if !versionForm.MatchString(r.version) {
		return fmt.Errorf("-version: %q isn't a version such as v1.2.3", r.version)
	}
	if r.out == "" {
		return errors.New("-o is missing: the folder for the release")
	}
	for _, t := range allTargets {
		if *only == "" || strings.Contains(","+*only+",", ","+t.String()+",") {
			r.targets = append(r.targets, t)
		}
	}
	if len(r.targets) == 0 {
		return fmt.Errorf("-only: %q names no system", *only)
	}
	return r.make(ctx)
}

// make makes the whole release.
func (r *release) make(ctx context.Context) (err error) {
	if r.out, err = filepath.Abs(r.out); err != nil {
		return err
	}
	if err := r.identify(ctx); err != nil {
		return err
	}
	work, err := os.MkdirTemp("", "release")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(work)) }()
	r.tree = filepath.Join(work, "tree")
	if err := r.unpack(ctx, filepath.Join(work, "tree.tar")); err != nil {
		return err
	}
	if err := os.RemoveAll(r.out); err != nil {
		return err
	}
	if err := os.MkdirAll(r.out, 0o750); err != nil {
		return err
	}
	for _, step := range []struct {
		name string
		do   func(context.Context) error
	}{
		{"changes since the last release", r.changelog},
		{"notices of third parties", r.notices},
		{"the browser's program", r.browser},
		{"the program", r.programs},
		{"the list of modules", r.sbom},
		{"the image's context", r.image},
		{"checksums", r.checksums},
	} {
		if _, err := fmt.Fprintln(r.log, "release:", step.name); err != nil {
			return err
		}
		if err := step.do(ctx); err != nil {
			return fmt.Errorf("%s: %w", step.name, err)
		}
	}
	return nil
}
