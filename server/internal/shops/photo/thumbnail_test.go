package photo_test

import (
	"bytes"
	"context"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/internal/servertest"
)

// thumbnail asks for the small photo of a shop, as a manager.
func (f *fixture) thumbnail(shopID int64) reply {
	f.t.Helper()
	return f.do(f.thumbnailRequest(shopID))
}

// thumbnailOf asks for the small form of the photo at an address, as a manager.
func (f *fixture) thumbnailOf(address string) reply {
	f.t.Helper()
	return f.do(f.smallRequest("of", address))
}

func (f *fixture) thumbnailRequest(shopID int64) *http.Request {
	f.t.Helper()
	return f.smallRequest("shop", strconv.FormatInt(shopID, 10))
}

func (f *fixture) smallRequest(name, value string) *http.Request {
	f.t.Helper()
	request := servertest.Must(http.NewRequestWithContext(f.t.Context(), http.MethodGet,
		f.console.URL+mount+api.PathThumbnail+"?"+url.Values{name: {value}}.Encode(), nil))(f.t)
	request.AddCookie(f.desk.Cookie(f.t, api.RoleManager))
	return request
}

// A photo's middle is kept in the thumbnail's shape: of a wide photo with green sides, only the red middle is shown.
func TestThumbnailIsTheMiddleOfThePhoto(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	wide := image.NewPaletted(image.Rect(0, 0, 1200, 300),
		color.Palette{color.RGBA{0, 255, 0, 255}, color.RGBA{255, 0, 0, 255}})
	for y := range 300 {
		for x := 400; x < 800; x++ {
			wide.SetColorIndex(x, y, 1)
		}
	}
	var body bytes.Buffer
	if err := png.Encode(&body, wide); err != nil {
		t.Fatal(err)
	}
	theirs := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write(body.Bytes())
	}))
	t.Cleanup(theirs.Close)
	f.shows[shop] = theirs.URL + "/front.png"
	r := f.thumbnail(shop)
	if r.status != http.StatusOK || r.header.Get("Content-Type") != "image/jpeg" {
		t.Fatalf("%d %s", r.status, r.header)
	}
	small := servertest.Must(jpeg.Decode(bytes.NewReader(r.body)))(t)
	if small.Bounds().Dx() != 96 || small.Bounds().Dy() != 72 || len(r.body) > 8000 {
		t.Errorf("%v, %d bytes", small.Bounds(), len(r.body))
	}
	for _, x := range []int{4, 48, 91} {
		if red, green, _, _ := small.At(x, 36).RGBA(); red < 0xe000 || green > 0x2000 {
			t.Errorf("at %d: red %#x, green %#x", x, red, green)
		}
	}
}

func TestThumbnailOfAnUploadedPhoto(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.shows[shop] = f.good()
	if r := f.thumbnail(shop); r.status != http.StatusOK {
		t.Errorf("%d %s", r.status, r.body)
	}
}

func TestNoThumbnailCanBeMade(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	theirs := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/vast.png":
			_, _ = w.Write(claiming(t, 4000, 4000))
		case "/heavy.png":
			_, _ = w.Write(make([]byte, platform.PictureBytes))
		case "/page.png":
			_, _ = w.Write([]byte("<html>"))
		default:
			http.NotFound(w, r)
		}
	}))
	t.Cleanup(theirs.Close)
	for name, address := range map[string]string{
		"no photo": "", "too many pixels": theirs.URL + "/vast.png", "too many bytes": theirs.URL + "/heavy.png",
		"no image": theirs.URL + "/page.png", "not found": theirs.URL + "/gone.png",
		"a private host": "http://10.0.0.1/front.png", "no such upload": f.console.URL + mount +
			api.PathPhotoFiles + "none.png",
	} {
		f.shows[shop] = address
		if r := f.thumbnail(shop); r.status != http.StatusNoContent || r.header.Get("Cache-Control") != "" {
			t.Errorf("%s: %d %s", name, r.status, r.header)
		}
	}
	if r := f.thumbnail(nobodys); r.status != http.StatusNotFound {
		t.Errorf("of a shop that the asker may not see: %d", r.status)
	}
}

