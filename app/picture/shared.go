package picture

import "github.com/maxence-charriere/go-app/v10/pkg/app"

// Shared takes the picture that was shared with the console, nil when there is
// none: the service worker keeps it at this address until then (see web/sw.js).
// Base is where the console hangs, with a slash at its end.
func Shared(base string) app.Value {
	store := app.Window().Get("caches") // not over plain HTTP
	if !store.Truthy() {
		return nil
	}
	cache, err := await(store.Call("open", sharedCache(base)))
	if err != nil {
		return nil
	}
	answer, err := await(cache.Call("match", base+"share"))
	if err != nil || !answer.Truthy() {
		return nil
	}
	file, err := await(answer.Call("blob"))
	ForgetShared(base)
	if err != nil {
		return nil
	}
	return file
}

// ForgetShared drops what was shared and not taken.
func ForgetShared(base string) {
	if store := app.Window().Get("caches"); store.Truthy() {
		store.Call("delete", sharedCache(base))
	}
}

func sharedCache(base string) string { return "shopdesk-shared:" + base }
