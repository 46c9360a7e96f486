//go:build unix

package disk

import (
	"io/fs"
	"os"
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

// GiveTo gives a file to the owner of a folder where root runs this program: the folder is another user's, who couldn't
// open the file otherwise.
func GiveTo(folder, file string) error {
	info, err := os.Stat(folder)
	if err != nil || os.Geteuid() != 0 {
		return err
	}
	owner, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return nil
	}
	return os.Lchown(file, int(owner.Uid), int(owner.Gid))
}
