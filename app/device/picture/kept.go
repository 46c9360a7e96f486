package picture

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/device"
)

// Place is where in the browser a picture being prepared is kept: an operator's,
// of a shop. Base is where the console hangs, with a slash at its end.
type Place struct {
	Base           string
	Operator, Shop int64
}

func (at Place) address() string {
	return at.Base + "picture/" + strconv.FormatInt(at.Operator, 10) + "/" + strconv.FormatInt(at.Shop, 10)
}

// Keep keeps the picture's file in place of the one before, and reports whether
// the browser does.
func (p *Picture) Keep(at Place) bool {
	cache := openCache(keptCache(at.Base))
	if cache == nil {
		return false
	}
	_, err := device.Await(cache.Call("put", at.address(), app.Window().Get("Response").New(p.file)))
	return err == nil
}

// Kept is the file that is kept, nil when there is none.
func Kept(at Place) app.Value {
	cache := openCache(keptCache(at.Base))
	if cache == nil {
		return nil
	}
	return fileIn(cache, at.address())
}

// Forget drops the file that is kept.
func Forget(at Place) {
	if cache := openCache(keptCache(at.Base)); cache != nil {
		_, _ = device.Await(cache.Call("delete", at.address())) // what stays is replaced by the next, or goes at the sign-out
	}
}

// ForgetAll drops every picture that waits in the browser, shared or kept: whoever
// uses the device next finds none.
func ForgetAll(base string) {
	ForgetShared(base)
	ForgetKept(base)
}

// ForgetKept drops every file that Keep keeps.
func ForgetKept(base string) { deleteCache(keptCache(base)) }

func keptCache(base string) string { return "shopdesk-picture:" + base }
