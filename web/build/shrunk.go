package main

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"

	"github.com/shopdesk/shopdesk/web/build/shrink"
)

// shrunk rewrites a program to compress better. One that the rewriting refuses stays as it was linked: a new release of
// Go must not stop a build. Only where sizes are checked the refusal is an error.
func shrunk(o options, name string, linked []byte) ([]byte, error) {
	if !o.shrink {
		return linked, nil
	}
	file := filepath.Join(o.root, "build", "shrunk", name)
	body, err := shrunkBefore(file, linked, shrink.Program)
	if err == nil {
		return body, nil
	}
	if o.check {
		return nil, fmt.Errorf("build: %s: %w", name, err)
	}
	fmt.Fprintf(o.stderr, "\n*** WARNING: %s is not shrunk, and browsers load half as much again:\n*** %v\n\n", name, err)
	return linked, nil
}

// shrunkBefore keeps the last result for a program in a file, behind the hash of what it was made from: the linked
// program and the rewriting itself. Rewriting takes a second or two.
func shrunkBefore(file string, linked []byte, rewrite func([]byte) ([]byte, error)) ([]byte, error) {
	hash := sha256.New()
	hash.Write(shrink.Version())
	hash.Write(linked)
	key := hash.Sum(nil)
	if kept, err := os.ReadFile(file); err == nil {
		if body, found := bytes.CutPrefix(kept, key); found {
			return body, nil
		}
	}
	body, err := rewrite(linked)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return nil, fmt.Errorf("build: %w", err)
	}
	return body, replaceFile(file, append(key, body...))
}
