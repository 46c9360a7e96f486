package build

import (
	"github.com/shopdesk/shopdesk/web/asset"
	"github.com/shopdesk/shopdesk/web/build/shrink"
)

// mapOf is the map of a program, by which the server finds the names and lines of a crash. Programs of a toolchain that
// the rewriting doesn't know have none: the build has warned of them.
func mapOf(name string, linked []byte) (source, bool) {
	m, err := shrink.Map(linked)
	if err != nil {
		return source{}, false
	}
	return source{asset.Map(name), keptType, m.Encode()}, true
}
