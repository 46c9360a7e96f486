package pages

import (
	"net/url"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
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

// Picture shows one of the shop's pictures, and what became of it.
func (d Deps) Picture(p platform.Picture) app.HTMLLi {
	shop, _ := d.State.Shop(d.Route.ShopID)
	return app.Li().Body(&components.Picture{
		URL: p.URL, Alt: text.T("shop.picture.alt", state.DisplayName(shop)), Caption: PictureWords(p),
		Tone: pictureTones[p.Status], FailedText: PhotoFailed(p.URL),
	})
}

// pictureTones are the colours for it.
var pictureTones = map[platform.PictureStatus]components.Tone{
	platform.PictureEffective: components.ToneOK, platform.PicturePending: components.ToneInfo,
	platform.PictureRejected: components.ToneBad,
}

// PictureWords says what became of a picture.
func PictureWords(p platform.Picture) string {
	if p.Status == platform.PictureRejected && p.RejectReason != "" {
		return text.T("edit.of", text.T("shop.picture.3"), text.Isolate(p.RejectReason))
	}
	return text.Upper(CodeWords(api.KindPhoto, p.Extra, "status", int(p.Status)))
}

// CodeWords words a code of a record that kept extra: the member may be no number.
func CodeWords(kind api.CodeKind, extra platform.Extra, member string, code int) string {
	if raw := extra.Raw(member); code == 0 {
		return text.CodeOr(kind, code, raw)
	}
	return text.Code(kind, code)
}

// CodeSays reports whether a code of which no value is documented says something to people: 0 does where the owner has
// named it.
func CodeSays(kind api.CodeKind, extra platform.Extra, member string, code int) bool {
	_, named := text.CodeName(kind, strconv.Itoa(code))
	return code != 0 || named || extra.Raw(member) != ""
}
