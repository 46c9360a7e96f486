//go:build !unix

package live

// writeNow takes nothing: each stream writes for itself.
func writeNow(uintptr, []byte) int { return 0 }
