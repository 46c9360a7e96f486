package build

import (
	"fmt"

	"github.com/shopdesk/shopdesk/web/build/shrink"
)

// shrunk rewrites a program to compress better. One that the rewriting refuses stays as it was linked: a new release of
// Go must not stop a build. Only where sizes are checked the refusal is an error.
func shrunk(o options, name string, linked []byte) ([]byte, error) {
	if !o.shrink {
		return linked, nil
	}
	// The result depends on the program and on the rewriting itself.
	kept := hash(append(shrink.Version(), linked...)) + ".wasm"
	body, err := o.cache.remember(kept, func() ([]byte, error) {
		o.say("shrinking %s", name)
		return shrink.Program(linked)
	})
	if err == nil {
		return body, nil
	}
	if o.check {
		return nil, fmt.Errorf("build: %s: %w", name, err)
	}
	fmt.Fprintf(o.stderr, "\n*** WARNING: %s is not shrunk, and browsers load half as much again:\n*** %v\n\n", name, err)
	return linked, nil
}
