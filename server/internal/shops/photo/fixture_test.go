package photo_test

import (
	"bytes"
	"context"
	"encoding/json"
	"hash/crc32"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/internal/sqlitetest"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/sandbox"
	"github.com/shopdesk/shopdesk/server/internal/access/auth"
	"github.com/shopdesk/shopdesk/server/internal/background"
	"github.com/shopdesk/shopdesk/server/internal/gateway/proxy"
	"github.com/shopdesk/shopdesk/server/internal/gateway/token"
	"github.com/shopdesk/shopdesk/server/internal/gateway/upstream"
	"github.com/shopdesk/shopdesk/server/internal/servertest"
	"github.com/shopdesk/shopdesk/server/internal/shops/change"
	"github.com/shopdesk/shopdesk/server/internal/shops/photo"
	"github.com/shopdesk/shopdesk/server/internal/web/fetch"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
	"github.com/shopdesk/shopdesk/server/store"
)

const (
	mount   = "/admin/console"
	shop    = 100001 // the manager has it too
	other   = 100002
	nobodys = 999999
)

// fixture is a console with real parts in front of a sandbox that fetches photos from the console. All share one
// clock that stands still.
type fixture struct {
	t       *testing.T
	clock   *sandbox.VirtualClock
	box     *sandbox.Sandbox
	open    *httptest.Server // the platform
	record  atomic.Value     // the platform's answer in place of a shop's record, a string, where there is one
	store   store.Store
	service *photo.Service
	console *httptest.Server
	desk    servertest.Desk
	shared  string // the name of the photo of a template
	shows   map[int64]string
	held    string // the address of the photo of a template

	searches atomic.Int64 // for who has a photo
}

// A machine that stands still for some seconds must fail no test: then a picture is still looked at.
func init() { proxy.PictureWithin = time.Minute }

// anyOrder has every order in every shop.
type anyOrder struct{}

func (anyOrder) Own(context.Context, auth.ShopScope, int64) error { return nil }

func newFixture(t *testing.T) *fixture {
	t.Helper()
	clock := sandbox.NewVirtualClock(time.Date(2026, 11, 20, 4, 0, 0, 0, time.UTC))
	f := &fixture{t: t, clock: clock, shows: map[int64]string{},
		box: &sandbox.Sandbox{Clock: clock, TokenLifetime: 10000 * time.Hour}}
	f.open = httptest.NewServer(http.StripPrefix("/open", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if answer, _ := f.record.Load().(string); answer != "" && r.URL.Path == platform.PathShopGet {
			_, _ = io.WriteString(w, answer)
			return
		}
		f.box.ServeHTTP(w, r)
	})))
	t.Cleanup(f.open.Close)
	f.store = sqlitetest.Open(t)
	if err := f.store.PutShops(t.Context(), []store.Shop{{ShopID: shop}, {ShopID: other}, {ShopID: 100003}}); err != nil {
		t.Fatal(err)
	}
	operators := servertest.Must(auth.New(auth.Config{Store: f.store, Demo: true, Insecure: true,
		Base: background.Base{Now: clock.Now}}))(t)
	if err := operators.EnsureDemo(t.Context(), []int64{shop, other}); err != nil {
		t.Fatal(err)
	}
	keeper := servertest.Keeper(t, token.Options{BaseURL: f.open.URL + "/open", Store: f.store,
		Base: background.Base{Now: clock.Now}})
	caller := servertest.Must(upstream.New(upstream.Options{BaseURL: f.open.URL + "/open", Tokens: keeper,
		Now: clock.Now}))(t)
	mux := http.NewServeMux()
	f.console = httptest.NewServer(http.StripPrefix(mount, mux))
	t.Cleanup(f.console.Close)
	f.desk.URL = f.console.URL + mount
	f.service = servertest.Must(photo.New(photo.Options{
		Authoriser: operators, Platform: &platform.Client{Transport: caller}, Photos: f.store, Blobs: f.store,
		Fetcher: fetch.New(fetch.Options{Loopback: true, Timeout: time.Minute}),
		Address: f.console.URL + mount + api.PathPhotoFiles, Base: background.Base{Now: clock.Now},
		InEffect: func(_ context.Context, shop int64) (string, error) { return f.shows[shop], nil },
		HasPicture: func(_ context.Context, fits func(string) bool) (bool, error) {
			f.searches.Add(1)
			return fits(f.held) || f.shared != "" && fits("https://pictures.example/"+f.shared), nil
		},
	}))(t)
	f.service.WaitLong()
	gate := servertest.Must(proxy.New(proxy.Config{
		Authoriser: operators, Upstream: caller, Audit: f.store, Shops: f.store, Leases: f.store,
		Pictures: f.service, Phones: change.PhoneCheck(change.PossiblePhone), Orders: anyOrder{},
		Base: background.Base{Now: clock.Now},
	}))(t)
	log := slog.New(slog.DiscardHandler)
	calls := http.NewServeMux()
	calls.Handle("POST "+api.PathDemo, httpio.Handler(log, operators.HandleDemo))
	calls.Handle("POST "+api.PathPhotos, httpio.Handler(log, f.service.HandleUpload))
	calls.Handle("GET "+api.PathThumbnail, httpio.Handler(log, f.service.HandleThumbnail))
	calls.Handle("POST /api/check", httpio.Handler(log, func(w http.ResponseWriter, r *http.Request) error {
		found, err := f.service.CheckShared(r.Context(), r.URL.Query().Get("address"))
		if err != nil {
			return err
		}
		return httpio.WriteJSON(w, found)
	}))
	calls.Handle(api.PlatformPrefix+"/", http.StripPrefix(api.PlatformPrefix, httpio.Handler(log, gate.Handle)))
	mux.Handle("/api/", operators.Identify(calls))
	mux.Handle("GET "+api.PathPhotoFiles+"{name}", f.service)
	return f
}

