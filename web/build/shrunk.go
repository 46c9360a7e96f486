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
	return linked, o.refused(name+" is not shrunk, and browsers load half as much again", err)
}

// refused warns of a step that the build goes on without, and fails where sizes are checked.
func (o options) refused(what string, err error) error {
	if o.check {
		return fmt.Errorf("build: %s: %w", what, err)
	}
	fmt.Fprintf(o.stderr, "\n*** WARNING: %s:\n*** %v\n\n", what, err)
	return nil
}
