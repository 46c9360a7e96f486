package proxy_test

import (
	"context"
	"errors"
	"image"
	"image/color"
	"image/png"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
	"github.com/shopdesk/shopdesk/server/internal/access/auth"
)

// pictureHost is a transport that sends every http request to one real server,
// which has a good picture at any path.
func pictureHost(tb testing.TB) http.RoundTripper {
	tb.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_ = png.Encode(w, image.NewPaletted(image.Rect(0, 0, 901, 901), color.Palette{color.Black}))
	}))
	tb.Cleanup(server.Close)
	return &http.Transport{DisableKeepAlives: true, DialContext: func(ctx context.Context, network,
		_ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, network, server.Listener.Addr().String())
	}}
}

// critic refuses pictures named bad, and fails for pictures named worse.
type critic struct{ asked *[]string }

func (c critic) Check(_ context.Context, scope auth.ShopScope, address string) ([]rules.Problem, error) {
	*c.asked = append(*c.asked, address)
	switch {
	case scope.ShopID() != shop || strings.Contains(address, "worse"):
		return nil, errors.New("no store")
	case strings.Contains(address, "bad"):
		return []rules.Problem{{Code: rules.CodePictureSmall, Args: []any{900, 900, 901}}}, nil
	}
	return nil, nil
}

// A picture with problems is not sent to the platform. For an operator who may not
// change the picture, nothing is checked.
func TestBadPicturesAreNotSent(t *testing.T) {
	t.Parallel()
	var asked []string
	f := newFixture(t, setup{pictures: critic{&asked}})
	body := func(address string) string { return `{"shopId":100001,"pictureUrl":"` + address + `"}` }
	a := f.post(t, api.RoleManager, platform.PathPictureUpdate, body("http://a.example/bad.jpg"))
	if a.Status != http.StatusUnprocessableEntity || a.Error.Code != api.CodeInvalid || len(a.Error.Problems) != 1 ||
		a.Error.Problems[0].Path != "pictureUrl" || a.Error.Problems[0].Code != rules.CodePictureSmall {
		t.Errorf("bad: %d %+v", a.Status, a.Error)
	}
	if a := f.post(t, api.RoleManager, platform.PathPictureUpdate,
		body("http://a.example/worse.jpg")); a.Status != http.StatusInternalServerError {
		t.Errorf("worse: %d %+v", a.Status, a.Error)
	}
	if len(asked) != 2 {
		t.Errorf("looked at %v", asked)
	}
	if a := f.post(t, api.RoleStaff, platform.PathPictureUpdate,
		body("http://a.example/a.jpg")); a.Status != http.StatusForbidden || len(asked) != 2 {
		t.Errorf("staff: %d, looked at %v", a.Status, asked)
	}
	if a := f.post(t, api.RoleManager, platform.PathPictureUpdate,
		body("ftp://a.example/a.jpg")); a.Status != http.StatusUnprocessableEntity || len(asked) != 2 {
		t.Errorf("against the rules: %d, looked at %v", a.Status, asked)
	}
	if n := len(f.asked.lines()); n != 0 {
		t.Errorf("the platform was asked %d times", n)
	}
	if a := f.post(t, api.RoleManager, platform.PathPictureUpdate,
		body("http://a.example/a.jpg")); a.Status != http.StatusOK {
		t.Errorf("good: %d %+v", a.Status, a.Error)
	}
}
