package state

import (
	"fmt"
	"strings"
	"syscall/js"
)

// BrowserStorage is the browser's localStorage.
func BrowserStorage() Storage { return &browser{name: "localStorage"} }

// TabStorage lasts as long as the browser's tab.
func TabStorage() Storage { return &browser{name: "sessionStorage"} }

type browser struct {
	name    string
	storage js.Value // once it could be reached
}

var _ Storage = (*browser)(nil)

// call calls a method of the storage. Where cookies are blocked the mere
// mention of it throws, and a full one throws on setItem; only what
// Value.Call throws can be recovered in Go, hence the Reflect.
func (b *browser) call(method string, args ...any) (value js.Value, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%w: %v", ErrStorage, r)
		}
	}()
	if b.storage.IsUndefined() {
		b.storage = js.Global().Get("Reflect").Call("get", js.Global(), b.name)
	}
	return b.storage.Call(method, args...), nil
}

// Get implements [Storage].
func (b *browser) Get(key string) (string, bool) {
	value, err := b.call("getItem", key)
	if err != nil || value.Type() != js.TypeString {
		return "", false
	}
	return value.String(), true
}

// Set implements [Storage].
func (b *browser) Set(key, value string) error {
	_, err := b.call("setItem", key, value)
	return err
}

// Remove implements [Storage]. What can't be reached can't be removed either.
func (b *browser) Remove(key string) { _, _ = b.call("removeItem", key) }

// Keys implements [Storage].
func (b *browser) Keys() []string {
	if _, err := b.call("key", 0); err != nil {
		return nil
	}
	keys := js.Global().Get("Object").Call("keys", b.storage)
	return strings.Split(keys.Call("join", "\n").String(), "\n")
}