// reply is an answer of the console.
type reply struct {
	status int
	header http.Header
	body   []byte
	photo  api.Photo
	error  api.Error
}

// code is the code of the first problem, or of the error.
func (r reply) code() string {
	if len(r.error.Problems) > 0 {
		return r.error.Problems[0].Code
	}
	return string(r.error.Code)
}

func (f *fixture) send(role api.Role, path, kind string, body []byte) reply {
	f.t.Helper()
	request := servertest.Must(http.NewRequestWithContext(f.t.Context(), http.MethodPost, f.console.URL+mount+path,
		bytes.NewReader(body)))(f.t)
	request.Header.Set("Content-Type", kind)
	if c := f.desk.Cookie(f.t, role); c != nil {
		request.AddCookie(c)
	}
	return f.do(request)
}

func (f *fixture) do(request *http.Request) (r reply) {
	f.t.Helper()
	response := servertest.Must(http.DefaultClient.Do(request))(f.t) //nolint:bodyclose // it is, below
	defer response.Body.Close()
	r.status, r.header, r.body = response.StatusCode, response.Header, servertest.Must(io.ReadAll(response.Body))(f.t)
	if r.status == http.StatusOK {
		_ = json.Unmarshal(r.body, &r.photo)
	} else {
		_ = json.Unmarshal(r.body, &r.error)
	}
	return r
}

func (f *fixture) upload(role api.Role, shopID string, kind string, body []byte) reply {
	f.t.Helper()
	return f.send(role, api.PathPhotos+"?shop="+shopID, kind, body)
}

// good uploads a photo for the shop and returns its address.
func (f *fixture) good() string {
	f.t.Helper()
	r := f.upload(api.RoleManager, "100001", "image/png", pngOf(f.t, 901, 901))
	if r.status != http.StatusOK {
		f.t.Fatalf("upload: %d %s", r.status, r.body)
	}
	return r.photo.URL
}

// ask asks the platform to show the photo at an address.
func (f *fixture) ask(address string) reply {
	f.t.Helper()
	body := servertest.Must(json.Marshal(platform.PictureUpdate{ShopID: shop, PictureURL: address}))(f.t)
	return f.send(api.RoleManager, api.PlatformPrefix+platform.PathPictureUpdate, "application/json", body)
}

// get reads a photo as the platform does.
func (f *fixture) get(address string) reply {
	f.t.Helper()
	return f.do(servertest.Must(http.NewRequestWithContext(f.t.Context(), http.MethodGet, address, nil))(f.t))
}

func pngOf(t testing.TB, width, height int) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := png.Encode(&out, image.NewPaletted(image.Rect(0, 0, width, height),
		color.Palette{color.Black})); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func jpegOf(t testing.TB, width, height int) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := jpeg.Encode(&out, image.NewGray(image.Rect(0, 0, width, height)), nil); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// claiming is a small PNG whose header claims another size.
func claiming(t testing.TB, width, height uint32) []byte {
	t.Helper()
	body := pngOf(t, 1, 1)
	for i := range 4 {
		body[16+i], body[20+i] = byte(width>>(24-8*i)), byte(height>>(24-8*i))
	}
	sum := crc32.ChecksumIEEE(body[12:29])
	for i := range 4 {
		body[29+i] = byte(sum >> (24 - 8*i))
	}
	return body
}

// webpOf is a WebP header of the extended form; only the header is read.
func webpOf(width, height int) []byte {
	w, h := width-1, height-1
	body := []byte{
		'R', 'I', 'F', 'F', 22, 0, 0, 0, 'W', 'E', 'B', 'P', 'V', 'P', '8', 'X', 10, 0, 0, 0, 0, 0, 0, 0,
		byte(w), byte(w >> 8), byte(w >> 16), byte(h), byte(h >> 8), byte(h >> 16),
	}
	return body
}
