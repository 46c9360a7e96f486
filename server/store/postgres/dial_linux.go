package postgres

import (
	"strings"
	"syscall"
)

// userTimeout is TCP_USER_TIMEOUT, which package syscall doesn't name.
const userTimeout = 18

// control limits the time for which data that was sent may be unacknowledged.
func control(network, _ string, socket syscall.RawConn) (err error) {
	if !strings.HasPrefix(network, "tcp") {
		return nil
	}
	failed := socket.Control(func(fd uintptr) {
		err = syscall.SetsockoptInt(int(fd), syscall.IPPROTO_TCP, userTimeout, int(vanished.Milliseconds()))
	})
	if failed != nil {
		return failed
	}
	return err
}
