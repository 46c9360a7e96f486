// Package wholefile replaces files whole, so that a crash leaves the old one or the new one.
package wholefile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
)

// Replace puts a file with that content and mode in the place of the one at path, if any, and waits until it is on
// disk.
func Replace(path string, body []byte, mode fs.FileMode) error {
	file, err := os.CreateTemp(filepath.Dir(path), ".new-*")
	if err != nil {
		return err
	}
	_, err = file.Write(body)
	err = errors.Join(err, file.Sync(), file.Close())
	if err == nil {
		err = os.Chmod(file.Name(), mode)
	}
	if err == nil {
		err = os.Rename(file.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(file.Name()))
	}
	return SyncFolder(filepath.Dir(path))
}

// Sync waits until a file's content is on disk.
func Sync(path string) error {
	file, err := os.OpenFile(path, os.O_RDWR, 0) // Windows writes nothing of a file that is open for reading
	if err != nil {
		return err
	}
	return errors.Join(file.Sync(), file.Close())
}

// SyncFolder waits until a folder's list is on disk. Windows has no way to ask for that.
func SyncFolder(path string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	folder, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}
