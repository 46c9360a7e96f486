package backend_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/shopdesk/shopdesk/app/backend"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/internal/wire"
	"github.com/shopdesk/shopdesk/platform"
)

const mount = "/admin/console"

// serve answers path below the mount with status and body, and checks that
// calls carry what our server asks for.
func serve(t *testing.T, path string, status int, body string) *backend.Backend {
	t.Helper()
	mux := http.NewServeMux()
	mux.HandleFunc(mount+path, func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet && (r.Header.Get(api.HeaderConsole) != "1" ||
			r.Header.Get("Content-Type") != "application/json") {
			t.Errorf("%s %s: headers %v", r.Method, path, r.Header)
		}
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	})
	return behind(t, mux)
}

// behind makes the calls of a page to a server.
func behind(t *testing.T, server http.Handler) *backend.Backend {
	t.Helper()
	web := httptest.NewServer(server)
	t.Cleanup(web.Close)
	b, err := backend.New(routes.At(mount), wire.Fetcher{Server: web})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// A call names the person for whom the page makes it, but for the question who is signed in.
func TestCallsNameTheirOperator(t *testing.T) {
	t.Parallel()
	var named []string
	b := behind(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		named = append(named, r.Header.Get(api.HeaderOperator))
		_, _ = io.WriteString(w, "{}")
	}))
	for _, id := range []int64{0, 7} {
		b.For(id)
		if _, err := b.Platform().Shop(t.Context(), platform.ShopRef{ShopID: 1}); err == nil {
			t.Error("the answer has no code")
		}
		if _, err := backend.Session.From(b)(t.Context()); err != nil {
			t.Error(err)
		}
	}
	if diff := cmp.Diff([]string{"", "", "7", ""}, named); diff != "" {
		t.Error(diff)
	}
}

