package picture

import "github.com/maxence-charriere/go-app/v10/pkg/app"

// Shared takes the picture that was shared with the console, nil when there is
// none: the service worker keeps it at this address until then (see web/sw.js).
// Base is where the console hangs, with a slash at its end.
func Shared(base string) app.Value {
	cache := openCache(sharedCache(base))
	if cache == nil {
		return nil
	}
	file := fileIn(cache, base+"share")
	ForgetShared(base)
	return file
}

// ForgetShared drops what was shared and not taken.
func ForgetShared(base string) { deleteCache(sharedCache(base)) }

func sharedCache(base string) string { return "shopdesk-shared:" + base }
