//go:build !js

package state

// BrowserStorage is the browser's localStorage. Outside a browser it is a
// [Memory].
func BrowserStorage() Storage { return new(Memory) }

// TabStorage lasts as long as the browser's tab.
func TabStorage() Storage { return new(Memory) }
