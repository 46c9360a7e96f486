package backup

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/shopdesk/shopdesk/internal/wholefile"
)

// Shelf is a place for backups.
type Shelf interface {
	// Put moves the finished file at path there. It replaces nothing.
	Put(ctx context.Context, name, path string) error
	// Open reads a file. The error is fs.ErrNotExist if there is none.
	Open(ctx context.Context, name string) (io.ReadCloser, error)
	// Names lists the files.
	Names(ctx context.Context) ([]string, error)
	// Delete deletes a file.
	Delete(ctx context.Context, name string) error
}

// Folder is a shelf on disk.
type Folder string

var _ Shelf = Folder("")

// Put renames the file, which is on the same disk.
func (f Folder) Put(_ context.Context, name, path string) error {
	into := filepath.Join(string(f), name)
	if _, err := os.Lstat(into); !errors.Is(err, fs.ErrNotExist) {
		return errors.Join(fmt.Errorf("%s exists already", into), err)
	}
	if err := wholefile.Sync(path); err != nil {
		return err
	}
	if err := os.Rename(path, into); err != nil {
		return err
	}
	return wholefile.SyncFolder(string(f))
}

// Open opens the file.
func (f Folder) Open(_ context.Context, name string) (io.ReadCloser, error) {
	return os.Open(filepath.Join(string(f), name))
}

// Names lists the folder.
func (f Folder) Names(context.Context) (names []string, err error) {
	found, err := os.ReadDir(string(f))
	for _, one := range found {
		names = append(names, one.Name())
	}
	return names, err
}

// Delete deletes the file.
func (f Folder) Delete(_ context.Context, name string) error {
	return os.Remove(filepath.Join(string(f), name))
}

// Split splits a path into a folder and the name of a file in it. A folder that exists, or a path with a slash at its
// end, has no name.
func Split(path string) (folder Folder, name string) {
	if info, err := os.Stat(path); err == nil && info.IsDir() || strings.HasSuffix(path, "/") {
		return Folder(path), ""
	}
	return Folder(filepath.Dir(path)), filepath.Base(path)
}
