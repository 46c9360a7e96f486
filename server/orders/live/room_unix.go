//go:build unix

package live

import "syscall"

// openFiles is how many files the process may have open, 0 for as many as it
// likes.
func openFiles() uint64 {
	var most syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &most); err != nil {
		return 0
	}
	return uint64(most.Cur) //nolint:unconvert // not unsigned everywhere
}
