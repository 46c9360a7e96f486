package e2e

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/store"
)

// A photo at another's address was words or its raw address where people read of it. It is a thumbnail in a template,
// in what differs from the template, in the preview of a bulk change and in the activity.
func TestPhotosAreThumbnails(t *testing.T) {
	t.Parallel()
	d := startTemplates(t)
	b := newTab(t)
	d.signedIn(b, "owner")
	photo := func(shop int64) string {
		t.Helper()
		s, err := d.direct().Shop(t.Context(), platform.ShopRef{ShopID: shop})
		if err != nil || len(s.MainPictures) == 0 {
			t.Fatalf("%+v %v", s, err)
		}
		return s.MainPictures[0].URL
	}
	thumbnails := func(within string, n int) {
		t.Helper()
		b.until(fmt.Sprintf(`(all => all.length === %d && all.every(e => e.complete && e.naturalWidth === 96 && e.alt))
			([...document.querySelectorAll(%q)])`, n, within+" .thumbnail-image"), fmt.Sprintf("%d thumbnails in %s", n, within))
	}
	id := strings.Repeat("a", 26)
	parts, err := json.Marshal(api.TemplateParts{Picture: photo(100002)})
	if err != nil {
		t.Fatal(err)
	}
	if err := d.store.SaveTemplate(t.Context(), store.Template{
		ID: id, Name: "Front", ChangedBy: "Olivia Chan", Parts: parts, Shops: []int64{central},
	}); err != nil {
		t.Fatal(err)
	}
	b.open(d.URL + "/templates")
	b.smallIsMade("of", photo(central))
	b.smallIsMade("of", photo(100002))
	b.open(d.URL + "/templates/" + id)
	thumbnails("#template-says", 1)
	thumbnails("#drift-100001", 2)
	b.shot("photo-template")
	b.open(d.URL + "/shops/100001")
	thumbnails("#drift-of-"+id, 2)
	b.click("#drift-of-" + id + "-fix")
	b.click("#apply-next")
	thumbnails("#apply-look-100001", 2)
	if !b.is(`document.querySelector("#apply-look-100001").getBoundingClientRect().bottom <
		document.querySelector("#apply-launch").getBoundingClientRect().top`) {
		t.Error("the button that begins the run covers the differences")
	}
	b.shot("photo-preview")
	b.judgeEveryLook("photo-preview")
	b.eval(fmt.Sprintf(`fetch(%q, {method: "POST", headers: {"X-Console": "1", "Content-Type": "application/json"},
		body: JSON.stringify({shopId: 100002, pictureUrl: %q})}).then(a => document.body.dataset.sent = a.status)`,
		api.PlatformPrefix+platform.PathPictureUpdate, photo(100001)), nil)
	b.until(`document.body.dataset.sent === "200"`, "the photo to be sent")
	b.open(d.URL + "/activity")
	thumbnails(".activity-changes", 1)
	b.shot("photo-activity")
}

// A photo that comes late is shown without another visit. The regression: its words stayed.
func TestLatePhotoIsShown(t *testing.T) {
	t.Parallel()
	d := startTemplates(t)
	b := newTab(t)
	d.signedIn(b, "owner")
	hold, photo := make(chan struct{}), pngOf(t, 1200, 900)
	theirs := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		<-hold
		_, _ = w.Write(photo)
	}))
	t.Cleanup(theirs.Close)
	parts, err := json.Marshal(api.TemplateParts{Picture: theirs.URL + "/front.png"})
	if err != nil {
		t.Fatal(err)
	}
	id := strings.Repeat("a", 26)
	if err := d.store.SaveTemplate(t.Context(), store.Template{
		ID: id, Name: "Front", ChangedBy: "Olivia Chan", Parts: parts, Shops: []int64{central},
	}); err != nil {
		t.Fatal(err)
	}
	b.open(d.URL + "/templates/" + id)
	b.until(`document.querySelector("#template-says .thumbnail")?.textContent.includes("front.png")`, "the photo's words")
	close(hold)
	b.until(`document.querySelector("#template-says .thumbnail-image")?.naturalWidth === 96`, "the photo")
}

// smallIsMade waits until the server has the small form of a photo, which is asked for by "shop" or by "of", its
// address. A page that asks two seconds before shows words at first.
func (b *tab) smallIsMade(by, value string) {
	b.t.Helper()
	asked := api.PathThumbnail + "?" + url.Values{by: {value}}.Encode()
	b.until(fmt.Sprintf(`fetch(%q).then(a => a.status === 200)`, asked), "the thumbnail of "+value)
}
