//go:build unix

package live

import "syscall"

// writeNow writes to a socket that doesn't block.
func writeNow(fd uintptr, b []byte) int {
	for {
		n, err := syscall.Write(int(fd), b)
		if err != syscall.EINTR {
			return max(0, n)
		}
	}
}
