//go:build unix

package live

import "syscall"

// openFiles returns the process's limit of open files, 0 for no limit.
func openFiles() uint64 {
	var most syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &most); err != nil {
		return 0
	}
	return uint64(most.Cur) //nolint:unconvert // signed on some systems
}