func TestFailures(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name   string
		status int
		body   string
		want   *api.Error
	}{
		{"ours", 422, `{"code":"invalid","message":"m","problems":[{"path":"mon[1].endTime","code":"overlap","args":[1]}]}`,
			&api.Error{Status: 422, Code: api.CodeInvalid, Message: "m",
				Problems: []api.Problem{{Path: "mon[1].endTime", Code: "overlap", Args: []any{1.0}}}}},
		{"ours, changed", 409, `{"code":"changed","current":{"mon":[]}}`,
			&api.Error{Status: 409, Code: api.CodeChanged, Current: json.RawMessage(`{"mon":[]}`)}},
		{"a picture that a proxy refuses", 413, `<html>Request Entity Too Large</html>`,
			&api.Error{Status: 413, Code: api.CodeTooLarge}},
		{"a page in front of us", 502, `<html>Bad gateway</html>`,
			&api.Error{Status: 502, Code: api.CodeUnavailable, Unknown: true}},
		{"JSON of somebody else", 500, `{"error":"x"}`, &api.Error{Status: 500, Code: api.CodeInternal}},
		{"empty", 404, ``, &api.Error{Status: 404, Code: api.CodeInternal}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			b := serve(t, api.PlatformPrefix+platform.PathShopGet, tt.status, tt.body)
			_, err := b.Platform().Shop(t.Context(), platform.ShopRef{ShopID: 1})
			var got *api.Error
			if !errors.As(err, &got) {
				t.Fatalf("error is %v", err)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestSignedOutIsTold(t *testing.T) {
	t.Parallel()
	b := serve(t, api.PathShops, 401, `{"code":"signed_out","message":""}`)
	told := 0
	b.SignedOut = func() { told++ }
	if _, err := b.Shops("")(t.Context()); err == nil || told != 1 {
		t.Errorf("err %v, told %d times, want 1", err, told)
	}
	b = serve(t, api.PathSignIn, 401, `{"code":"bad_sign_in","message":""}`)
	b.SignedOut = func() { t.Error("a wrong password isn't a session that ended") }
	if _, err := backend.SignIn.To(b, api.SignIn{})(t.Context()); err == nil {
		t.Error("no error")
	}
}

// A call that is under way while its person proves who they are carries a token that is dead when it arrives.
func TestCallRefusedWhileTheSessionIsRenewedIsMadeAgain(t *testing.T) {
	t.Parallel()
	refused, asking := make(chan struct{}), make(chan struct{})
	var mu sync.Mutex
	renewed := false
	mux := http.NewServeMux()
	mux.HandleFunc("POST "+mount+api.PathStepUp, func(w http.ResponseWriter, _ *http.Request) {
		close(asking)
		<-refused
		mu.Lock()
		renewed = true
		mu.Unlock()
		_, _ = io.WriteString(w, `{}`)
	})
	mux.HandleFunc(mount+api.PathShops, func(w http.ResponseWriter, _ *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		if renewed {
			_, _ = io.WriteString(w, `{}`)
			return
		}
		<-asking
		w.WriteHeader(http.StatusUnauthorized)
		_, _ = io.WriteString(w, `{"code":"signed_out","message":""}`)
		close(refused)
	})
	b := behind(t, mux)
	b.SignedOut = func() { t.Error("the session isn't over") }
	read := make(chan error, 1)
	go func() {
		_, err := b.Shops("")(t.Context())
		read <- err
	}()
	if _, err := backend.StepUp.To(b, api.StepUp{Demo: true})(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := <-read; err != nil {
		t.Errorf("the call under way: %v", err)
	}
}

func TestNoAnswer(t *testing.T) {
	t.Parallel()
	b := serve(t, api.PathShops, 200, `{}`)
	dead, err := backend.New("", backend.Browser())
	if err != nil {
		t.Fatal(err)
	}
	_, err = dead.Shops("")(t.Context())
	var unreachable *platform.UnreachableError
	if !errors.Is(err, backend.ErrOffline) || !errors.As(err, &unreachable) || unreachable.Sent {
		t.Errorf("offline: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = b.Shops("")(ctx)
	if !errors.Is(err, backend.ErrNoAnswer) || !errors.Is(err, platform.ErrUnreachable) || !errors.As(err, &unreachable) ||
		!unreachable.Sent {
		t.Errorf("no answer: %v", err)
	}
}

func TestShops(t *testing.T) {
	t.Parallel()
	b := serve(t, api.PathShops, 200,
		`{"shops":[{"shopId":"9007199254740993","name":"麵","enName":"Noodle","zone":"Asia/Hong_Kong","role":"owner","favourite":true}],"roles":{"owner":["shop.view"]}}`)
	got, err := b.Shops("")(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	want := []api.Shop{{ShopID: 9007199254740993, Name: "麵", EnName: "Noodle", Zone: "Asia/Hong_Kong", Role: api.RoleOwner,
		Permissions: []string{"shop.view"}, Favourite: true}}
	if diff := cmp.Diff(want, got.Shops); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// A list that is as it was isn't sent again.
func TestShopsAsTheyWere(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("ETag", `W/"1"`)
		if r.Header.Get("If-None-Match") == `W/"1"` {
			w.WriteHeader(http.StatusNotModified)
			return
		}
		_, _ = io.WriteString(w, `{"shops":[{"shopId":"1"}]}`)
	}))
	t.Cleanup(server.Close)
	b, err := backend.New("", wire.Fetcher{Server: server})
	if err != nil {
		t.Fatal(err)
	}
	list, err := b.Shops("")(t.Context())
	if err != nil || list == nil || list.Tag != `W/"1"` || len(list.Shops) != 1 {
		t.Fatalf("%+v, %v", list, err)
	}
	if list, err := b.Shops(list.Tag)(t.Context()); list != nil || err != nil {
		t.Errorf("again: %+v, %v", list, err)
	}
}

// A roster that is as it was isn't sent again. Live events go on from its new moment.
func TestRosterAsItWas(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("If-None-Match") == `"a.5"` {
			w.Header().Set("ETag", `"a.9"`)
			w.WriteHeader(http.StatusNotModified)
			return
		}
		w.Header().Set("ETag", `"a.5"`)
		_, _ = io.WriteString(w, `{"shops":[{"shopId":"1"}],"seq":"5"}`)
	}))
	t.Cleanup(server.Close)
	b, err := backend.New("", wire.Fetcher{Server: server})
	if err != nil {
		t.Fatal(err)
	}
	first, err := b.Roster(nil)(t.Context())
	if err != nil || first.Tag != `"a.5"` || first.Seq != 5 {
		t.Fatalf("%+v, %v", first, err)
	}
	again, err := b.Roster(first)(t.Context())
	if err != nil || again.Tag != `"a.9"` || again.Seq != 9 || len(again.Shops) != 1 || first.Seq != 5 {
		t.Errorf("again: %+v, %v; %+v before", again, err, first)
	}
}

// A picture travels under its own type, and its answer is read like any other.
func TestUploadPhoto(t *testing.T) {
	t.Parallel()
	mux := http.NewServeMux()
	mux.HandleFunc("POST "+mount+api.PathPhotos, func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Content-Type") != "image/jpeg" || r.Header.Get(api.HeaderConsole) != "1" {
			t.Errorf("headers %v", r.Header)
		}
		if r.URL.Query().Get("shop") != "9007199254740993" {
			w.WriteHeader(http.StatusNotFound)
			_, _ = io.WriteString(w, `{"code":"not_found"}`)
			return
		}
		_, _ = io.WriteString(w, `{"url":"https://a.example/b.jpg","type":"image/jpeg","width":901,"height":902,"bytes":3}`)
	})
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	b, err := backend.New(routes.At(mount), backend.Browser())
	if err != nil {
		t.Fatal(err)
	}
	got, err := b.UploadPhoto(t.Context(), 9007199254740993, "image/jpeg", wire.Fetcher{Server: server})
	if want := (api.Photo{URL: "https://a.example/b.jpg", Type: "image/jpeg", Width: 901, Height: 902,
		Bytes: 3}); err != nil || got != want {
		t.Errorf("%+v, %v", got, err)
	}
	var refusal *api.Error
	if _, err := b.UploadPhoto(t.Context(), 1, "image/jpeg", wire.Fetcher{Server: server}); !errors.As(err, &refusal) ||
		refusal.Code != api.CodeNotFound {
		t.Errorf("%v", err)
	}
}

