package main

import (
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// sums is the file of checksums, in the form that sha256sum -c reads.
const sums = "SHA256SUMS"

// checksums writes the checksum of every file of the release.
func (r *release) checksums(context.Context) error {
	var lines strings.Builder
	err := filepath.WalkDir(r.out, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		name, err := filepath.Rel(r.out, path)
		if err != nil {
			return err
		}
		file, err := os.Open(path) //nolint:gosec // a file of the release
		if err != nil {
			return err
		}
		defer func() { _ = file.Close() }()
		hash := sha256.New()
		if _, err := io.Copy(hash, file); err != nil {
			return err
		}
		fmt.Fprintf(&lines, "%x  %s\n", hash.Sum(nil), filepath.ToSlash(name))
		return nil
	})
	if err != nil {
		return err
	}
	return publish(filepath.Join(r.out, sums), []byte(lines.String()))
}
