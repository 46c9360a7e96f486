//go:build !js

package state

// BrowserStorage is the browser's localStorage. Outside a browser it is a
// [Memory].
func BrowserStorage() Storage { return new(Memory) }
