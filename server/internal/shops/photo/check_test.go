package photo_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
	"github.com/shopdesk/shopdesk/sandbox"
	"github.com/shopdesk/shopdesk/server/internal/servertest"
	"github.com/shopdesk/shopdesk/server/store"
)

// pending is the address of the photo that the platform has in review.
func (f *fixture) pending() string {
	f.t.Helper()
	sh, _ := f.box.Shop(shop)
	for _, p := range sh.Record.MainPictures {
		if p.Status == platform.PicturePending {
			return p.URL
		}
	}
	return ""
}

// The test goes from the upload to the platform's record: the platform fetches the photo from us and refuses a second
// request, and the audit has both.
func TestUploadedPhotoReachesThePlatform(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	address := f.good()
	if r := f.ask(address); r.status != http.StatusOK {
		t.Fatalf("%d %s", r.status, r.body)
	}
	if f.pending() != address {
		t.Errorf("in review: %q", f.pending())
	}
	second := f.ask(f.good())
	if second.status != http.StatusUnprocessableEntity || second.error.Code != api.CodeRefused ||
		second.error.Platform != sandbox.CodePicture {
		t.Errorf("second: %d %s", second.status, second.body)
	}
	entries := servertest.Must(f.store.Entries(t.Context(), store.EntryQuery{Shops: []int64{shop}, Limit: 10}))(t)
	if len(entries) != 2 || entries[1].Action != "picture.update" || entries[1].Outcome != store.OutcomeDone ||
		entries[0].Outcome != store.OutcomeRefused {
		t.Errorf("audit: %+v", entries)
	}
}

func TestPhotoStaysWhileThePlatformIsDown(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	address := f.good() // needs no platform call
	f.open.Close()
	r := f.ask(address)
	if r.status != http.StatusGatewayTimeout && r.status != http.StatusBadGateway {
		t.Errorf("%d %s", r.status, r.body)
	}
	if got := f.get(address); got.status != http.StatusOK {
		t.Errorf("the picture is gone: %d", got.status)
	}
}

func TestPhotoOfAnotherShopIsRefused(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	r := f.upload(api.RoleManager, "100002", "image/png", pngOf(t, 901, 901))
	for name, address := range map[string]string{
		"another shop's": r.photo.URL, "never uploaded": f.console.URL + mount + "/photos/" +
			"aaaaaaaaaaaaaaaaaaaaaaaaaa.png",
	} {
		if r := f.ask(address); r.status != http.StatusUnprocessableEntity || r.code() != api.ProblemPictureGone ||
			r.error.Problems[0].Path != "pictureUrl" {
			t.Errorf("%s: %d %s", name, r.status, r.body)
		}
	}
	if f.pending() != "" {
		t.Error("the platform was asked")
	}
}

// A typed address is checked before the platform is called.
func TestTypedAddressIsCheckedFirst(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	files := map[string][]byte{
		"/good.jpg": jpegOf(t, 1600, 1280), "/good.jpeg": jpegOf(t, 901, 901), "/good.webp": webpOf(1000, 1000),
		"/small.png": pngOf(t, 900, 900),
		"/png.jpg":   pngOf(t, 1000, 1000), "/page.png": []byte("<html>"), "/bomb.png": claiming(t, 60_000, 60_000),
		"/heavy.png": append(pngOf(t, 1000, 1000), make([]byte, 5_000_000)...),
	}
	elsewhere := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, ok := files[r.URL.Path]
		switch {
		case r.URL.Path == "/inside.png":
			http.Redirect(w, r, "http://169.254.169.254/latest.png", http.StatusFound)
		case r.URL.Path == "/none.png":
			panic(http.ErrAbortHandler)
		case !ok:
			http.NotFound(w, r)
		default:
			_, _ = w.Write(body)
		}
	}))
	t.Cleanup(elsewhere.Close)
	for path, code := range map[string]string{
		"/good.jpg": "", "/good.jpeg": "", "/small.png": rules.CodePictureSmall,
		"/png.jpg":  "", // the interface says nothing of an ending that isn't the picture's own
		"/page.png": rules.CodePictureType, "/bomb.png": rules.CodePictureVast, "/heavy.png": rules.CodePictureHeavy,
		"/inside.png": api.ProblemPicturePrivate, "/none.png": api.ProblemPictureNoAnswer,
		"/missing.png": api.ProblemPictureStatus,
	} {
		r := f.ask(elsewhere.URL + path)
		if code == "" && r.status != http.StatusOK || code != "" &&
			(r.status != http.StatusUnprocessableEntity || r.code() != code) {
			t.Errorf("%s: %d %s, want %q", path, r.status, r.body, code)
		}
		if (f.pending() != "") != (code == "") {
			t.Errorf("%s: in review is %q", path, f.pending())
		}
		_ = f.box.ApprovePicture(shop)
	}
	for address, code := range map[string]string{
		"http://10.0.0.1/a.jpg": api.ProblemPicturePrivate, "https://a.example/a.gif": rules.CodePictureEnding,
		"ftp://a.example/a.jpg": rules.CodePictureScheme,
	} {
		if r := f.ask(address); r.code() != code {
			t.Errorf("%s: %s, want %s", address, r.body, code)
		}
	}
}
