package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"
)

// identify finds the commit. A work tree that differs from it is an error: nobody could build that release again.
func (r *release) identify(ctx context.Context) error {
	changed, err := r.git(ctx, "status", "--porcelain")
	if err != nil {
		return err
	}
	if changed != "" {
		return fmt.Errorf("the tree isn't clean; commit or remove:\n%s", changed)
	}
	if r.commit, err = r.git(ctx, "rev-parse", "HEAD"); err != nil {
		return err
	}
	at, err := r.git(ctx, "show", "-s", "--format=%cI", "HEAD")
	if err != nil {
		return err
	}
	r.date, err = time.Parse(time.RFC3339, at)
	r.date = r.date.UTC()
	return err
}

// unpack writes the commit's files to the tree: what git ignores in the work tree can't get into a release.
func (r *release) unpack(ctx context.Context, archive string) error {
	if err := os.MkdirAll(r.tree, 0o750); err != nil {
		return err
	}
	if _, err := r.git(ctx, "archive", "--format=tar", "-o", archive, "HEAD"); err != nil {
		return err
	}
	_, err := output(ctx, r.tree, nil, "tar", "-x", "-f", archive)
	return err
}

// git runs git in the work tree.
func (r *release) git(ctx context.Context, args ...string) (string, error) {
	return output(ctx, r.repo, nil, "git", args...)
}

// output runs a command and returns what it prints, without the last newline. Its error has what the command complains
// about.
func output(ctx context.Context, folder string, env []string, name string, args ...string) (string, error) {
	command := exec.CommandContext(ctx, name, args...) //nolint:gosec // the commands are this program's own
	command.Dir = folder
	command.Env = append(os.Environ(), env...)
	out, err := command.Output()
	var failed *exec.ExitError
	if errors.As(err, &failed) {
		err = fmt.Errorf("%s %s: %w: %s", name, strings.Join(args, " "), err, bytes.TrimSpace(failed.Stderr))
	}
	return strings.TrimSuffix(string(out), "\n"), err
}

// publish writes a file of the release, which everybody may read.
func publish(file string, text []byte) error {
	return os.WriteFile(file, text, 0o644) //nolint:gosec // see above
}
