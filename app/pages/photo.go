package pages

import (
	"net/url"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/internal/api"
)

// Ours tells whether a picture stands on our own server: only of those do we know that the browser may show them.
func Ours(address string) bool {
	return !app.IsServer && strings.HasPrefix(address, app.Window().Get("location").Get("origin").String()+"/")
}

// SmallPhoto is where the browser gets a photo for a thumbnail: one on our own server from its address, any other as
// our server makes it smaller, since the browser may show none of another's. It is "" for what is no web address.
func SmallPhoto(address string) string {
	switch web, err := url.Parse(address); {
	case Ours(address):
		return address
	case err != nil || web.Host == "" || web.Scheme != "https" && web.Scheme != "http":
		return ""
	}
	mount := routes.At(app.Getenv("GOAPP_ROOT_PREFIX"))
	return string(mount) + api.PathThumbnail + "?" + url.Values{"of": {address}}.Encode()
}

// PhotoName names a photo by its address without what people don't read: "img.example/…/front.jpg".
func PhotoName(address string) string {
	if address == "" {
		return ""
	}
	_, rest, web := strings.Cut(address, "://")
	host, path, _ := strings.Cut(rest, "/")
	if !web || path == "" {
		return text.LTR(address)
	}
	file := path[strings.LastIndexByte(path, '/')+1:]
	if file != path {
		file = "…/" + file
	}
	return text.LTR(host + "/" + file)
}

// PhotoFailed stands in the place of a photo that can't be shown, and names it.
func PhotoFailed(address string) string {
	if address == "" {
		return text.T("shop.picture.failed")
	}
	return text.T("error.both", text.T("shop.picture.failed"), PhotoName(address))
}
