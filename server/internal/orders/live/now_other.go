//go:build !unix

package live

// writeNow writes nothing, so each stream writes by itself.
func writeNow(uintptr, []byte) int { return 0 }
