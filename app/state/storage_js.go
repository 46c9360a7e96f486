package state

import (
	"fmt"
	"syscall/js"
)

// BrowserStorage is the browser's localStorage.
func BrowserStorage() Storage { return local{} }

type local struct{}

var _ Storage = local{}

var storage js.Value // once it could be reached

// call calls a method of localStorage. Where cookies are blocked the mere
// mention of localStorage throws, and a full one throws on setItem; only what
// Value.Call throws can be recovered in Go, hence the Reflect.
func call(method string, args ...any) (value js.Value, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%w: %v", ErrStorage, r)
		}
	}()
	if storage.IsUndefined() {
		storage = js.Global().Get("Reflect").Call("get", js.Global(), "localStorage")
	}
	return storage.Call(method, args...), nil
}

// Get implements [Storage].
func (local) Get(key string) (string, bool) {
	value, err := call("getItem", key)
	if err != nil || value.Type() != js.TypeString {
		return "", false
	}
	return value.String(), true
}

// Set implements [Storage].
func (local) Set(key, value string) error {
	_, err := call("setItem", key, value)
	return err
}

// Remove implements [Storage]. What can't be reached can't be removed either.
func (local) Remove(key string) { _, _ = call("removeItem", key) }
