package build

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"time"

	"github.com/shopdesk/shopdesk/internal/wholefile"
)

// keepUnused is how long the cache keeps a file that no build asks for.
const keepUnused = 30 * 24 * time.Hour

// cache keeps what takes long to make, in files named by what they were made from.
type cache struct{ folder string }

// remember answers the file of that name, which build makes when there is none.
func (c cache) remember(name string, build func() ([]byte, error)) ([]byte, error) {
	file := filepath.Join(c.folder, name)
	if body, err := os.ReadFile(file); err == nil {
		now := time.Now()
		_ = os.Chtimes(file, now, now) // of a file that another build has just removed
		return body, nil
	}
	body, err := build()
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(c.folder, 0o755); err != nil {
		return nil, fmt.Errorf("build: cache: %w", err)
	}
	return body, wholefile.Replace(file, body, 0o644)
}

// cacheName is the form of the names of the cache's files: another's, in a folder that isn't the cache's own, stay.
var cacheName = regexp.MustCompile(`^[0-9a-f]{64}\.(wasm|gz9|br\d+)$`)

// trim removes the files that no build has asked for in a long time.
func (c cache) trim(now time.Time) error {
	entries, err := os.ReadDir(c.folder)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("build: cache: %w", err)
	}
	for _, entry := range entries {
		info, err := entry.Info()
		if err != nil || !info.Mode().IsRegular() || !cacheName.MatchString(entry.Name()) ||
			now.Sub(info.ModTime()) < keepUnused {
			continue // without info, another build has just removed it
		}
		if err := os.Remove(filepath.Join(c.folder, entry.Name())); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("build: cache: %w", err)
		}
	}
	return nil
}
