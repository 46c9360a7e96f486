package shrink

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// toolchains are the releases of Go whose programs the package knows. A new one is added when the tests of this package
// pass with it.
var toolchains = []string{"go1.26", "go1.27"}

// Knows reports whether a toolchain, such as go1.26.8, is of a release whose programs the package knows.
func Knows(toolchain string) bool { return slices.Contains(toolchains, release(toolchain)) }

// release is the release of a toolchain: go1.26 of go1.26.8.
func release(toolchain string) string {
	parts := strings.SplitN(toolchain, ".", 3)
	return strings.Join(parts[:min(2, len(parts))], ".")
}

// checkToolchain answers the release of Go that linked a program, and refuses others. The linker writes its version to
// the section "producers".
func checkToolchain(sections []section) (string, error) {
	for _, s := range sections {
		if s.id != secCustom {
			continue
		}
		r := &reader{all: s.body}
		if r.name() != "producers" {
			continue
		}
		for range r.count() {
			field := r.name()
			for range r.count() {
				value, version := r.name(), r.name()
				if field != "language" {
					continue
				}
				if value != "Go" || !Knows(version) {
					return "", fmt.Errorf("linked by %s %s, and only %s is known", value, version, strings.Join(toolchains, ", "))
				}
				return release(version), r.err
			}
		}
	}
	return "", errors.New("the toolchain that linked it is unknown")
}
