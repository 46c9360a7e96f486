//go:build !js

package device

import "crypto/rand"

// fillRandom fills bytes from the system's source.
func fillRandom(random []byte) { _, _ = rand.Read(random) } // never fails: see its documentation
