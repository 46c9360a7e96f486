package device

import "syscall/js"

// fillRandom fills bytes from the browser's own source. crypto/rand would do the same, and bring 38 KB of certified
// cryptography and math/big into the program (docs/adr/0033-shrink.md).
func fillRandom(random []byte) {
	array := js.Global().Get("Uint8Array").New(len(random))
	js.Global().Get("crypto").Call("getRandomValues", array)
	js.CopyBytesToGo(random, array)
}
