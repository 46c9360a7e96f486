package picture

import "github.com/maxence-charriere/go-app/v10/pkg/app"

// openCache is one of the browser's caches by name, nil where there are none: not
// over plain HTTP.
func openCache(name string) app.Value {
	store := app.Window().Get("caches")
	if !store.Truthy() {
		return nil
	}
	cache, err := await(store.Call("open", name))
	if err != nil {
		return nil
	}
	return cache
}

// fileIn is what a cache holds at an address, nil for nothing.
func fileIn(cache app.Value, address string) app.Value {
	answer, err := await(cache.Call("match", address))
	if err != nil || !answer.Truthy() {
		return nil
	}
	file, err := await(answer.Call("blob"))
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
