//go:build unix

package disk

import (
	"io/fs"
	"syscall"
)

// access returns an error unless the file may be read and written.
func access(file string) error {
	const readAndWrite = 4 | 2
	if err := syscall.Access(file, readAndWrite); err != nil {
		return &fs.PathError{Op: "open", Path: file, Err: err}
	}
	return nil
}
