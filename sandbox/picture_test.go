package sandbox_test

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/sandbox"
)

// hosts is a transport to which every host is one real server of ours, by http
// and by https.
func hosts(t testing.TB, answer http.HandlerFunc) http.RoundTripper {
	t.Helper()
	plain, secure := httptest.NewServer(answer), httptest.NewTLSServer(answer)
	t.Cleanup(plain.Close)
	t.Cleanup(secure.Close)
	dial := func(ctx context.Context, network, address string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, network, address)
	}
	transport := &http.Transport{
		DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
			return dial(ctx, network, plain.Listener.Addr().String())
		},
		DialTLSContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
			d := tls.Dialer{Config: &tls.Config{InsecureSkipVerify: true}}
			return d.DialContext(ctx, network, secure.Listener.Addr().String())
		},
	}
	t.Cleanup(transport.CloseIdleConnections)
	return transport
}

// photos is hosts whose every answer is a picture that may be shown.
func photos(t testing.TB) http.RoundTripper {
	t.Helper()
	body := drawn(t, "png", 901, 901)
	return hosts(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(body) })
}

// drawn is a picture of one colour.
func drawn(t testing.TB, kind string, width, height int) []byte {
	t.Helper()
	var out bytes.Buffer
	img := image.NewPaletted(image.Rect(0, 0, width, height), color.Palette{color.Gray{Y: 128}})
	var err error
	switch kind {
	case "png":
		err = png.Encode(&out, img)
	case "jpeg":
		err = jpeg.Encode(&out, img, nil)
	case "gif":
		err = gif.Encode(&out, img, nil)
	}
	if err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// The platform looks at the picture itself (interface 4.4, rule 3).
func TestPictureIsFetched(t *testing.T) {
	t.Parallel()
	files := map[string][]byte{
		"/least.png": drawn(t, "png", 901, 901), "/wide.jpg": drawn(t, "jpeg", 1600, 901),
		"/png.jpg":    drawn(t, "png", 1000, 1000), // of an ending that isn't its own, the interface says nothing
		"/narrow.png": drawn(t, "png", 900, 1000), "/low.jpg": drawn(t, "jpeg", 1000, 900),
		"/gif.png":  drawn(t, "gif", 1000, 1000),
		"/page.png": []byte("<!doctype html>"), "/empty.png": {},
		"/heavy.png": append(drawn(t, "png", 1000, 1000), make([]byte, 5_000_000)...),
		"/limit.png": append(drawn(t, "png", 1000, 1000), make([]byte, 5_000_000-1-len(drawn(t, "png", 1000, 1000)))...),
	}
	box := &sandbox.Sandbox{Transport: hosts(t, func(w http.ResponseWriter, r *http.Request) {
		body, ok := files[r.URL.Path]
		switch {
		case r.URL.Path == "/moved.png":
			http.Redirect(w, r, "https://elsewhere.example/least.png", http.StatusFound)
		case r.URL.Path == "/round.png":
			http.Redirect(w, r, "/round.png", http.StatusFound)
		case r.URL.Path == "/gone.png":
			panic(http.ErrAbortHandler)
		case !ok:
			http.NotFound(w, r)
		default:
			_, _ = w.Write(body)
		}
	})}
	client := dial(t, serve(t, box, "/p"))
	for path, refusal := range map[string]string{
		"/least.png": "", "/wide.jpg": "", "/png.jpg": "", "/moved.png": "", "/limit.png": "",
		"/narrow.png": "900×1000", "/low.jpg": "1000×900", "/gif.png": "not a JPEG", "/page.png": "not a JPEG",
		"/empty.png": "not a JPEG", "/heavy.png": "under 5 MB", "/round.png": "could not be fetched",
		"/gone.png": "could not be fetched", "/none.png": "could not be fetched",
	} {
		err := client.UpdatePicture(t.Context(), platform.PictureUpdate{ShopID: central,
			PictureURL: "https://a.example" + path})
		if refusal == "" && err != nil || refusal != "" && !refusedWith(err, refusal) {
			t.Errorf("%s: %v, want %q", path, err, refusal)
		}
		if pending := box.ApprovePicture(central) == nil; pending != (refusal == "") {
			t.Errorf("%s: pending %t", path, pending)
		}
	}
}

// The review page shows the very picture that was fetched, from its own
// address: its policy allows no other.
func TestReviewShowsThePicture(t *testing.T) {
	t.Parallel()
	body := drawn(t, "jpeg", 1200, 960)
	box := &sandbox.Sandbox{Transport: hosts(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(body) })}
	base := serve(t, box, "/p")
	const address = "https://a.example/b.jpg"
	if err := dial(t, base).UpdatePicture(t.Context(),
		platform.PictureUpdate{ShopID: central, PictureURL: address}); err != nil {
		t.Fatal(err)
	}
	_, page := fetch(t, base+"/sandbox/")
	for _, want := range []string{`src="reviews/100001/pending"`, "1200×960", address} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	for path, status := range map[string]int{"100001/pending": 200, "100001/rejected": 404, "100001/shown": 404,
		"100001/x": 404, "1/pending": 404} {
		response, got := fetch(t, base+"/sandbox/reviews/"+path)
		if response.StatusCode != status || status == 200 &&
			(got != string(body) || response.Header.Get("Content-Type") != "image/jpeg") {
			t.Errorf("%s: status %d, %d bytes of %s", path, response.StatusCode, len(got), response.Header.Get("Content-Type"))
		}
	}
	if err := box.RejectPicture(central, "Too grey."); err != nil {
		t.Fatal(err)
	}
	if response, _ := fetch(t, base+"/sandbox/reviews/100001/rejected"); response.StatusCode != http.StatusOK {
		t.Errorf("rejected: status %d", response.StatusCode)
	}
}

func refusedWith(err error, words string) bool {
	var said *platform.Error
	return errors.As(err, &said) && said.Code == sandbox.CodeParameter && strings.Contains(said.Message, words)
}