// The digest is the proxy's: of the typed record written anew. An unknown member
// and a null day are part of it, since they go back as they came.
func TestDigestIsTheProxys(t *testing.T) {
	t.Parallel()
	const data = `{"tue":null,"mon":[{"endTime":60,"startTime":0,"x":1}]}`
	b := serve(t, api.PlatformPrefix+platform.PathWeekGet, 200, `{"code":0,"message":"","data":`+data+`}`)
	got, err := b.WeeklyHours(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	want, err := api.Digest([]byte(`{"mon":[{"startTime":0,"endTime":60,"x":1}],"tue":null}`))
	if err != nil {
		t.Fatal(err)
	}
	if got.Digest != want || len(got.Value.Mon) != 1 {
		t.Errorf("digest %q, want %q; value %+v", got.Digest, want, got.Value)
	}
	again, err := backend.ReadRecord[platform.Week]([]byte(data))
	if err != nil || again.Digest != want {
		t.Errorf("the same record from a conflict: digest %q, want %q; %v", again.Digest, want, err)
	}
}

func TestBaseTravels(t *testing.T) {
	t.Parallel()
	seen := make(chan string, 2)
	mux := http.NewServeMux()
	mux.HandleFunc(mount+api.PlatformPrefix+platform.PathWeekUpdate, func(w http.ResponseWriter, r *http.Request) {
		seen <- r.Header.Get(api.HeaderBase)
		_, _ = io.WriteString(w, `{"code":0,"message":"ok"}`)
	})
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	b, err := backend.New(routes.At(mount), wire.Fetcher{Server: server})
	if err != nil {
		t.Fatal(err)
	}
	for _, base := range []string{"abc", ""} {
		if err := b.PlatformFrom(base).UpdateWeeklyHours(t.Context(),
			platform.WeekUpdate{ShopID: 1, Week: &platform.Week{}}); err != nil {
			t.Fatal(err)
		}
		if got := <-seen; got != base {
			t.Errorf("base %q, want %q", got, base)
		}
	}
}

func TestNoRecordIsTheZeroRecord(t *testing.T) {
	t.Parallel()
	b := serve(t, api.PlatformPrefix+platform.PathSpecialGet, 200, `{"code":0,"message":""}`)
	got, err := b.SpecialHours(t.Context(), 1)
	if err != nil || len(got.Value) != 0 || got.Digest == "" {
		t.Errorf("got %+v, %v", got, err)
	}
}
