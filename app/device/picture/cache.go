package picture

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/device"
)

// openCache is one of the browser's caches by name, nil where there are none: not
// over plain HTTP.
func openCache(name string) app.Value {
	store := app.Window().Get("caches")
	if !store.Truthy() {
		return nil
	}
	cache, err := device.Await(store.Call("open", name))
	if err != nil {
		return nil
	}
	return cache
}

// fileIn is what a cache holds at an address, nil for nothing.
func fileIn(cache app.Value, address string) app.Value {
	answer, err := device.Await(cache.Call("match", address))
	if err != nil || !answer.Truthy() {
		return nil
	}
	file, err := device.Await(answer.Call("blob"))
	if err != nil {
		return nil
	}
	return file
}

func deleteCache(name string) {
	if store := app.Window().Get("caches"); store.Truthy() {
		store.Call("delete", name)
	}
}