// A photo at another's address is shown small if a template or a shop has it, or once it was accepted. Nothing is
// fetched from any other address: the console is no way to look at what stands elsewhere.
func TestThumbnailOfAnAddress(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	var fetched atomic.Int64
	theirs := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fetched.Add(1)
		if r.URL.Path == "/page.png" {
			_, _ = w.Write([]byte("<html>"))
			return
		}
		_, _ = w.Write(pngOf(t, 901, 901))
	}))
	t.Cleanup(theirs.Close)
	f.held = theirs.URL + "/held.png?a=1&b=2"
	if r := f.thumbnailOf(f.held); r.status != http.StatusOK || r.header.Get("Content-Type") != "image/jpeg" {
		t.Errorf("%d %s", r.status, r.header)
	}
	typed := theirs.URL + "/typed.png"
	if r := f.thumbnailOf(typed); r.status != http.StatusNoContent || fetched.Load() != 1 {
		t.Errorf("%d after %d calls", r.status, fetched.Load())
	}
	for address, status := range map[string]int{
		typed: http.StatusOK, theirs.URL + "/page.png": http.StatusNoContent,
	} {
		if _, err := f.service.CheckShared(t.Context(), address); err != nil {
			t.Fatal(err)
		}
		calls := fetched.Load()
		if r := f.thumbnailOf(address); r.status != status || status != http.StatusOK && fetched.Load() != calls {
			t.Errorf("%s: %d after %d calls", address, r.status, fetched.Load()-calls)
		}
	}
}

// Addresses that nothing here has cost one search together, and only who may change photos has one made. Each address
// once read all shops of all runs about photos, for everybody who may see a shop.
func TestUnknownAddressesShareOneSearch(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	var asking sync.WaitGroup
	for i := range 24 {
		request := f.smallRequest("of", "https://photos.example/"+strconv.Itoa(i)+".png")
		asking.Go(func() {
			if r := f.do(request); r.status != http.StatusNoContent {
				t.Errorf("%d %s", r.status, r.body)
			}
		})
	}
	asking.Wait()
	if n := f.searches.Load(); n != 1 {
		t.Errorf("%d searches", n)
	}
	theirs := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write(pngOf(t, 901, 901))
	}))
	t.Cleanup(theirs.Close)
	f.held = theirs.URL + "/front.png"
	f.clock.Advance(time.Minute)
	staff := f.smallRequest("of", f.held)
	staff.Header.Del("Cookie")
	staff.AddCookie(f.desk.Cookie(t, api.RoleStaff))
	if r := f.do(staff); r.status != http.StatusForbidden {
		t.Errorf("staff: %d %s", r.status, r.body)
	}
	if r := f.thumbnailOf(f.held); r.status != http.StatusOK || f.searches.Load() != 2 {
		t.Errorf("%d after %d searches", r.status, f.searches.Load())
	}
}

// A photo is fetched once, and one that couldn't be had is tried again after an hour.
func TestThumbnailIsRemembered(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	var fetched atomic.Int64
	theirs := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if fetched.Add(1) == 1 {
			http.NotFound(w, r)
			return
		}
		_, _ = w.Write(pngOf(t, 700, 700))
	}))
	t.Cleanup(theirs.Close)
	f.shows[shop] = theirs.URL + "/front.png"
	for i, step := range []struct {
		ahead  time.Duration
		status int
		calls  int64
	}{
		{0, http.StatusNoContent, 1},
		{59 * time.Minute, http.StatusNoContent, 1},
		{time.Minute, http.StatusOK, 2},
		{59 * time.Minute, http.StatusOK, 2},
	} {
		f.clock.Advance(step.ahead)
		if r := f.thumbnail(shop); r.status != step.status || fetched.Load() != step.calls {
			t.Errorf("%d: %d after %d calls", i, r.status, fetched.Load())
		}
	}
}

// A host that doesn't answer keeps no other photo waiting: thumbnails were once made under a lock that was held while
// a photo was fetched.
func TestSlowHostDelaysNoOtherThumbnail(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	ctx, leave := context.WithCancel(t.Context())
	answer := make(chan struct{})
	theirs := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/slow.png" {
			leave() // the asker doesn't wait, but the photo is still fetched
			<-answer
		}
		_, _ = w.Write(pngOf(t, 700, 700))
	}))
	t.Cleanup(theirs.Close)
	t.Cleanup(func() { close(answer) })
	f.shows[shop], f.shows[other] = theirs.URL+"/slow.png", theirs.URL+"/front.png"
	response, err := http.DefaultClient.Do(f.thumbnailRequest(shop).WithContext(ctx))
	if err == nil {
		_ = response.Body.Close()
		t.Fatalf("the slow photo was answered with %d", response.StatusCode)
	}
	if r := f.thumbnail(other); r.status != http.StatusOK {
		t.Errorf("%d %s", r.status, r.body)
	}
}

// broken is a fetcher with a fault.
type broken struct{}

func (broken) Get(context.Context, string, int64) ([]byte, error) { panic("broken") }

// A fault in what reads or decodes a photo leaves the photo without a thumbnail: it once ended the whole server.
func TestFaultLeavesNoThumbnail(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.service.Fetcher = broken{}
	f.shows[shop] = "https://photos.example/front.png"
	for range 2 {
		if r := f.thumbnail(shop); r.status != http.StatusNoContent {
			t.Errorf("%d %s", r.status, r.body)
		}
	}
}
