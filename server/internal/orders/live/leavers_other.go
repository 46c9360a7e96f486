//go:build !linux

package live

import (
	"context"
	"syscall"
)

// leavers watches no connection: a goroutine of each stream waits in a read.
type leavers struct{}

func newLeavers() *leavers { return &leavers{} }

func (*leavers) watch(syscall.RawConn, *stream) bool { return false }

func (*leavers) forget(*stream) {}

func (*leavers) follow(context.Context) {}
