//go:build unix

package live

import "syscall"

// writeNow writes to a non-blocking socket.
func writeNow(fd uintptr, b []byte) int {
	for {
		n, err := syscall.Write(int(fd), b)
		if err != syscall.EINTR {
			return max(0, n)
		}
	}
}
