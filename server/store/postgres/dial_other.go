//go:build !linux

package postgres

import "syscall"

// control leaves it to the system how long data may be unacknowledged.
func control(string, string, syscall.RawConn) error { return nil }
