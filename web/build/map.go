package build

import (
	"github.com/shopdesk/shopdesk/web/build/shrink"
	"github.com/shopdesk/shopdesk/web/crash"
)

// mapOf is the map of a program, by which the server finds the names and lines of a crash. Programs of a toolchain that
// the rewriting doesn't know have none: the build has warned of them.
func mapOf(linked []byte) *crash.Map {
	known, err := shrink.Map(linked)
	if err != nil {
		return nil
	}
	return known
}
