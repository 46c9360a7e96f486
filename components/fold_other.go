//go:build !js

package components

import "golang.org/x/text/unicode/norm"

// decompose is what the browser's String.normalize does: tests run without one.
func decompose(text string) string { return norm.NFKD.String(text) }
